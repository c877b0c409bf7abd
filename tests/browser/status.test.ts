import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { announce } from '@/components/access/edit/change-messages';
import { Toaster } from '@/components/ui/feedback/messages';
import { toastStore } from '@/components/ui/feedback/toast-store';
import { Banner } from '@/components/ui/feedback/banner';
import { speak, Status } from '@/components/ui/feedback/status';
import { draw } from './draw';

/** What the one live region was given while it stood in the page, and in which dialog. */
let spoken: { words: string; dialog: string | null }[] = [];
// oxlint-disable-next-line typescript/unbound-method -- called with its element below
const attach = Element.prototype.attachShadow;

/** The region lies in a closed shadow tree, so what is put into it is noted as it is made. */
Element.prototype.attachShadow = function (this: Element, init) {
  const tree = attach.call(this, init);
  const observer = new MutationObserver((records) => {
    const stood = records.every(({ target }) => target !== tree); // else it came in with its words
    const dialog = this.closest('dialog');
    if (stood && this.isConnected) spoken.push({ words: tree.textContent, dialog: dialog && dialog.id });
  });
  observer.observe(tree, { childList: true, subtree: true });
  return tree;
};

const isSpoken = async (words: string, dialog: string | null = null) =>
  expect.poll(() => spoken).toContainEqual({ words, dialog });

beforeEach(async () => {
  speak('Begun.'); // the region is made at the first word
  await expect.poll(() => spoken.map(({ words }) => words)).toContain('Begun.');
  spoken = [];
});
afterEach(() => document.querySelector('dialog')?.remove());

describe('a message', () => {
  it('that is inserted with its words is spoken by a region that stood before', async () => {
    const { show } = draw(null);
    show(createElement(Status, { as: 'p' }, '1 staged'));
    await isSpoken('1 staged');
    show(createElement(Banner, { tone: 'warning', title: 'Older' }, 'Read at 10:46.'));
    await isSpoken('Older Read at 10:46.');
  });

  it('that changes is spoken by its own region, once', async () => {
    const { place, show } = draw(createElement(Status, null, ''));
    const own = place.querySelector('[role="status"]');
    show(createElement(Status, null, '2 staged'));
    speak('Later.');
    await isSpoken('Later.');
    expect([own?.isConnected, own?.textContent, spoken.length]).toEqual([true, '2 staged', 1]);
  });

  it('that is an alert is spoken by itself, and by the region where a dialog makes it inert', async () => {
    const { show } = draw(null);
    show(createElement(Banner, { key: 'one', tone: 'danger' }, 'It failed.'));
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.id = 'review';
    dialog.showModal();
    show(createElement(Banner, { key: 'other', tone: 'danger' }, 'It failed behind.'));
    await isSpoken('It failed behind.', 'review');
    expect(spoken).toHaveLength(1);
  });

  it('that comes up twice is a change each time, and two at once are said together', async () => {
    speak('Again.');
    await isSpoken('Again.');
    speak('Again.');
    await isSpoken('Again.\u00a0');
    speak('One.');
    speak('Two.');
    await isSpoken('One. Two.');
  });

  it('about an act is spoken, and shown unless the page shows it already', async () => {
    draw(createElement(Toaster));
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.id = 'compare';
    dialog.showModal();
    announce('1 assignment staged.');
    await isSpoken('1 assignment staged.', 'compare');
    expect(toastStore.read().map(({ title }) => title)).toEqual(['1 assignment staged.']);
    announce('2 selected', false);
    await isSpoken('2 selected', 'compare');
    expect(toastStore.read()).toHaveLength(1);
  });

  it('that the page was loaded with is not spoken', async () => {
    const place = document.body.appendChild(document.createElement('div'));
    place.innerHTML = '<p role="status">90 fields</p>';
    const root = hydrateRoot(place, createElement(Status, { as: 'p' }, '90 fields'));
    onTestFinished(() => {
      root.unmount();
      place.remove();
    });
    await expect.poll(() => place.textContent).toBe('90 fields');
    await new Promise((done) => setTimeout(done, 50)); // its effects have run
    speak('Later.');
    await isSpoken('Later.');
    expect(spoken).toHaveLength(1);
  });
});
