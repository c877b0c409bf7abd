import { expect, it } from 'vitest';
import { BodyError, BodyMemory, BoundedBody, readBounded } from '@/lib/server/bounded-body';

const mb = 2 ** 20;
const chunk = Buffer.alloc(mb / 4, 'x');

/** A body of so many MB in a room; one that fails holds nothing of it. */
function bodyOf(megabytes: number, memory: BodyMemory): BoundedBody {
  const body = new BoundedBody(100 * mb, memory);
  try {
    for (let at = 0; at < megabytes * 4; at++) body.add(chunk);
  } catch (error) {
    body.release();
    throw error;
  }
  return body;
}

it('is collected up to its limit, to the byte', async () => {
  const chunks = ['abc', 'de', ''].map((text) => Buffer.from(text));
  expect((await readBounded(chunks, 5)).toString()).toBe('abcde');
  await expect(readBounded(chunks, 4)).rejects.toEqual(new BodyError('too-long'));
  expect(await readBounded([], 0)).toHaveLength(0);
});

it('keeps what came before it was too long', () => {
  const body = new BoundedBody(5);
  body.add(Buffer.from('abc'));
  expect(() => body.add(Buffer.from('def'))).toThrow(BodyError);
  expect(body.whole().toString()).toBe('abc');
});

it('finds no room while others hold it, and again once they are released', () => {
  const memory = new BodyMemory(30 * mb); // 24 while one of 9 grows from 8 to 16
  const held = [bodyOf(9, memory), bodyOf(5, memory)];
  for (const one of held) one.whole();
  expect(() => bodyOf(9, memory)).toThrow(new BodyError('no-memory'));
  for (const one of held) one.release();
  expect(bodyOf(9, memory).whole()).toHaveLength(9 * mb);
});

it('always finds room when it is small', () => {
  const memory = new BodyMemory(0);
  expect(bodyOf(1, memory).whole()).toHaveLength(mb);
  expect(() => bodyOf(2, memory)).toThrow(new BodyError('no-memory'));
});

it('gives back all that it took, however often it is released', () => {
  const memory = new BodyMemory(24 * mb);
  for (let times = 0; times < 30; times++) {
    const body = bodyOf(9, memory);
    if (times % 2 === 0) body.whole();
    body.release();
    body.release();
  }
  expect(() => memory.take(24 * mb)).not.toThrow();
  expect(() => memory.take(2 * mb)).toThrow(BodyError);
});
