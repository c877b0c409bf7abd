import { withQuery } from './paths';

/** Address of the page of a change set. */
export function changeSetAddress(connection: string | undefined, id: string): string {
  return withQuery(`/changes/${encodeURIComponent(id)}`, { connection });
}
