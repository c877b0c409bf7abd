import { expect, it } from 'vitest';
import { Mutex } from '@/lib/server/mutex';

it('runs one piece of work at a time, in the order asked, also after one that fails', async () => {
  const mutex = new Mutex();
  const seen: string[] = [];
  let endFirst: () => void = () => undefined;
  const first = new Promise<void>((resolve) => (endFirst = resolve));
  const failing = mutex.run(async () => {
    seen.push('first begins');
    await first;
    seen.push('first ends');
    throw new Error('The first one fails.');
  });
  const second = mutex.run(() => {
    seen.push('second');
    return Promise.resolve(2);
  });
  await expect.poll(() => seen).toEqual(['first begins']);
  expect(mutex.size).toBe(2);
  endFirst();
  await expect(failing).rejects.toThrow('The first one fails.');
  expect(await second).toBe(2);
  expect(seen).toEqual(['first begins', 'first ends', 'second']);
  expect(mutex.size).toBe(0);
});
