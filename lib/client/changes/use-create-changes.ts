import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { CreateChanges } from '@/lib/contract/changes/changes';
import { askAgain } from '../asked-again';
import { createChanges } from './change-actions';
import { RepeatableRequest } from '../repeatable-request';

/** Makes change sets, each at most once. Must outlive the review. @returns the id of the set; rejects with ApiError. */
export function useCreateChanges(connection: string): (body: CreateChanges) => Promise<string> {
  const client = useQueryClient();
  const [request] = useState(() => new RepeatableRequest());
  return useCallback(
    async (body) => {
      const id = await request.send([connection, body], (key) => createChanges(connection, body, key));
      void askAgain(client, ['changes']);
      return id;
    },
    [client, connection, request],
  );
}
