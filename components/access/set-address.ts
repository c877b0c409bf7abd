import { withQuery } from '@/lib/client/paths';

/** Address of the page of a change set. */
export function setAddress(connection: string | undefined, id: string): string {
  return withQuery(`/changes/${encodeURIComponent(id)}`, { connection });
}
