import { Age, Instant } from '@/components/ui/instant';
import { useTimeZone } from '@/components/ui/use-time-zone';
import { dayOf } from '@/lib/domain/reader-formats';

/** A time as age or short instant; on paper, which has no tooltips, the exact time. */
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

/** A time below the heading of its day: the age of today's, else the time. */
export function WhenInRow({ at, isToday }: { at: string; isToday: boolean }) {
  return isToday ? <Age at={at} /> : <Instant at={at} look="time" />;
}

export function ReasonInRow({ reason }: { reason: string }) {
  if (reason === '') return null;
  return (
    <span className="text-text">
      {' '}
      · “<bdi>{reason}</bdi>”
    </span>
  );
}

const toMinutes = 16;

/** Says between which two reads the service changed; `since` is null for the first read. */
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
