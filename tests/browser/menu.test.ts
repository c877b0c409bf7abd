import { createElement } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MenuContent } from '@/components/ui/overlays/menu';
import { draw } from './draw';

it('keeps the choices of one setting apart from those of another, and moves through all of them', async () => {
  const chosen: string[] = [];
  const choice = (label: string, isSelected: boolean) => ({
    ...{ label, isSelected },
    onSelect: () => chosen.push(label),
  });
  const groups = [
    { heading: 'Theme', items: [choice('Light', true), choice('Dark', false)] },
    { heading: 'Rows', items: [choice('Compact', true), choice('Comfortable', false)] },
  ];
  const menu = { label: 'Account', groups, header: 'Somebody', onClose: () => undefined };
  draw(createElement(MenuContent, menu));
  const theme = page.getByRole('group', { name: 'Theme' });
  await expect.poll(() => theme.getByRole('menuitemradio').elements().length).toBe(2);
  expect(page.getByRole('menuitemradio', { checked: true }).elements()).toHaveLength(2); // one of each group
  page.getByRole('menuitemradio', { name: 'Light' }).element().focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  expect(chosen).toEqual(['Comfortable']);
});
