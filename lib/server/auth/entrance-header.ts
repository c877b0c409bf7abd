import 'server-only';
import { ConsoleError } from '@/lib/server/console-error';

/** Carries the mark of the entrance (`lib/server/http/entrance.ts`) from there to routes and pages. */
export const entranceHeader = 'x-console-entrance';

/** Carries the query as it was sent: of the address it hands on, Next drops a parameter named `__proto__` unseen. */
export const queryHeader = 'x-console-query';

/**
 * Lets only requests go on that came through the entrance, where their headers were put right.
 * @param mark what the entrance of this process writes.
 * @throws ConsoleError `internal`.
 */
export function checkEntrance(headers: Headers, mark: string): void {
  if (headers.get(entranceHeader) === mark) return;
  throw new ConsoleError(
    'internal',
    'The request came before the console was ready. Nothing was changed. Try again; if it stays, tell whoever runs the console that requests do not pass its entrance.',
  );
}
