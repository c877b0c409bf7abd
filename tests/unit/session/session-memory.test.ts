import { expect, it } from 'vitest';
import { SessionMemory } from '@/lib/server/auth/session-memory';
import type { LiveSession } from '@/lib/server/auth/actor';

const sessionOf = (id: string): LiveSession => ({
  actor: { personId: `person-${id}`, name: 'Ann', roles: ['auditor'], sessionId: `session-${id}` },
  startedAt: 0,
  usedAt: 0,
  expiresAt: 3_600_000,
  endsAt: 3_600_000,
  address: '192.0.2.7',
  agent: 'Firefox',
});

it('keeps ten thousand sessions, and forgets those first that were found longest ago', () => {
  const memory = new SessionMemory(() => 0);
  for (let i = 0; i < 10_000; i++) memory.remember(String(i), sessionOf(String(i)), 0);
  memory.remember('0', sessionOf('0'), 0);
  memory.remember('one more', sessionOf('one more'), 0);
  expect(memory.recall('1')).toBeNull();
  expect(memory.recall('0')).not.toBeNull();
  expect(memory.recall('one more')).not.toBeNull();
});

it('does not remember a session that is just being ended, though somebody still finds it', () => {
  let now = 0;
  const memory = new SessionMemory(() => now);
  memory.remember('a', sessionOf('a'), 0);
  memory.remember('b', sessionOf('b'), 0);
  memory.forgetAllOf('session-a');
  memory.remember('a', sessionOf('a'), 0);
  expect(memory.recall('a')).toBeNull();
  expect(memory.recall('b')).not.toBeNull();
  now = 10_000;
  memory.remember('a', sessionOf('a'), 0);
  expect(memory.recall('a')).not.toBeNull();
  memory.forgetAllOf('person-a');
  expect(memory.recall('a')).toBeNull();
});

it('looks at few others to forget one, and keeps ten thousand that end', () => {
  let asked = 0;
  const memory = new SessionMemory(() => {
    asked++;
    return 0;
  });
  for (let i = 0; i <= 10_000; i++) memory.forget(String(i));
  expect(asked).toBeLessThan(30_010);
  for (const key of ['0', '1', '10000']) memory.remember(key, sessionOf(key), 0);
  expect(memory.recall('0')).not.toBeNull();
  expect(memory.recall('1')).toBeNull();
  expect(memory.recall('10000')).toBeNull();
});

it('has nothing to note of a token that nobody has', () => {
  let asked = 0;
  const memory = new SessionMemory(() => asked++);
  for (let i = 0; i < 1_000; i++) memory.drop(String(i));
  expect(asked).toBe(0);
});
