import { createElement } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AccessToolbar } from '@/components/access/filters/access-toolbar';
import { withPageStyles } from '@/tests/support/browser/page-styles';
import { draw } from './draw';

withPageStyles();

async function someToolbar(groupNames: readonly string[]) {
  await page.viewport(390, 844);
  const before = window.location.href;
  onTestFinished(() => window.history.replaceState(null, '', before));
  const entityIds = groupNames.map((_, at) => String(100 + at));
  draw(createElement(AccessToolbar, { types: [], entityIds, entityNames: entityIds, groupNames }));
  await userEvent.click(page.getByRole('button', { name: 'More' }));
}
const folded = () => new URLSearchParams(window.location.search).getAll('foldGroup');

it('a phone, whose heads have no room for it, folds groups of entities among its filters', async () => {
  await someToolbar(['DACH', 'DACH', 'Nordics', 'Nordics', 'Alone', '']);
  await userEvent.click(page.getByRole('button', { name: 'Folded groups' }));
  const list = page.getByRole('dialog', { name: 'Folded groups' });
  await expect.element(list.getByText('Alone')).not.toBeInTheDocument(); // it has one entity
  await userEvent.click(list.getByText('Nordics'));
  await expect.poll(folded).toEqual(['Nordics']);
  await userEvent.click(list.getByText('Nordics'));
  await expect.poll(folded).toEqual([]);
});

it('offers nothing to fold where no entity has a group', async () => {
  await someToolbar(['', '']);
  await expect.element(page.getByRole('checkbox', { name: 'Hide empty columns' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Folded groups' })).not.toBeInTheDocument();
});
