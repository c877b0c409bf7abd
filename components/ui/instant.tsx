interface InstantProps {
  /** ISO 8601. */
  at: string;
  /** `short`: the time, with the day when it is not today's; `time`: the time alone; `full`: day and time to the second. */
  look?: 'short' | 'time' | 'full';
}

/** An instant in the browser's locale, with all of it as the hint. For what the browser has loaded. */
export function Instant({ at, look = 'short' }: InstantProps) {
  return (
    <time dateTime={at} title={at} className="tabular whitespace-nowrap">
      {wordsOf(new Date(at), look)}
    </time>
  );
}

function wordsOf(date: Date, look: 'short' | 'time' | 'full'): string {
  if (look === 'full') return date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
  const isToday = date.toDateString() === new Date().toDateString();
  return date.toLocaleString(undefined, {
    ...(look === 'short' && !isToday && { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
  });
}
