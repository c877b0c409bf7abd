import type { EvidenceScope } from '@/lib/contract/evidence';
import { callApiForNamedFile, type NamedFile } from './named-file';
import { apiPaths } from './paths';

/** Evidence as a ZIP archive, and the name the console gave it; the log notes who took it. @throws ApiError. */
export function exportEvidence(scope: EvidenceScope): Promise<NamedFile> {
  return callApiForNamedFile(`${apiPaths.changes}/export`, 'evidence.zip', { method: 'POST', body: scope });
}
