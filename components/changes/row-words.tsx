import { Age, Instant } from '@/components/ui/instant';
import { useTimeZone } from '@/components/ui/use-time-zone';
import { dayOf } from '@/lib/domain/reader-formats';

/** How long ago, or when it was in short; on paper, which shows no hint, exactly. */
export function When({ at, look = 'age' }: { at: string; look?: 'age' | 'short' }) {
  return (
    <>
      <span className="print:hidden">{look === 'age' ? <Age at={at} /> : <Instant at={at} />}</span>
      <span className="hidden print:inline">
        <Instant at={at} look="full" />
      </span>
    </>
  );
}

/** When it was, below a heading that names the day: how long ago of what is today's, else the time. */
export function WhenInRow({ at, isToday }: { at: string; isToday: boolean }) {
  return isToday ? <Age at={at} /> : <Instant at={at} look="time" />;
}

/** Why it was done, after what else a line says of a change; nothing where nobody said. */
export function ReasonInRow({ reason }: { reason: string }) {
  if (reason === '') return null;
  return (
    <span className="text-text">
      {' '}
      · “<bdi>{reason}</bdi>”
    </span>
  );
}

/** The characters of an ISO 8601 instant that name its minute. */
const toMinutes = 16;

/**
 * Between which two looks at the service something changed there, below a heading that names the day of the second;
 * `since` is null where nothing was known before.
 */
export function ChangedOutside({ since, until }: { since: string | null; until: string }) {
  const timeZone = useTimeZone();
  const [first, last] = [since ?? until, until].map((at) => dayOf(new Date(at), timeZone));
  const look = first === last ? 'time' : 'short';
  return (
    <p className="text-sm text-text-muted">
      Changed in the service
      {since !== null && (
        <>
          {' '}
          {since.slice(0, toMinutes) === until.slice(0, toMinutes) ? (
            'at '
          ) : (
            <>
              between <Instant at={since} look={look} /> and{' '}
            </>
          )}
          <Instant at={until} look={look} />
        </>
      )}
      , not by this console.
    </p>
  );
}
