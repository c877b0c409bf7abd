interface InstantProps {
  /** ISO 8601. */
  at: string;
  /** As `instantInWords` has it. */
  look?: InstantLook;
}

type InstantLook = 'short' | 'time' | 'full';

/** An instant in the browser's locale, with all of it as the hint. For what the browser has loaded. */
export function Instant({ at, look = 'short' }: InstantProps) {
  return (
    <time dateTime={at} title={at} className={look === 'full' ? 'tabular' : 'tabular whitespace-nowrap'}>
      {instantInWords(new Date(at), look)}
    </time>
  );
}

/**
 * An instant in the browser's locale and time zone.
 * @param look `short`: the time, with the day when it is not today's, and the year when it is not this one; `time`: the
 * time alone; `full`: day and time to the second.
 */
export function instantInWords(date: Date, look: InstantLook, now = new Date()): string {
  if (look === 'full') return date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
  const isToday = date.toDateString() === now.toDateString();
  const isThisYear = date.getFullYear() === now.getFullYear();
  return date.toLocaleString(undefined, {
    ...(look === 'short' && !isToday && { day: 'numeric', month: 'short' }),
    ...(look === 'short' && !isThisYear && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  });
}
