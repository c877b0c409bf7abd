import type { Metadata } from 'next';
import { GET as listSessions } from '@/app/api/sessions/route';
import { everyonesSessionsName, sessionsParameters } from '@/components/session/sessions-parameters';
import { SessionsView } from '@/components/session/sessions-view';
import { ReadAhead } from '@/components/shell/read-ahead';
import { readParameters } from '@/lib/client/address/parameters';
import { sessionsQuery } from '@/lib/client/session/sessions';
import { holdsOneOf, mayManageSessions } from '@/lib/contract/session/roles';
import { currentVisitor } from '@/lib/server/http/current-visitor';
import { pageReads, searchOf } from '@/lib/server/http/page-reads';

export const metadata: Metadata = { title: 'Sessions' };

export default async function SessionsPage({ searchParams }: PageProps<'/sessions'>) {
  const { actor, signIn } = await currentVisitor();
  const held = actor?.roles ?? [];
  const name = everyonesSessionsName(readParameters(sessionsParameters, searchOf(await searchParams)));
  const reads = await pageReads(
    { query: sessionsQuery('mine'), handler: listSessions },
    ...(holdsOneOf(held, mayManageSessions)
      ? [{ query: sessionsQuery('everyone', name), handler: listSessions }]
      : []),
  );
  // Where the session has just ended, what the view asks is refused, and that leads to the sign-in page.
  return (
    <ReadAhead {...reads}>
      <SessionsView held={held} signIn={signIn} />
    </ReadAhead>
  );
}
