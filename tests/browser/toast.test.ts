import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PageHeader } from '@/components/shell/page-header';
import { Toaster } from '@/components/ui/feedback/messages';
import { notify, toastStore } from '@/components/ui/feedback/toast-store';
import { KeyDialog } from '@/components/ui/overlays/key-dialog';
import { Confirm, Sheet } from '@/components/ui/overlays/modal';
import { SidePanel } from '@/components/ui/overlays/side-panel';
import { withPageStyles } from '@/tests/support/browser/page-styles';
import { draw } from './draw';

withPageStyles();

/** The place of messages, and a dialog in front of the page. */
function someToaster() {
  const dialog = document.body.appendChild(document.createElement('dialog'));
  onTestFinished(() => dialog.remove());
  draw(createElement(Toaster));
  const dismiss = () => document.querySelector<HTMLElement>('[aria-label="Dismiss"]');
  const isUsable = () => {
    dismiss()?.focus(); // what is inert takes no focus
    return document.activeElement === dismiss() && dismiss()?.checkVisibility() === true;
  };
  return { dialog, dismiss, isUsable };
}

it('shows a message where it can be used, whatever opens or closes in front of the page', async () => {
  const { dialog, dismiss, isUsable } = someToaster();
  dialog.showModal();
  flushSync(() => notify.problem('Not changed'));
  await expect.poll(isUsable).toBe(true);
  const message = dismiss();
  dialog.close();
  await expect.poll(isUsable).toBe(true);
  dialog.showModal();
  await expect.poll(isUsable).toBe(true);
  dialog.remove();
  await expect.poll(isUsable).toBe(true);
  expect(dismiss()).toBe(message); // drawn anew it would be spoken again
  flushSync(() => dismiss()?.click());
  expect(dismiss()).toBeNull();
});

it('gives the focus to the page when the message that had it goes, the last one too', async () => {
  const content = document.body.appendChild(document.createElement('main'));
  onTestFinished(() => content.remove());
  content.id = 'content';
  content.tabIndex = -1;
  const { dismiss } = someToaster();
  flushSync(() => [1, 2].map((at) => notify.problem(`Refused ${String(at)}`)));
  for (const left of [1, 0]) {
    dismiss()?.focus();
    flushSync(() => dismiss()?.click());
    expect(toastStore.read()).toHaveLength(left);
    await expect.poll(() => document.activeElement).toBe(content);
  }
});

it('leaves shown messages alone when another one comes, unless something lies over them', () => {
  const { isUsable } = someToaster();
  flushSync(() => notify.problem('Refused'));
  const region = document.querySelector('[aria-label="Messages"]');
  const hide = vi.spyOn(region as HTMLElement, 'hidePopover'); // a message was drawn
  flushSync(() => notify.problem('Unconfirmed'));
  expect(hide).not.toHaveBeenCalled(); // a screen reader would speak both alerts
  const panel = document.body.appendChild(document.createElement('div'));
  onTestFinished(() => panel.remove());
  panel.popover = 'manual';
  panel.style.cssText = 'inset: 0; width: 100%; height: 100%';
  panel.showPopover();
  flushSync(() => notify.problem('Failed'));
  expect(hide).toHaveBeenCalledOnce();
  expect(isUsable()).toBe(true);
});

it('takes away what the page goes on showing after a while, and not before somebody could read it', () => {
  vi.useFakeTimers();
  const { dismiss } = someToaster();
  flushSync(() => notify.problem('Refused', 'As marked.', { stays: false }));
  flushSync(() => [1, 2, 3].map((at) => notify.problem(`Later ${String(at)}`))); // it waits behind these
  flushSync(() => vi.advanceTimersByTime(60_000));
  for (const { id, title } of toastStore.read().slice(1)) {
    expect(title).toContain('Later');
    flushSync(() => toastStore.dismiss(id));
  }
  expect(dismiss()).not.toBeNull();
  flushSync(() => vi.advanceTimersByTime(11_000));
  expect(dismiss()).not.toBeNull();
  flushSync(() => vi.advanceTimersByTime(2_000));
  expect(dismiss()).toBeNull();
});

it('keeps what a message offers until the dialog in front of the page has gone', () => {
  vi.useFakeTimers();
  const { dialog, dismiss } = someToaster();
  const action = { label: 'Try again', onPress: () => undefined };
  flushSync(() => notify.problem('Refused', 'As marked.', { stays: false, action }));
  dialog.showModal();
  flushSync(() => vi.advanceTimersByTime(60_000));
  dialog.close();
  expect(dismiss()).not.toBeNull();
  flushSync(() => vi.advanceTimersByTime(12_000));
  expect(dismiss()).toBeNull();
});

it('keeps a message that came while the page was hidden until somebody could read it', () => {
  vi.useFakeTimers();
  const { dismiss } = someToaster();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  flushSync(() => notify.success('Exported'));
  flushSync(() => vi.advanceTimersByTime(60_000));
  expect(dismiss()).not.toBeNull();
  hidden.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  flushSync(() => vi.advanceTimersByTime(7_000));
  expect(dismiss()).toBeNull();
});

it('goes when a dialog opens, unless it offers something or stays', () => {
  notify.info('Nothing is selected.');
  notify.success('3 staged changes discarded', { action: { label: 'Take back', onPress: () => undefined } });
  notify.problem('Not changed');
  const keys = { onClose: () => undefined, groups: [], place: 'the matrix', children: null };
  draw(createElement(KeyDialog, { ...keys, isOpen: true }));
  expect(toastStore.read().map(({ title }) => title)).toEqual(['3 staged changes discarded', 'Not changed']);
});

it('covers neither a switch of the matrix nor a dialog', async () => {
  await page.viewport(1280, 800);
  const switches = document.body.appendChild(document.createElement('div'));
  onTestFinished(() => switches.remove());
  switches.dataset['switches'] = '';
  switches.style.cssText = 'position: absolute; inset: 200px 0 0';
  draw(createElement(Toaster));
  flushSync(() => notify.problem('Not changed', 'The record is blocked. '.repeat(20)));
  const box = () => document.querySelector('[aria-label="Messages"]')?.getBoundingClientRect();
  expect(box()?.bottom).toBeLessThanOrEqual(200);
  expect(box()?.height).toBeGreaterThan(50);
  draw(
    createElement(Sheet, {
      isOpen: true,
      title: 'Review',
      onClose: () => undefined,
      footer: 'Apply',
      children: 'List',
    }),
  );
  const sheet = document.querySelector('dialog[open]');
  await expect.poll(() => sheet?.contains(document.querySelector('[aria-label="Messages"]'))).toBe(true);
  expect(box()?.right).toBeLessThanOrEqual(sheet?.getBoundingClientRect().left ?? 0);
  expect(box()?.width).toBeGreaterThan(300);
});

const refusal = 'The service refused the request: the entity is closed until the audit ends. '.repeat(2);

it.each([
  [390, 844, Confirm],
  [720, 450, Confirm],
  [390, 844, Sheet],
  [720, 450, Sheet],
])('covers no part of a dialog that leaves it no room (%s × %s)', async (width, height, Frame) => {
  await page.viewport(width, height);
  draw(createElement(Toaster));
  flushSync(() => notify.problem('Refused before', refusal));
  const [onClose, onConfirm] = [vi.fn(), vi.fn()];
  const children = createElement('div', { style: { height: '250px' } }, 'What is undone');
  const parts = { isOpen: true, title: 'Undo this change?', children, onClose, onConfirm };
  const buttons = { yes: 'Undo 1', footer: 'Apply' }; // of the one and of the other
  draw(createElement(Frame, { ...parts, ...buttons }));
  const dialog = document.querySelector('dialog[open]');
  const region = () => document.querySelector('[aria-label="Messages"]');
  await expect.poll(() => dialog?.contains(region())).toBe(true);
  const covered = () => {
    const { top = 0, bottom = 0, left = 0, right = 0 } = region()?.getBoundingClientRect() ?? {};
    const around = [...(dialog?.children ?? [])].filter((part) => !part.contains(region()));
    return around.filter((part) => {
      const box = part.getBoundingClientRect();
      return box.bottom > top + 1 && box.top < bottom - 1 && box.right > left && box.left < right;
    });
  };
  for (const title of ['Refused first', 'Refused second']) {
    flushSync(() =>
      notify.problem(title, refusal, { action: { label: 'Try again', onPress: () => undefined } }),
    );
    expect(covered()).toEqual([]);
    const newest = page.getByText(title).element().getBoundingClientRect();
    expect(newest.top).toBeGreaterThanOrEqual(region()?.getBoundingClientRect().top ?? 999);
    expect(newest.bottom).toBeLessThanOrEqual(region()?.getBoundingClientRect().bottom ?? 0);
  }
  expect(dialog?.getBoundingClientRect().bottom).toBeLessThanOrEqual(height);
  expect(dialog?.getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
});

it('shows the title and the buttons of the newest where it is longer than its room, beside the page’s own buttons', async () => {
  await page.viewport(1440, 900);
  const { place } = draw(
    createElement(PageHeader, { title: 'Access', actions: createElement('button', null, 'Files…') }),
  );
  const switches = place.appendChild(document.createElement('div'));
  switches.dataset['switches'] = '';
  switches.style.cssText = 'position: absolute; inset: 170px 0 0';
  draw(createElement(Toaster));
  const action = { label: 'Try again', onPress: () => undefined };
  flushSync(() => [1, 2].map((at) => notify.problem(`Refused ${String(at)}`, refusal.repeat(3), { action })));
  const box = document.querySelector('[aria-label="Messages"]')?.getBoundingClientRect() ?? new DOMRect();
  const buttons = ['Try again', 'Dismiss'].map((name) => page.getByRole('button', { name }).first());
  for (const part of [page.getByText('Refused 2'), ...buttons]) {
    const { top, bottom } = part.element().getBoundingClientRect();
    expect([top >= box.top, bottom <= box.bottom]).toEqual([true, true]);
  }
  const tools = page.getByRole('button', { name: 'Files…' }).element().getBoundingClientRect();
  expect(box.right).toBeLessThanOrEqual(tools.left);
  expect(box.bottom).toBeLessThanOrEqual(170);
});

it('is seen where the matrix fills the window, or is scrolled beyond its top', async () => {
  await page.viewport(360, 320);
  const switches = document.body.appendChild(document.createElement('div'));
  onTestFinished(() => switches.remove());
  switches.dataset['switches'] = '';
  draw(createElement(Toaster));
  flushSync(() => notify.problem('Not changed', 'The record is blocked. '.repeat(3)));
  const box = () => document.querySelector('[aria-label="Messages"]')?.getBoundingClientRect();
  for (const top of [48, -100]) {
    switches.style.cssText = `position: fixed; inset: ${String(top)}px 0 0`;
    await expect.poll(() => box()?.height).toBeGreaterThan(80);
    expect([(box()?.top ?? -1) >= 0, (box()?.bottom ?? 999) <= 320]).toEqual([true, true]);
  }
});

it('does not keep a panel open that Escape closes', async () => {
  await page.viewport(1280, 800);
  draw(createElement(Toaster));
  flushSync(() => notify.problem('Not changed'));
  const onClose = vi.fn();
  draw(createElement(SidePanel, { isOpen: true, title: 'Details', onClose, children: 'Who may use it' }));
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});
