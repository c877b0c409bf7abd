import { describe, expect, it } from 'vitest';
import { switchPolicy } from '@/lib/server/services/changes/execution/policy';
import {
  mayBeOvertaken,
  next,
  type CellPolicy,
  type Observation,
  type OpenCell,
  type RequestFailure,
  type Verdict,
} from '@/lib/domain/changes/cell-protocol';

/*
 * The protocol of one cell as one table: what stands of it, what was seen, what is done next. It is to be read beside
 * section 1 of the quality goals; the numbers of its scenarios stand at the rows that keep them.
 */

const patient: CellPolicy = {
  mostSends: 5,
  mostTries: 5,
  timedOutMs: 600_000,
  brokenOffMs: 30_000,
  firstPauseMs: 2_000,
  longestPauseMs: 60_000,
  longestUnconfirmedPauseMs: 10_000,
  whenNotDone: 'send again',
};
/** A large set in the background. */
const inBackground = patient;
/** A switch, for which a person waits. */
const interactive: CellPolicy = { ...patient, ...switchPolicy };
/** A set that was cancelled, or whose starter may no longer act. */
const cancelled: CellPolicy = { ...patient, whenNotDone: 'cancel' };
/** A switch whose caller was told that nobody knows. */
const leftAlone: CellPolicy = { ...interactive, mostSends: 0 };

/** Not sent yet: access is to be given, and the person saw that there was none. */
const waiting: OpenCell = {
  cell: { recordType: 'Customer', recordId: '10000', entityId: '100' },
  wanted: true,
  expected: false,
  state: 'pending',
  tries: 0,
  sends: 0,
  sentAt: null,
  unconfirmedUntil: null,
};
const blind: OpenCell = { ...waiting, expected: null };
/** Sent at 1,000, and certainly not carried out. */
const takenBack: OpenCell = { ...waiting, sends: 1 };
/** Sent at 1,000, and it may have been carried out. */
const sent: OpenCell = { ...waiting, sends: 1, sentAt: 1_000 };
/** Left without proof: until 31,000 the service may still carry it out. */
const unconfirmed: OpenCell = { ...sent, state: 'unknown', unconfirmedUntil: 31_000 };

const refused: RequestFailure = { of: 'refused', words: 'The record is blocked.' };
const cellFailed: RequestFailure = { of: 'cell', words: 'It failed inside.' };
const serviceFailed: RequestFailure = { of: 'service', words: 'It is overloaded.' };

const before = (value: boolean | null, isOvertaken = false): Observation => ({
  seen: 'before',
  value,
  isOvertaken,
});
const unreadable = (failure: RequestFailure): Observation => ({ seen: 'unreadable', failure });
const answer = (
  what: Extract<Observation, { seen: 'answer' }>['answer'],
  value: boolean | null | undefined,
): Observation => ({ seen: 'answer', answer: what, value });
const notSent = (failure: RequestFailure): Observation => ({ seen: 'not sent', failure });
const again = (value: boolean | null | undefined, now: number, isOvertaken = false): Observation => ({
  seen: 'again',
  value,
  isOvertaken,
  now,
});

const send: Verdict = { do: 'send' };
const trouble: Verdict = { do: 'trouble' };
const settle = (outcome: string, why: unknown = '') => ({ do: 'settle', outcome, why });
const ask = (forMs: number, nextMs = 1_000): Verdict => ({ do: 'unconfirmed', forMs, nextMs });
const postpone = (nextMs: number, isTry: boolean, why: unknown = expect.any(String)) => ({
  do: 'postpone',
  nextMs,
  isTry,
  why,
});
const words = (part: string): unknown => expect.stringContaining(part);

type Row = [what: string, cell: OpenCell, observed: Observation, policy: CellPolicy, verdict: unknown];

describe.each<{ when: string; rows: Row[] }>([
  {
    when: 'read before a POST',
    rows: [
      ['the value is the one seen: it is sent', waiting, before(false), inBackground, send],
      ['no value was named: it is sent', blind, before(false), interactive, send],
      ['it has the value', waiting, before(true), inBackground, settle('already')],
      ['7. changed meanwhile: left alone', { ...waiting, expected: true }, before(false), interactive, settle('conflict')],
      ['7. it is gone', waiting, before(null), inBackground, settle('conflict')],
      ['1. sent before, and there: it was us', sent, before(true), inBackground, settle('applied')],
      ['sent before, and somebody made the same change since', sent, before(true, true), inBackground, settle('already')],
      ['2. sent before, and not there: once more', sent, before(false), inBackground, send],
      ['6. sent before, and somebody changed it since', sent, before(false, true), inBackground, settle('conflict')],
      ['sent before without effect, and there: not us', takenBack, before(true), inBackground, settle('already')],
      ['sent before without effect, and changed since', takenBack, before(false, true), inBackground, settle('conflict')],
    ],
  },
  {
    when: 'not readable before a POST',
    rows: [
      ['refused', waiting, unreadable(refused), inBackground, settle('rejected', refused.words)],
      ['refused, while a person waits', waiting, unreadable(refused), interactive, settle('rejected', refused.words)],
      ['21. failed at this cell: later', waiting, unreadable(cellFailed), inBackground, postpone(2_000, true)],
      ['21. failed a fourth time: later still', { ...waiting, tries: 3 }, unreadable(cellFailed), inBackground, postpone(16_000, true)],
      ['21. failed a fifth time: parked', { ...waiting, tries: 4 }, unreadable(cellFailed), inBackground, settle('rejected', words('failed 5 times'))],
      ['11. the service fails: the set pauses', waiting, unreadable(serviceFailed), inBackground, trouble],
      ['the service fails, while a person waits: the switch ends', waiting, unreadable(serviceFailed), interactive, trouble],
      ['it failed at this cell, while a person waits: the same', waiting, unreadable(cellFailed), interactive, trouble],
      ['3. sent before: a refused question decides nothing', sent, unreadable(refused), inBackground, ask(30_000)],
      ['3. sent before: nor does a failed one', sent, unreadable(cellFailed), inBackground, ask(30_000)],
      ['3. sent before: nor a service that fails', sent, unreadable(serviceFailed), inBackground, ask(30_000)],
    ],
  },
  {
    when: 'sent and read back',
    rows: [
      ['it is there', sent, answer('accepted', true), inBackground, settle('applied')],
      ['1. the answer was lost, and it is there', sent, answer('broken off', true), interactive, settle('applied')],
      ['it came late, and it is there', sent, answer('timed out', true), inBackground, settle('applied')],
      ['22. the answer said nothing, and it is there', sent, answer('no proper answer', true), interactive, settle('applied')],
      ['taken and not kept', sent, answer('accepted', false), inBackground, settle('rejected', words('did not keep it'))],
      ['taken, and then gone', sent, answer('accepted', null), interactive, settle('rejected', words('did not keep it'))],
      ['3. taken, and not readable', sent, answer('accepted', undefined), inBackground, ask(0)],
      ['2. broken off, and not there: later', sent, answer('broken off', false), inBackground, postpone(2_000, false)],
      ['2. the same a third time: later still', { ...sent, sends: 3 }, answer('broken off', false), inBackground, postpone(8_000, false)],
      ['2. broken off, while a person waits: at once', sent, answer('broken off', false), interactive, send],
      ['21. broken off a fifth time', { ...sent, sends: 5 }, answer('broken off', false), inBackground, ask(30_000)],
      ['broken off twice, while a person waits', { ...sent, sends: 2 }, answer('broken off', false), interactive, ask(30_000)],
      ['3. broken off, and not readable', sent, answer('broken off', undefined), inBackground, ask(30_000)],
      ['timed out: it may still be at work for ten minutes', sent, answer('timed out', false), interactive, ask(600_000)],
      ['no proper answer: it may still be at work', sent, answer('no proper answer', false), inBackground, ask(30_000)],
    ],
  },
  {
    when: 'certainly not carried out',
    rows: [
      ['refused', waiting, notSent(refused), inBackground, settle('rejected', refused.words)],
      ['refused, while a person waits', waiting, notSent(refused), interactive, settle('rejected', refused.words)],
      ['10. the service takes nothing: the set pauses', waiting, notSent(serviceFailed), inBackground, trouble],
      ['the same, while a person waits: the switch ends', waiting, notSent(serviceFailed), interactive, trouble],
      ['forbidden, perhaps of this entity alone: later', waiting, notSent(cellFailed), inBackground, postpone(2_000, false)],
      ['the same, but an earlier POST may be carried out', sent, notSent(cellFailed), inBackground, ask(30_000)],
      ['refused, but an earlier POST may be carried out', sent, notSent(refused), inBackground, ask(30_000)],
      ['12. an earlier POST may be, and the service takes nothing', sent, notSent(serviceFailed), inBackground, trouble],
      ['the same, while a person waits', sent, notSent(serviceFailed), interactive, trouble],
    ],
  },
  {
    when: 'asked again what became of it',
    rows: [
      ['3. it is there', unconfirmed, again(true, 5_000), inBackground, settle('applied')],
      ['it is there, and somebody made the same change since', unconfirmed, again(true, 5_000, true), inBackground, settle('already')],
      ['the same, while it is cancelled', unconfirmed, again(true, 5_000, true), cancelled, settle('already')],
      ['not there, and it may still happen', unconfirmed, again(false, 5_000), inBackground, ask(30_000, 2_000)],
      ['the same, asked at once', unconfirmed, again(false, 1_000), inBackground, ask(30_000, 1_000)],
      ['the same, asked for long', { ...unconfirmed, unconfirmedUntil: 601_000 }, again(false, 500_000), inBackground, ask(30_000, 10_000)],
      ['3. not readable', unconfirmed, again(undefined, 40_000), inBackground, ask(30_000, 10_000)],
      ['4. its worker was killed: it may happen for half a minute', { ...unconfirmed, unconfirmedUntil: null }, again(false, 30_999), inBackground, ask(30_000, 10_000)],
      ['4. and no longer', { ...unconfirmed, unconfirmedUntil: null }, again(false, 31_000), inBackground, postpone(0, false, '')],
      ['2. it did not happen: once more', unconfirmed, again(false, 31_000), inBackground, postpone(0, false, '')],
      ['2. it did not happen five times', { ...unconfirmed, sends: 5 }, again(false, 31_000), inBackground, settle('rejected', words('sent 5 times'))],
      ['6. somebody changed it since', unconfirmed, again(false, 31_000, true), inBackground, settle('conflict')],
      ['17. cancelled, and it did not happen', unconfirmed, again(false, 31_000), cancelled, settle('cancelled', words('not sent again'))],
      ['17. cancelled, and it happened', unconfirmed, again(true, 31_000), cancelled, settle('applied')],
      ['17. cancelled, and it may still happen', unconfirmed, again(false, 30_000), cancelled, ask(30_000, 10_000)],
      ['a switch that did not happen is not sent later', unconfirmed, again(false, 31_000), leftAlone, settle('rejected', words('did not carry it out'))],
    ],
  },
])('a cell, $when', ({ rows }) => {
  it.each(rows)('%s', (_, cell, observed, policy, verdict) => {
    expect(next(cell, observed, policy)).toEqual(verdict);
  });
}); // prettier-ignore

describe('whatever was seen', () => {
  const values = [true, false, null, undefined] as const;
  const observations: Observation[] = [
    ...values.flatMap((value) => (value === undefined ? [] : [before(value), before(value, true)])),
    ...[refused, cellFailed, serviceFailed].flatMap((failure) => [unreadable(failure), notSent(failure)]),
    ...values.flatMap((value) =>
      (['accepted', 'broken off', 'timed out', 'no proper answer'] as const).map((how) => answer(how, value)),
    ),
    ...values.flatMap((value) => [again(value, 2_000), again(value, 40_000), again(value, 40_000, true)]),
  ];
  const policies = [inBackground, interactive, cancelled, leftAlone];

  it('a change that may have happened is never called refused or cancelled without being read', () => {
    for (const policy of policies)
      for (const cell of [sent, unconfirmed])
        for (const observed of observations) {
          const verdict = next(cell, observed, policy);
          if (verdict.do !== 'settle') continue;
          expect('value' in observed && observed.value !== undefined, JSON.stringify(observed)).toBe(true);
        }
  });

  it('the ledger is asked who changed a cell since just where the answer decides', () => {
    for (const policy of policies)
      for (const cell of [waiting, blind, takenBack, sent, unconfirmed])
        for (const observed of observations) {
          if (observed.seen !== 'before' && observed.seen !== 'again') continue;
          const verdicts = [true, false].map((isOvertaken) =>
            next(cell, { ...observed, isOvertaken }, policy),
          );
          const isDecisive = JSON.stringify(verdicts[0]) !== JSON.stringify(verdicts[1]);
          // What differs from the value seen is a conflict either way.
          const isConflict = verdicts.every((one) => one.do === 'settle' && one.outcome === 'conflict');
          if (!isConflict)
            expect(isDecisive, JSON.stringify(observed)).toBe(mayBeOvertaken(cell, observed, policy));
        }
  });

  it('applied is said only of what was read with the wanted value', () => {
    for (const policy of policies)
      for (const cell of [waiting, blind, takenBack, sent, unconfirmed])
        for (const observed of observations) {
          const verdict = next(cell, observed, policy);
          const isThere = 'value' in observed && observed.value === cell.wanted;
          const isSaid = verdict.do === 'settle' && ['applied', 'already'].includes(verdict.outcome);
          expect(isSaid, JSON.stringify(observed)).toBe(isThere);
        }
  });

  it('nothing is sent more often than the policy has it', () => {
    for (const policy of policies)
      for (const observed of observations) {
        const verdict = next({ ...sent, sends: policy.mostSends }, observed, policy);
        if (observed.seen !== 'before') expect(verdict.do).not.toBe('send');
      }
  });
});
