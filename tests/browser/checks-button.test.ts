import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ChecksButton } from '@/components/journal/checks/checks-button';
import type { JournalAddress } from '@/components/journal/journal-address';
import { journalChecksQuery } from '@/lib/client/journal/journal';
import type { JournalChecks } from '@/lib/contract/journal/journal-checks';
import { defaultJournalQuery } from '@/lib/domain/journal/query';
import { draw } from './draw';

const day = '2026-11-15';

/** The texts of the buttons where checks find so many lines, and which check a press of the last one shows. */
function buttons(lines: number | null, doubt: string | null = null) {
  const check = { title: 'Must not be posted as they are', meaning: '', advice: '', filter: {} };
  const checks: JournalChecks = {
    checks: [
      { ...check, id: 'item-access', lines: doubt === null ? 3 : null },
      { ...check, id: 'location-access', lines: doubt === null ? 0 : null },
    ],
    any: { ...check, id: 'any', lines },
    ...{ doubt, lines: 608, today: day, copy: 'a-1', asOf: '2026-11-15T10:00:00Z', refreshing: false },
  };
  const data = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  data.setQueryData(journalChecksQuery(defaultJournalQuery, day, 'default').queryKey, checks);
  const shown: (string | null)[] = [];
  const address = { query: defaultJournalQuery, day, showCheck: (id: string | null) => shown.push(id) };
  draw(
    createElement(ChecksButton, {
      address: address as unknown as JournalAddress, // all that it reads of it
      ...{ connection: 'default', isReady: true, isOpen: false, onPress: () => undefined },
    }),
    { data },
  );
  const texts = page
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent);
  return { texts, shown };
}

it('says how many checks find lines, and leads to the lines that must not be posted', async () => {
  const { texts, shown } = buttons(108);
  expect(texts).toEqual(['Checks(1)', '108 lines must not be posted']);
  await page.getByRole('button', { name: /must not be posted/ }).click({ force: true });
  expect(shown).toEqual(['any']);
});

it.each([
  [108, '108 lines must not be posted, 2 checks not known'],
  [null, '2 checks not known'],
])('says which checks are not known beside %j lines', (lines, words) => {
  expect(buttons(lines, 'Why.').texts).toEqual(['Checks(0)', words]);
});

it('says nothing more where no line must be held back', () => {
  expect(buttons(0).texts).toEqual(['Checks(1)']);
});
