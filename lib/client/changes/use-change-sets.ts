import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { askAgain } from '../asked-again';
import { ChangeSetEvents } from './change-set-events';
import { changeSetRegister } from './change-set-register';
import { subscribeEvents } from '../events/events';
import { useEvents } from '../events/use-events';

/** Applies events to the page's change sets, histories and outside changes. Stands once, in the shell. */
export function useChangeSets(connection: string): void {
  const client = useQueryClient();
  const isLive = useEvents(connection);
  useEffect(() => {
    const events = new ChangeSetEvents(client);
    const stops = [
      subscribeEvents('change-set', (set, from) => {
        events.takeSet(set, from);
        changeSetRegister.takeOne(from, set);
      }),
      subscribeEvents('access', (told, from) => events.takeAccess(told, from)),
    ];
    return () => {
      for (const stop of stops) stop();
      events.stop();
    };
  }, [client]);
  useEffect(() => {
    if (isLive) void askAgain(client, ['changes']); // earlier events are not repeated
  }, [client, isLive]);
}
