'use client';

import { useState } from 'react';
import { PageHeader } from '@/components/shell/page-header';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { holdsOneOf, mayManageSessions, type Role } from '@/lib/contract/session/roles';
import type { ListedSession } from '@/lib/contract/session/session';
import type { SignInMode } from '@/lib/contract/session/sign-in';
import { EndConfirmation, type EndQuestion } from './end-confirmation';
import { EveryonesSessions } from './everyones-sessions';
import { SessionRows } from './session-rows';
import { SessionsPart } from './sessions-part';
import { inOrder } from './signed-in-people';
import { useEndSessions, type Ending } from './use-end-sessions';

export function SessionsView({ held, signIn }: { held: readonly Role[]; signIn: SignInMode }) {
  const [asked, setAsked] = useState<{ question: EndQuestion; ending: Ending } | null>(null);
  // The dialog closes first, so that the focus is back in the list before the list changes.
  const { mutate, isPending, variables } = useEndSessions(() => setAsked(null));
  const isDemo = signIn === 'demo';
  const ending = isPending && 'session' in variables ? variables.session.id : undefined;
  const endOne = (session: ListedSession) => {
    if (isPending) return;
    if (session.current) setAsked({ question: { kind: 'here' }, ending: { session } });
    else mutate({ session });
  };
  return (
    <>
      <PageHeader
        title="Sessions"
        description="A session ends by itself when it is not used for a while, and at its time limit."
      />
      <div className="flex flex-col gap-8 px-4 pb-8">
        {isDemo && (
          <Banner tone="info">
            With demo sign-in, everybody who chose the same demo role counts as the same person: what is
            listed as yours may be somebody else’s.
          </Banner>
        )}
        <SessionsPart
          whose="mine"
          title="Your sessions"
          description="Where you are signed in to this console. End sessions that you do not recognise."
          action={
            <Button
              onPress={() => setAsked({ question: { kind: 'everywhere', isDemo }, ending: { person: null } })}
            >
              Sign out everywhere
            </Button>
          }
        >
          {({ value }) => (
            <SessionRows
              label="List of your sessions"
              sessions={inOrder(value)}
              ending={ending}
              onEnd={endOne}
            />
          )}
        </SessionsPart>
        {holdsOneOf(held, mayManageSessions) && (
          <EveryonesSessions
            ending={ending}
            onEnd={endOne}
            onEndPerson={(person) => setAsked({ question: { kind: 'person', person }, ending: { person } })}
          />
        )}
      </div>
      <EndConfirmation
        question={asked?.question ?? null}
        isPending={isPending}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked !== null) mutate(asked.ending);
        }}
      />
    </>
  );
}
