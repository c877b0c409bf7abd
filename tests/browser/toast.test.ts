import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Toaster } from '@/components/ui/feedback/messages';
import { notify, toastStore } from '@/components/ui/feedback/toast-store';
import { KeyDialog } from '@/components/ui/overlays/key-dialog';
import { Sheet } from '@/components/ui/overlays/modal';
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
  await page.viewport(700, 800); // beside the sheet there is no room
  await expect.poll(() => box()?.left).toBeGreaterThan(0);
  expect(box()?.width).toBeGreaterThan(280);
  expect(box()?.bottom).toBeLessThan(750); // above its buttons
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
