import { createElement, useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { bodyOnDemand } from '@/components/ui/on-demand';
import { Dialog } from '@/components/ui/overlays/modal';
import { Popover } from '@/components/ui/overlays/popover';
import { draw } from './draw';

/** Code that comes, or does not, when it is let go. */
function someCode() {
  let asked = 0;
  let settle = { come: (): void => undefined, fail: (): void => undefined };
  const Body = bodyOnDemand<{ say: string }>(async () => {
    asked++;
    await new Promise<void>((come, fail) => {
      settle = { come, fail: () => fail(new Error('The chunk did not come.')) };
    });
    return ({ say }) => createElement('input', { 'aria-label': say, 'data-autofocus': '' });
  });
  return { Body, asked: () => asked, come: () => settle.come(), fail: () => settle.fail() };
}

/** A page with a switch that takes keys, of which `o` opens a dialog. */
function switchPage({ Body }: ReturnType<typeof someCode>) {
  const heard: string[] = [];
  const Page = () => {
    const [isOpen, setOpen] = useState(false);
    return [
      createElement('button', {
        key: 'switch',
        onKeyDown: ({ key }) => (key === 'o' ? setOpen(true) : heard.push(key)),
        onClick: () => heard.push('press'),
      }),
      createElement(Dialog, {
        key: 'sheet',
        isOpen,
        title: 'Sheet',
        onClose: () => setOpen(false),
        children: createElement(Body, { say: 'Search' }),
      }),
    ];
  };
  const { place } = draw(createElement(Page));
  place.querySelector('button')?.focus();
  return heard;
}

it('opens a sheet before its code has come: no key reaches the page below, and the body takes the focus', async () => {
  const code = someCode();
  const heard = switchPage(code);
  await userEvent.keyboard('ozurich {Enter} ');
  await expect.element(page.getByRole('dialog', { name: 'Sheet' })).toHaveTextContent('Loading…');
  code.come();
  const field = page.getByRole('textbox', { name: 'Search' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('420');
  await expect.element(field).toHaveValue('420');
  await userEvent.keyboard('{Escape}a');
  expect(heard).toEqual(['a']); // the switch has the focus again
});

it('closes a sheet by Escape while its code loads, and draws the body at once when it opens again', async () => {
  const code = someCode();
  const heard = switchPage(code);
  await userEvent.keyboard('o{Escape}a');
  expect(heard).toEqual(['a']);
  code.come();
  await userEvent.keyboard('o');
  await expect.element(page.getByRole('textbox', { name: 'Search' })).toHaveFocus();
  expect(code.asked()).toBe(1);
});

it('keeps the page where the code of a part does not come, says so, and loads it when asked again', async () => {
  const code = someCode();
  const heard = switchPage(code);
  await userEvent.keyboard('o');
  await expect.poll(code.asked).toBe(1);
  code.fail();
  const sheet = page.getByRole('dialog', { name: 'Sheet' });
  await expect.element(sheet.getByRole('status')).toHaveTextContent(/could not be loaded/);
  await sheet.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(code.asked).toBe(2);
  code.fail();
  await expect.element(sheet.getByRole('button', { name: 'Try again' })).toBeEnabled();
  await expect.element(sheet.getByRole('status')).toHaveTextContent(/could not be loaded/);
  await sheet.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(code.asked).toBe(3);
  code.come();
  await expect.element(page.getByRole('textbox', { name: 'Search' })).toHaveFocus();
  await userEvent.keyboard('{Escape}a');
  expect(heard).toEqual(['a']);
});

it('gives the focus of a popover to the first field of its body', async () => {
  const { Body, come } = someCode();
  draw(
    createElement(Popover, {
      label: 'Export',
      trigger: createElement<Record<string, unknown>>('button', {}, 'Export…'),
      children: createElement(Body, { say: 'Name' }),
    }),
  );
  await page.getByRole('button', { name: 'Export…' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Export' })).toHaveFocus();
  come();
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus();
});
