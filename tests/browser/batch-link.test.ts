import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { BatchLink } from '@/components/journal/line/line-opened';
import { FirstConnection } from '@/lib/client/connection';
import { sessionQuery } from '@/lib/client/session/session';
import type { Session } from '@/lib/contract/session/session';
import { draw } from './draw';

const bcUrl = 'https://bc.example/BC/?company=A';
const connections: Session['connections'] = [
  { key: 'first', label: 'First', kind: 'production', currency: null, bcUrl: null, reference: false },
  { key: 'second', label: 'Second', kind: 'production', currency: null, bcUrl, reference: false },
];

function linkIn(address: string) {
  const data = new QueryClient();
  data.setQueryData(sessionQuery().queryKey, {
    user: { id: '1', name: 'Ada', roles: ['accountant'] },
    ...{ signIn: 'demo', connections, accessReason: 'optional', demo: null },
    ...{ expiresAt: '2030-01-01T00:00:00Z', endsAt: '2030-01-01T00:00:00Z' },
    clock: { endsAt: Infinity, expiresAt: Infinity, idleMs: Infinity },
  });
  const link = createElement(BatchLink, { line: { template: 'ITEM', batch: 'DEFAULT', lineNo: 10_000 } });
  draw(createElement(FirstConnection, { value: 'first' }, link), { address, data });
  return page.getByRole('link', { name: 'Find batch ITEM / DEFAULT in Business Central' });
}

it('leads from a line to its batch in the company of its connection', async () => {
  const link = linkIn('connection=second');
  await expect
    .element(link)
    .toHaveAttribute(
      'href',
      expect.stringMatching(/^https:\/\/bc\.example\/BC\/\?company=A&page=262&filter=/),
    );
  await expect.element(link).toHaveAttribute('target', '_blank');
});

it('is not there where no address is set', () => {
  expect(linkIn('').query()).toBeNull();
});
