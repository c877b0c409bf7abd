import { startReferenceService, type ReferenceOptions, type RunningReference } from '@/lib/reference/service';
import type { ConnectionSettings } from '@/lib/server/upstream/connection';
import { controlOf } from './control-port';
import { connectConsole, type ConnectedConsole, type ConsoleParts } from './connected-console';
import { testDatabase } from '@/tests/support/database/test-database';

/** A running reference service and a connection of the console to it, both real. */
export interface ConnectedReference extends ConnectedConsole {
  reference: RunningReference;
  /** Speaks to the control port. */
  control: (method: string, path: string, body?: unknown) => Promise<unknown>;
}

/** Starts both; `settings` changes the connection, whose rate is high so that tests do not wait. */
export async function connectReference(
  options: ReferenceOptions = {},
  settings: Partial<ConnectionSettings> = {},
  more: Pick<ConsoleParts, 'labelsFile' | 'log' | 'secondReadAfterMs'> = {},
): Promise<ConnectedReference> {
  const reference = await startReferenceService({ stateFile: null, ...options });
  const { url, drop } = await testDatabase();
  const console = await connectConsole(reference, { databaseUrl: url, settings, ...more });
  return {
    ...console,
    reference,
    control: (method, path, body) => controlOf(reference, method, path, body),
    close: async () => {
      await console.close();
      await reference.close();
      await drop();
    },
  };
}
