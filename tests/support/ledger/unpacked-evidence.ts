import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import type { EvidenceScope } from '@/lib/contract/changes/evidence';
import { exportEvidence } from '@/lib/server/services/changes/export-evidence';
import type { Reply } from '@/lib/server/services/reply';
import type { ServiceContext } from '@/lib/server/services/verb';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

/** Asks for evidence and unpacks it, by another program than the one that packed it, into a folder of its own. */
export async function unpackEvidence(
  ctx: ServiceContext,
  scope: EvidenceScope,
): Promise<{ folder: string; files: string[]; headers: Reply['headers'] }> {
  const { body, headers } = await exportEvidence({ ctx, input: scope });
  const folder = temporaryFolder('mem-evidence');
  const files = unzipSync(Buffer.from(await new Response(body).arrayBuffer()));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  return { folder, files: Object.keys(files), headers };
}
