import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { CreateChanges } from '@/lib/contract/changes';
import { createChanges } from './changes';

/**
 * Has the console make change sets, each once at most: after an answer that got lost, the same content asked for again
 * means the same set. To be held where it outlasts what is looked through. @returns the id of the set; rejects with ApiError.
 */
export function useCreateChanges(connection: string | undefined): (body: CreateChanges) => Promise<string> {
  const client = useQueryClient();
  const request = useRef<{ said: string; key: string } | null>(null);
  return useCallback(
    async (body) => {
      const said = JSON.stringify([connection, body]);
      if (request.current?.said !== said) request.current = { said, key: crypto.randomUUID() };
      const id = await createChanges(connection, body, request.current.key);
      request.current = null;
      void client.invalidateQueries({ queryKey: ['changes'] });
      return id;
    },
    [client, connection],
  );
}
