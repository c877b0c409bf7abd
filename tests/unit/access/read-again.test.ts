import { expect, it } from 'vitest';
import { watchedRead, type ReadTransport } from '@/lib/client/matrix/read-again';

type Status = Awaited<ReturnType<ReadTransport['status']>>;

const at = (minute: number, loading = false): Status => ({
  loading,
  asOf: `2026-11-04T10:0${String(minute)}:00.000Z`,
  problem: null,
});
const problem = { code: 'service-unavailable', detail: 'It is away.', at: '2026-11-04T10:09:00.000Z' };

/** Answers the statuses one after the other. @returns what it came to, and what was done on the way. */
async function watched(statuses: readonly Status[]) {
  const steps: string[] = [];
  const left = [...statuses];
  const result = await watchedRead({
    refresh: () => Promise.resolve(void steps.push('refresh')),
    status: () => {
      const next = left.shift();
      return next ? Promise.resolve(next) : Promise.reject(new Error('Asked once too often.'));
    },
    wait: () => Promise.resolve(void steps.push('wait')),
  });
  expect(left).toEqual([]);
  return { result, steps };
}

it('waits until the read that it asked for has landed', async () => {
  expect(await watched([at(1), at(1, true), at(2)])).toEqual({ result: null, steps: ['refresh', 'wait'] });
});

it('asks for another read after one that was under way', async () => {
  const { steps } = await watched([at(1, true), at(2), at(2, true), at(3)]);
  expect(steps).toEqual(['wait', 'refresh', 'wait']);
});

it('says why a read failed', async () => {
  expect((await watched([at(1), { ...at(1), problem }])).result).toEqual(problem);
});

it('does not take the word of a replica that has read nothing since', async () => {
  const { steps } = await watched([at(3), at(1), at(4)]);
  expect(steps).toEqual(['refresh', 'wait']);
});
