import 'server-only';
import { ConfigError, type ConsoleConfig } from '@/lib/server/config/config';
import type { Console } from '@/lib/server/console';
import { Mutex } from '@/lib/server/mutex';
import { demoMarks, makeDueHistory } from './history/demo-history';

/** Creates due demo history; null without a demo. @throws ConfigError for history that this console cannot have. */
export async function beginDemo(console: Console): Promise<Console['demo']> {
  const { config, database } = console;
  const why = whyNoDemo(config);
  if (why !== null && config.demoHistory === 'on')
    throw new ConfigError([`MEM_DEMO_HISTORY must be off ${why}`]);
  await makeDueHistory(console, why === null && config.demoHistory !== 'off');
  if (why !== null) return null;
  const hasHistory = Boolean((await demoMarks(database.kysely))?.ended);
  return { hasHistory, mutex: new Mutex() };
}

function whyNoDemo({
  connections,
  signIn,
  reference,
}: Pick<ConsoleConfig, 'connections' | 'signIn' | 'reference'>): string | null {
  if (connections.length > 0)
    return 'with a real service, whose log holds what really happened and nothing else.';
  if (signIn !== 'demo') return 'with SIGN_IN=oidc, for the people of the demo are none of your provider.';
  if (reference.size !== 'demo')
    return 'unless REFERENCE_SIZE is demo, for its story is about the records of that size.';
  return null;
}
