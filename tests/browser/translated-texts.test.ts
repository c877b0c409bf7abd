import { createElement as h, useState } from 'react';
import { flushSync } from 'react-dom';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { keepTranslatedTexts } from '@/components/ui/translated-texts';
import { draw } from './draw';

const own = Object.getOwnPropertyDescriptors(Node.prototype);
const isPatched = () =>
  Node.prototype.removeChild !== own.removeChild.value ||
  Node.prototype.insertBefore !== own.insertBefore.value;

beforeAll(() => keepTranslatedTexts());

it('a page that is not translated keeps the methods of the browser', async () => {
  const host = document.body.appendChild(document.createElement('div'));
  host.append('one', document.createElement('b'));
  host.firstChild?.remove();
  await told();
  expect(isPatched()).toBe(false);
  host.remove();
});

/** What translators do with the texts below an element: some wrap them, Chrome puts its own in their place. */
const translators = {
  wraps: (text: Text) => {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    text.replaceWith(outer);
    outer.append(inner);
    inner.append(text);
  },
  replaces: (text: Text) => {
    const stand = document.createElement('font');
    stand.append(`[${text.data}]`);
    text.replaceWith(stand);
  },
};

async function translate(root: Element, one: (text: Text) => void): Promise<void> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text); // it shows texts alone
  for (const text of texts) {
    const isFixed = text.parentElement?.closest('font, [translate="no"]') != null;
    if (text.data.trim() !== '' && !isFixed) one(text);
  }
  await told();
}

/** Until observers of the page have been told. */
const told = () => new Promise((resolve) => setTimeout(resolve));

function Parts({ count, hint, isNamed }: { count: number; hint: string; isNamed: boolean }) {
  return h(
    'p',
    null,
    'Remove ',
    count,
    isNamed && h('b', { translate: 'no' }, 'MAIN'),
    hint !== '' && hint,
    h('i', null, `${String(count)} ticked`),
  );
}

describe.each(Object.entries(translators))('a page that a translator %s', (_, one) => {
  it('counts right, loses and gains texts, and keeps what must not be translated', async () => {
    let show: (props: { count: number; hint: string; isNamed: boolean }) => void = () => undefined;
    const Page = () => {
      const [props, set] = useState({ count: 3, hint: ' now', isNamed: false });
      show = set;
      return h(Parts, props);
    };
    const { place: host } = draw(h(Page));
    await translate(host, one);
    for (const props of [
      { count: 2, hint: ' now', isNamed: false },
      { count: 2, hint: '', isNamed: true },
      { count: 1, hint: ' again', isNamed: true },
      { count: 1, hint: '', isNamed: false },
    ]) {
      flushSync(() => show(props));
      await told();
      const { count, hint, isNamed } = props;
      const said = host.textContent.replace(/\[(.*?)\]/g, '$1');
      expect(said).toBe(`Remove ${String(count)}${isNamed ? 'MAIN' : ''}${hint}${String(count)} ticked`);
      expect(host.querySelector('b')?.textContent).toBe(isNamed ? 'MAIN' : undefined);
      await translate(host, one);
    }
  });
});

it('what is no child is a fault, also on a translated page', async () => {
  const host = document.body.appendChild(document.createElement('p'));
  onTestFinished(() => host.remove());
  const inner = host.appendChild(document.createElement('i'));
  const text = inner.appendChild(document.createTextNode('here'));
  await translate(host, translators.wraps);
  expect(isPatched()).toBe(true);
  const strange = document.createElement('b');
  for (const fault of [
    () => host.removeChild(text),
    () => host.insertBefore(strange, text),
    () => host.removeChild(strange),
  ])
    expect(fault).toThrow(expect.objectContaining({ name: 'NotFoundError' }));
  expect(inner.parentNode).toBe(host);
  inner.removeChild(text);
  expect(inner.childNodes).toHaveLength(0);
});
