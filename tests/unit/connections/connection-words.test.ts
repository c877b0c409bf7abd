import { describe, expect, it } from 'vitest';
import { abilitiesInWords, stateInWords } from '@/components/connections/connection-words';
import { daysLeft, secretInWords } from '@/lib/domain/secret-expiry';

const health = { lastAnswerAt: null, lastAnswerMs: null, lastFailure: null };

it('says "Responds" only of a service that did', () => {
  expect(stateInWords({ ...health, isUp: false, problem: null }).word).toBe('Not asked yet');
  expect(stateInWords({ ...health, isUp: false, problem: 'Away.' }).word).toBe('Does not respond');
  expect(stateInWords({ ...health, isUp: true, problem: null }).word).toBe('Responds');
});

it('leaves out what no request has shown of a service', () => {
  const unknown = { filters: null, quotedBooleans: null, pages: null, limits: null };
  expect(abilitiesInWords(unknown)).toEqual([]);
  expect(abilitiesInWords({ ...unknown, filters: false })).toHaveLength(1);
});

describe('the last day of a secret', () => {
  const now = Date.parse('2027-01-17T23:30:00Z');
  it.each([
    ['2027-01-16', -1, true],
    ['2027-01-17', 0, true],
    ['2027-01-31', 14, true],
    ['2027-02-01', 15, false],
  ])('%s is %i days away', (day, days, isNear) => {
    expect(daysLeft(day, now)).toBe(days);
    expect(secretInWords(day, now).isNear).toBe(isNear);
  });
});
