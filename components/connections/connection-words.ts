import type { BadgeTone } from '@/components/ui/feedback/badge';
import type { ConnectionList, ConnectionTestStep } from '@/lib/contract/connections';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';

export type ListedConnection = ConnectionList['value'][number];

/** "Responds" only where the last request was answered. */
export function stateInWords({ isUp, problem }: ListedConnection['health']): {
  tone: BadgeTone;
  word: string;
} {
  if (isUp) return { tone: 'success', word: 'Responds' };
  return problem === null
    ? { tone: 'neutral', word: 'Not asked yet' }
    : { tone: 'danger', word: 'Does not respond' };
}

/** What the requests so far showed of a service; what none showed is left out. */
export function abilitiesInWords(abilities: ListedConnection['abilities']): string[] {
  const { filters, quotedBooleans, pages, limits } = abilities;
  const words = [
    filters === null
      ? null
      : filters
        ? 'Filters rows itself'
        : 'Ignores filters: the console filters what comes',
    pages === null ? null : pages ? 'Gives long lists in pages' : 'Gave each list in one answer',
    quotedBooleans === true ? 'Takes yes and no in filters in quotation marks only' : null,
    limits === null
      ? null
      : limits
        ? 'Gives one row where one is asked for'
        : 'Gives more rows than asked for',
  ];
  return words.filter((one) => one !== null);
}

/** "12 of 960 requests in the last minute, 1 of 4 at once, 3 waiting." */
export function budgetInWords(budget: ListedConnection['budget']): string {
  const { inFlight, concurrency, waiting, inLastMinute, perMinute, pausedMs } = budget;
  const used = `${inDigits(inLastMinute)} of ${counted(Math.floor(perMinute), 'request')} in the last minute`;
  const now = `${inDigits(inFlight)} of ${inDigits(concurrency)} at once`;
  const more = waiting > 0 ? `, ${inDigits(waiting)} waiting` : '';
  const pause =
    pausedMs > 0 ? ` The service asked for a pause of ${inDigits(Math.ceil(pausedMs / 1_000))} s.` : '';
  return `${used}, ${now}${more}.${pause}`;
}

export const stepWords: Record<ConnectionTestStep, string> = {
  address: 'Address',
  certificate: 'Certificate',
  token: 'Token',
  metadata: 'Interface',
  assignments: 'One assignment',
  lines: 'One journal line',
};
