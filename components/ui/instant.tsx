'use client';

import { plural } from '@/lib/domain/counted';
import { useNow } from './use-now';

interface InstantProps {
  /** ISO 8601. */
  at: string;
  /** As `instantInWords` has it. */
  look?: InstantLook;
}

type InstantLook = 'short' | 'time' | 'full';

const exact = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});
const days = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

/** An instant in the browser's locale, to the second and with its zone as the hint. For what the browser has loaded. */
export function Instant({ at, look = 'short' }: InstantProps) {
  const date = new Date(at);
  return (
    <time
      dateTime={at}
      title={exact.format(date)}
      className={look === 'full' ? 'tabular' : 'tabular whitespace-nowrap'}
    >
      {instantInWords(date, look)}
    </time>
  );
}

/** How long ago something was, kept up to date: "2 min ago", with the instant as the hint. */
export function Age({ at }: { at: string }) {
  const now = useNow(10_000);
  const date = new Date(at);
  return (
    <time dateTime={at} title={exact.format(date)} className="tabular whitespace-nowrap">
      {ageInWords(now - date.getTime())}
    </time>
  );
}

/** "just now", "2 min ago", "3 h ago", "1 day ago". */
export function ageInWords(ageMs: number): string {
  const minutes = Math.floor(ageMs / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${String(minutes)} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${String(hours)} h ago`;
  const count = Math.floor(hours / 24);
  return `${count.toLocaleString()} ${plural(count, 'day', 'days')} ago`;
}

/**
 * An instant in the browser's locale and time zone.
 * @param look `short`: the time, with the day when it is not today's, and the year when it is not this one; `time`: the
 * time alone; `full`: day and time to the second, with the zone.
 */
export function instantInWords(date: Date, look: InstantLook, now = new Date()): string {
  if (look === 'full') return exact.format(date);
  const isToday = date.toDateString() === now.toDateString();
  const isThisYear = date.getFullYear() === now.getFullYear();
  return date.toLocaleString(undefined, {
    ...(look === 'short' && !isToday && { day: 'numeric', month: 'short' }),
    ...(look === 'short' && !isThisYear && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  });
}

/** "4 Nov 2026" in the browser's locale. */
export function dayInWords(date: Date): string {
  return days.format(date);
}
