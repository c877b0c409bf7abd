import { expect, it } from 'vitest';
import { RepeatableRequest } from '@/lib/client/repeatable-request';

it('names the same wish until it was answered, and another as soon as anything in it is another', async () => {
  const request = new RepeatableRequest();
  const keys: string[] = [];
  const send = (content: unknown, isLost = false) =>
    request.send(content, (key) => {
      keys.push(key);
      return isLost ? Promise.reject(new Error('lost')) : Promise.resolve('id');
    });
  await expect(send({ reason: 'a' }, true)).rejects.toThrow('lost');
  await expect(send({ reason: 'a' }, true)).rejects.toThrow('lost');
  await expect(send({ reason: 'b' }, true)).rejects.toThrow('lost'); // edited meanwhile
  await expect(send({ reason: 'b' })).resolves.toBe('id');
  await send({ reason: 'b' }); // meant once more
  const [first, again, edited, sent, anew] = keys;
  expect([again, sent]).toEqual([first, edited]);
  expect(new Set([first, edited, anew]).size).toBe(3);
});
