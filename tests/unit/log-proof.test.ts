import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LogProof } from '@/components/overview/log-proof';
import type { Activity } from '@/lib/contract/changes/activity';
import { signedInWords } from '@/lib/domain/ledger/log-words';

type Verdict = NonNullable<Activity['log']['verified']>['verdict'];

/** The card as it is drawn of a log that was verified last with this verdict. */
function card(verdict: Verdict | null, entries: number, signedTo: number, hasLosses = false): string {
  const verified = verdict && { at: '2026-11-25T10:00:00.000Z', verdict, head: entries };
  const client = new QueryClient();
  const activity: Activity = {
    ...{ days: [], outside: { day: 0, waiting: 0 } },
    ...{ refused: { sets: 0, assignments: 0 }, unconfirmed: { sets: 0, assignments: 0 } },
    log: { entries, signedTo, verified },
  };
  client.setQueryData(['activity'], activity);
  const query = new QueryObserver<Activity>(client, { queryKey: ['activity'] }).getCurrentResult();
  const proof = createElement(LogProof, { activity: query, hasLosses, evidence: null });
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, proof));
}

it('says how much is signed only of a log that was found intact', () => {
  expect(card('intact', 9, 9)).toContain('All are signed.');
  for (const verdict of ['broken', 'gap', null] as const) expect(card(verdict, 9, 9)).not.toMatch(/signed/);
});

it('says that signed entries are missing', () => {
  for (const verdict of ['intact', 'broken', null] as const)
    expect(card(verdict, 9, 12)).toContain('Signed entries are missing: 12 were signed, and 9 are there.');
});

it('says at once that entries are missing where the console found so at its start', () => {
  expect(card(null, 9, 9, true)).toMatch(/text-danger[\s\S]*Entries are missing/);
  expect(card('gap', 9, 9, true)).toMatch(/text-danger[\s\S]*9 entries, and others that were lost/);
  expect(card(null, 9, 9)).not.toMatch(/text-danger|missing/);
});

it.each([
  [1, 1, 'It is signed.'],
  [9, 0, 'None of them is signed by this console’s key yet.'],
  [9, 8, 'The first 8 are signed; the last one is not signed yet.'],
  [9, 1, 'The first is signed; the last 8 are not signed yet.'],
])('promises no signature: %i entries, signed to %i', (entries, signedTo, words) => {
  expect(signedInWords(entries, signedTo)).toBe(words);
});
