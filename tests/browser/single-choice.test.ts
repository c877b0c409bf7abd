import { createElement, useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MultiSelect } from '@/components/ui/fields/multi-select';
import { OptionChecklist } from '@/components/ui/fields/option-checklist';
import { draw } from './draw';

const options = ['100', '200', '210'].map((value) => ({ value, label: `Entity ${value}` }));

function Choice({ told }: { told: (values: readonly string[]) => void }) {
  const [values, setValues] = useState<readonly string[]>(['200']);
  const onChange = (chosen: string[]) => {
    told(chosen);
    setValues(chosen);
  };
  const labels = { label: 'Entity', allLabel: 'All entities' };
  return createElement(MultiSelect<string>, { ...labels, values, options, isSingle: true, onChange });
}

/** A choice of one of three entities, of which 200 is chosen, with its list open. */
async function openChoice() {
  const chosen: string[] = [];
  const told = (values: readonly string[]) => void chosen.push(values.join());
  draw(createElement(Choice, { told }));
  const button = page.getByRole('button', { name: 'Entity' });
  await button.click();
  await expect.element(page.getByRole('radiogroup', { name: 'Entity' })).toBeVisible();
  return { button, chosen, one: (id: string) => page.getByRole('radio', { name: `Entity ${id}` }) };
}

it('offers one of several as radio buttons, and closes when one is pressed', async () => {
  const { button, chosen, one } = await openChoice();
  expect(page.getByRole('radio').elements()).toHaveLength(3);
  expect(page.getByRole('checkbox').elements()).toHaveLength(0);
  await expect.element(one('200')).toBeChecked();
  await one('210').click();
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  await expect.element(button).toHaveTextContent('Entity: Entity 210');
  expect(chosen).toEqual(['210']);
});

it('walks by arrows as radio buttons do, and closes by Enter or Space on what is chosen', async () => {
  const { button, chosen, one } = await openChoice();
  await userEvent.keyboard('{ArrowDown}'); // from the search to what is chosen
  await expect.element(one('200')).toHaveFocus();
  expect(chosen).toEqual([]);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(one('210')).toHaveFocus();
  await expect.element(one('210')).toBeChecked();
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  await expect.element(button).toHaveFocus();
  await button.click();
  await userEvent.keyboard('{ArrowDown}{ArrowUp}');
  await expect.element(one('200')).toBeChecked();
  await userEvent.keyboard(' ');
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  expect(chosen).toEqual(['210', '200']);
});

it('lets Enter in its search press nothing else, which may have the focus by then', () => {
  const nothing = () => undefined;
  const field = {
    label: 'Entity',
    values: [],
    onChange: nothing,
    options,
    search: '210',
    setSearch: nothing,
  };
  const { place } = draw(createElement(OptionChecklist<string>, field));
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  place.querySelector('input')?.dispatchEvent(enter);
  expect(enter.defaultPrevented).toBe(true);
});
