import { describe, expect, it } from 'vitest';
import { inOrder, peopleOf } from '@/components/session/signed-in-people';
import type { ListedSession } from '@/lib/contract/session/session';

function session(id: string, person: string, startedAt: string, current = false): ListedSession {
  const instant = `2026-03-02T${startedAt}:00.000Z`;
  return {
    id,
    person: { id: person.toLowerCase(), name: person, roles: ['auditor'] },
    current,
    startedAt: instant,
    usedAt: instant,
    expiresAt: instant,
    address: '127.0.0.1',
    agent: '',
  };
}

const sessions = [
  session('1', 'Zoe', '08:00'),
  session('2', 'Ann', '09:00'),
  session('3', 'Zoe', '11:00'),
  session('4', 'Ann', '10:00'),
  session('5', 'Ann', '07:00', true),
];

describe('the people who are signed in', () => {
  it('come by name, each with their sessions: the asking one first, then the youngest', () => {
    const told = peopleOf(sessions, '').map(({ name, isOneself, sessions: own }) => [
      name,
      isOneself,
      own.map(({ id }) => id).join(' '),
    ]);
    expect(told).toEqual([
      ['Ann', true, '5 4 2'],
      ['Zoe', false, '3 1'],
    ]);
  });

  it('are searched by name, whatever the case and the blanks around', () => {
    expect(peopleOf(sessions, ' zO ').map(({ name }) => name)).toEqual(['Zoe']);
    expect(peopleOf(sessions, 'nobody')).toEqual([]);
  });

  it('keep their order when a session is used', () => {
    const used = sessions.map((one) => ({ ...one, usedAt: '2026-03-02T23:00:00.000Z' })).reverse();
    expect(inOrder(used).map(({ id }) => id)).toEqual(inOrder(sessions).map(({ id }) => id));
  });
});
