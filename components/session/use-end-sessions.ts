import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '@/components/ui/feedback/toast-store';
import { isSignedOut, mayHaveArrived, problemOf } from '@/lib/client/api';
import { askAgain } from '@/lib/client/asked-again';
import { endSession, endSessions } from '@/lib/client/session/sessions';
import type { EndedSessions, ListedSession } from '@/lib/contract/session/session';
import { agentWords } from '@/lib/domain/session/agent-words';
import { counted } from '@/lib/domain/counted';
import { goAfterSignOut } from './who-is-signed-in';

type Person = ListedSession['person'];

/** Without a person: all sessions of the current person. */
export type Ending = { session: ListedSession } | { person: Person | null };

/**
 * Ends sessions, says the result and reads the lists again; after the own session ends, opens the sign-in page.
 * @param onAnswered called before the lists are read.
 */
export function useEndSessions(onAnswered: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ending: Ending) =>
      'session' in ending ? endSession(ending.session.id) : endSessions(ending.person?.id),
    onSuccess: (result, ending) => {
      onAnswered();
      if (result.signedOut) goAfterSignOut();
      else tellEnded(ending, result);
    },
    onError: (error, ending) => {
      onAnswered();
      const words = notEndedInWords(error, ending);
      if (words?.kind === 'success') notify.success(words.title, { description: words.detail });
      else if (words) notify.problem(words.title, words.detail);
    },
    onSettled: async (result) => {
      if (result?.signedOut === true) return;
      await askAgain(client, ['sessions']);
    },
  });
}

function tellEnded(ending: Ending, { ended }: EndedSessions): void {
  if ('session' in ending) {
    const { agent, address, person } = ending.session;
    notify.success('The session was ended', {
      description: `${person.name}, ${agentWords(agent)}, signed in from ${address}.`,
    });
    return;
  }
  const description =
    ended === 0 ? 'There was no session any more.' : `${counted(ended, 'session')} ended just now.`;
  notify.success(`${ending.person?.name ?? 'Everybody'} is signed out everywhere`, { description });
}

/** Null: the page opens the sign-in page instead. */
export function notEndedInWords(
  error: Error,
  ending: Ending,
): { kind: 'success' | 'problem'; title: string; detail: string } | null {
  if (isSignedOut(error)) return null;
  const { code, detail } = problemOf(error);
  if (code === 'not-found') {
    const title = 'That session had ended already';
    return { kind: 'success', title, detail: 'The list is up to date now.' };
  }
  if (!mayHaveArrived(error)) return { kind: 'problem', title: 'Nothing was ended', detail };
  const what = 'session' in ending ? 'the session was' : 'the sessions were';
  const title = `It is not known whether ${what} ended`;
  return {
    kind: 'problem',
    title,
    detail: 'The console’s answer did not arrive. The list shows what is still there.',
  };
}
