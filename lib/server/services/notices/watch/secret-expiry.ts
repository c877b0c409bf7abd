import 'server-only';
import { daysLeft, secretWarningDays } from '@/lib/domain/secret-expiry';
import type { Connection } from '@/lib/server/services/connection';
import type { NewState } from '@/lib/server/services/notices/outbox/write-notice';
import { placeOf } from './place';

/** Days before the last day on which a secret is told of. */
const steps = [3, secretWarningDays];

/**
 * Notices of secrets that expire within 14 days, within 3, or have expired. @param signIn last day of the secret of
 * sign-in. @param now epoch ms.
 */
export function expiryNotices(
  connections: readonly Connection[],
  signIn: string | null,
  now: number,
): NewState[] {
  const ofConnections = connections.flatMap((connection) => {
    const { key, secretExpires } = connection;
    const { label, facts } = placeOf(connections, key);
    return noticeOf(
      { of: key, title: `${label}: the secret for the service`, day: secretExpires, facts, connection: key },
      now,
    );
  });
  const title = 'The secret for sign-in';
  return [
    ...ofConnections,
    ...noticeOf({ of: 'sign-in', title, day: signIn, facts: {}, connection: null }, now),
  ];
}

interface Expiry extends Pick<NewState, 'connection'> {
  of: string;
  title: string;
  day: string | null;
  facts: Record<string, string>;
}

function noticeOf({ of, title, day, facts, connection }: Expiry, now: number): NewState[] {
  if (day === null) return [];
  const left = daysLeft(day, now);
  const step = left < 0 ? 'expired' : steps.find((days) => left <= days);
  if (step === undefined) return [];
  // A receiver that is told days later still reads the right date.
  const when = left < 0 ? 'has expired' : `expires on ${day}`;
  return [
    {
      kind: 'secret-expiring',
      connection,
      topic: `secret ${of} ${day} ${String(step)}`,
      body: {
        title: `${title} ${when}`,
        text: `Its last day is ${day}. Make a new one, put it and its last day into the settings, and restart the console.`,
        path: '/connections',
        facts,
      },
    },
  ];
}
