'use client';

import { UserSearch } from 'lucide-react';
import { useAddress } from '@/lib/client/address/use-address';
import { useMemo, useState } from 'react';
import { Badge } from '@/components/ui/feedback/badge';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { DraftField } from '@/components/ui/fields/draft-field';
import { Status } from '@/components/ui/feedback/status';
import type { ListedSession } from '@/lib/contract/session/session';
import { counted } from '@/lib/domain/counted';
import { rolesInWords } from '@/lib/domain/session/role-words';
import { peopleOf, type SignedInPerson } from './signed-in-people';
import { SessionRows } from './session-rows';
import { SessionsPart } from './sessions-part';
import { everyonesSessionsName, sessionsParameters } from './sessions-parameters';

interface EveryonesSessionsProps {
  ending: string | undefined;
  onEnd: (session: ListedSession) => void;
  onEndPerson: (person: SignedInPerson) => void;
}

const fewPeople = 50;

export function EveryonesSessions({ ending, onEnd, onEndPerson }: EveryonesSessionsProps) {
  const [shown, set] = useAddress(sessionsParameters, 'replace');
  const { name: search } = shown;
  return (
    <SessionsPart
      whose="everyone"
      name={everyonesSessionsName(shown)}
      title="Everyone’s sessions"
      description="Ending a session signs that browser out at its next request. It takes no role away: a person with an account and a role can sign in again."
      action={
        <DraftField
          look="search"
          label="Search by name"
          hideLabel
          value={search}
          onCommit={(name) => set({ name })}
          className="w-full sm:w-56"
        />
      }
    >
      {({ value, complete }) => (
        <People {...{ sessions: value, complete, search, ending, onEnd, onEndPerson }} />
      )}
    </SessionsPart>
  );
}

interface PeopleProps extends EveryonesSessionsProps {
  sessions: readonly ListedSession[];
  complete: boolean;
  search: string;
}

function People({ sessions, complete, search, ending, onEnd, onEndPerson }: PeopleProps) {
  const [showsAll, setShowsAll] = useState(false);
  const people = useMemo(() => peopleOf(sessions, search), [sessions, search]);
  if (people.length === 0) {
    return (
      <EmptyState icon={<UserSearch />} title={`No person called “${search.trim()}” is signed in`}>
        The search looks at names. Make it shorter, or empty it to see everyone.
      </EmptyState>
    );
  }
  const shown = showsAll ? people : people.slice(0, fewPeople);
  return (
    <>
      <Status as="p" className="tabular text-sm text-text-muted">
        {counted(people.length, 'person', 'people')},{' '}
        {counted(
          people.reduce((sum, one) => sum + one.sessions.length, 0),
          'session',
        )}
        {!complete && `, the ones used last. There are more: search by name`}
      </Status>
      <SessionRows
        label="List of everyone’s sessions"
        sessions={shown.flatMap((person) => person.sessions)}
        groupHead={(session) => {
          const person = shown.find(({ sessions: [first] }) => first === session);
          return person && <PersonHead {...{ person, onEndPerson }} />;
        }}
        {...{ ending, onEnd }}
      />
      {shown.length < people.length && (
        <Button className="self-center" onPress={() => setShowsAll(true)}>
          Show all {counted(people.length, 'person', 'people')}
        </Button>
      )}
    </>
  );
}

function PersonHead({ person, onEndPerson }: { person: SignedInPerson } & Pick<PeopleProps, 'onEndPerson'>) {
  return (
    <div ref={rescueFocus} className="flex items-center justify-between gap-x-4">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2">
        <h3 className="min-w-0 font-semibold wrap-anywhere">{person.name}</h3>
        {person.isOneself && <Badge>You</Badge>}
        <span className="text-text-muted">{rolesInWords(person.roles)}</span>
      </div>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Sign out everywhere: ${person.name}`}
        onPress={() => onEndPerson(person)}
      >
        Sign out everywhere
      </Button>
    </div>
  );
}
