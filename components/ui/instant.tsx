'use client';

import { plural } from '@/lib/domain/counted';
import { dateFormat, hourDigits, inDigits, timeInWords } from '@/lib/domain/reader-formats';
import { useNow } from './use-now';
import { useTimeZone } from './use-time-zone';

interface InstantProps {
  /** ISO 8601. */
  at: string;
  look?: InstantLook;
}

type InstantLook = 'short' | 'time' | 'full';

export function Instant({ at, look = 'short' }: InstantProps) {
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  const date = new Date(at);
  return (
    <time
      dateTime={at}
      title={timeZone && exactly(date, timeZone)}
      className={look === 'full' ? 'tabular' : 'tabular whitespace-nowrap'}
    >
      {timeZone && instantInWords(date, look, now, timeZone)}
    </time>
  );
}

/** "2 min ago", kept up to date; the tooltip has the exact time. */
export function Age({ at }: { at: string }) {
  const timeZone = useTimeZone();
  const now = useNow(10_000);
  const date = new Date(at);
  return (
    <time dateTime={at} title={timeZone && exactly(date, timeZone)} className="tabular whitespace-nowrap">
      {ageInWords(now - date.getTime())}
    </time>
  );
}

/** "in 12 min", kept up to date; the tooltip has the exact time. */
export function Until({ at }: { at: string }) {
  const timeZone = useTimeZone();
  const now = useNow(10_000);
  const date = new Date(at);
  return (
    <time dateTime={at} title={timeZone && exactly(date, timeZone)} className="tabular whitespace-nowrap">
      {untilInWords(date.getTime() - now)}
    </time>
  );
}

/** "now", "in 2 min", "in 3 h". */
export function untilInWords(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes <= 0) return 'now';
  return minutes < 60 ? `in ${String(minutes)} min` : `in ${String(Math.round(minutes / 60))} h`;
}

/** "just now", "2 min ago", "3 h ago", "1 day ago". */
export function ageInWords(ageMs: number): string {
  const minutes = Math.floor(ageMs / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${String(minutes)} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${String(hours)} h ago`;
  const count = Math.floor(hours / 24);
  return `${inDigits(count)} ${plural(count, 'day', 'days')} ago`;
}

/**
 * A time in the reader's format.
 * @param look `short` adds the day where it is not today's, `time` has the time only, `full` adds seconds and zone.
 * @param now epoch ms. @param timeZone undefined: the browser's.
 */
export function instantInWords(date: Date, look: InstantLook, now: number, timeZone?: string): string {
  if (look === 'full') return exactly(date, timeZone);
  return timeInWords(date, look === 'short' ? now : undefined, timeZone);
}

function exactly(date: Date, timeZone: string | undefined): string {
  return dateFormat({
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: hourDigits(),
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(date);
}

/** "4 Nov 2026" in the reader's format. @param timeZone undefined: the browser's. */
export function dayInWords(date: Date, timeZone?: string): string {
  return dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone }).format(date);
}
