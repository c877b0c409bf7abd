import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConnectionKind } from '@/lib/contract/session/session';
import type { ReferencePlace } from './connected-console';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

/** A connection of the file: a reference service by its label, whose lower case is the key, and settings of its own. */
interface NamedConnection {
  label: string;
  place: ReferencePlace;
  timeoutSeconds?: number;
  concurrency?: number;
  kind?: ConnectionKind;
  secretExpires?: string;
}

/** Writes a file of connections to reference services. @returns the settings of a console that has them. */
export function connectionSettings(connections: readonly NamedConnection[]): Record<string, string> {
  const file = join(temporaryFolder('mem-connections'), 'connections.json');
  const list = connections.map(({ label, place, ...more }) => ({
    key: label.toLowerCase(),
    label,
    baseUrl: place.baseUrl,
    tenantId: place.tenantId,
    environment: place.environment,
    companyId: place.companyId,
    publisher: place.publisher,
    ...more,
  }));
  writeFileSync(file, JSON.stringify(list));
  return { MEM_CONNECTIONS_FILE: file, SIGN_IN: 'demo' };
}
