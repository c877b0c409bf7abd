import { expect, it } from 'vitest';
import { BodyFault, BodyRoom, BoundedBody, readBounded } from '@/lib/server/bounded-body';

const mb = 2 ** 20;
const chunk = Buffer.alloc(mb / 4, 'x');

/** A body of so many MB in a room; one that fails holds nothing of it. */
function bodyOf(megabytes: number, room: BodyRoom): BoundedBody {
  const body = new BoundedBody(100 * mb, room);
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
  await expect(readBounded(chunks, 4)).rejects.toEqual(new BodyFault('too-long'));
  expect(await readBounded([], 0)).toHaveLength(0);
});

it('keeps what came before it was too long', () => {
  const body = new BoundedBody(5);
  body.add(Buffer.from('abc'));
  expect(() => body.add(Buffer.from('def'))).toThrow(BodyFault);
  expect(body.whole().toString()).toBe('abc');
});

it('finds no room while others hold it, and again once they are released', () => {
  const room = new BodyRoom(30 * mb); // 24 while one of 9 grows from 8 to 16
  const held = [bodyOf(9, room), bodyOf(5, room)];
  for (const one of held) one.whole();
  expect(() => bodyOf(9, room)).toThrow(new BodyFault('no-room'));
  for (const one of held) one.release();
  expect(bodyOf(9, room).whole()).toHaveLength(9 * mb);
});

it('always finds room when it is small', () => {
  const room = new BodyRoom(0);
  expect(bodyOf(1, room).whole()).toHaveLength(mb);
  expect(() => bodyOf(2, room)).toThrow(new BodyFault('no-room'));
});

it('gives back all that it took, however often it is released', () => {
  const room = new BodyRoom(24 * mb);
  for (let times = 0; times < 30; times++) {
    const body = bodyOf(9, room);
    if (times % 2 === 0) body.whole();
    body.release();
    body.release();
  }
  expect(() => room.take(24 * mb)).not.toThrow();
  expect(() => room.take(2 * mb)).toThrow(BodyFault);
});
