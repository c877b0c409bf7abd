import 'server-only';
import type { UpstreamError } from '@/lib/server/upstream/errors';
import type { Pace } from './pace';
import type { WorkCell } from './work-cell';

/** Sent, and the service has not said whether it happened. */
export const doubtWords =
  'The change was sent, but the service does not say whether it happened. The console goes on asking.';

/** How long the service may still carry out a POST that was answered so, in milliseconds. */
export function doubtMsOf(answer: 'accepted' | UpstreamError, pace: Pace): number {
  if (answer === 'accepted') return 0;
  return answer.code === 'service-timeout' ? pace.timedOutMs : pace.brokenOffMs;
}

/** Whether reading the old value now proves that the change was not carried out. `now` by the database's clock. */
export function isDoubtOver({ doubtUntil, sentAt }: WorkCell, now: number, pace: Pace): boolean {
  return now >= (doubtUntil ?? (sentAt ?? 0) + pace.brokenOffMs);
}

/** How soon a cell in doubt is asked for again: less and less often, as long as it has been in doubt. */
export function nextLookMs({ sentAt }: WorkCell, now: number, pace: Pace): number {
  return Math.max(1_000, Math.min(pace.longestDoubtPauseMs, (now - (sentAt ?? now)) / 2));
}

/** The service took the request and did not keep it. */
export function notKeptWords({ cell, wanted }: WorkCell): string {
  return (
    `The service took the request to ${wanted ? 'give' : 'remove'} access, but did not keep it: ${cell.recordType} ` +
    `${cell.recordId} still reads as before in entity ${cell.entityId}. Ask whoever runs the service.`
  );
}

/** Sent, and certainly not carried out. */
export function notCarriedOutWords({ sends }: WorkCell): string {
  const times = sends === 1 ? 'once' : `${String(sends)} times`;
  return `It was sent ${times}, and the service did not carry it out: the value is as before.`;
}
