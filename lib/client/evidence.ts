import type { EvidenceScope } from '@/lib/contract/evidence';
import { callApiForFile } from './api';
import { apiPaths } from './paths';

/** Evidence as a ZIP archive, and the name the console gave it; the log notes who took it. @throws ApiError. */
export async function exportEvidence(scope: EvidenceScope): Promise<{ file: Blob; name: string }> {
  let name = 'evidence.zip';
  const file = await callApiForFile(`${apiPaths.changes}/export`, {
    method: 'POST',
    body: scope,
    onHeaders: (headers) => {
      name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? name;
    },
  });
  return { file, name };
}
