import 'server-only';
import { findDrift } from '@/lib/domain/metadata/drift';
import { expectedSets } from '@/lib/domain/metadata/expectation';
import type { Connection } from '@/lib/server/services/connection';
import { parseEdmx } from './edmx';

/** Reads the interface for nobody, so that the connection knows how it differs from what the console expects. @throws UpstreamError. */
export async function readDrift(connection: Connection, signal: AbortSignal): Promise<void> {
  noteDrift(connection, await connection.upstream.readMetadata({ signal, priority: 'scheduled' }));
}

/** Keeps how many differences a document has. @throws ConsoleError `service-malformed`. */
export function noteDrift(connection: Connection, text: string) {
  const declared = parseEdmx(text);
  const drift = findDrift(declared, expectedSets);
  connection.drift = drift.length;
  return { declared, drift };
}
