import axe from 'axe-core';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DesignSheet } from './design-sheet';
import { withPageStyles } from '@/tests/support/browser/page-styles';

/* Every primitive of components/ui in each state, in both themes side by side. To look at it: add --browser.headless=false. */

withPageStyles();
beforeAll(async () => {
  await page.viewport(1320, 2_000);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  flushSync(() => root.render(createElement(DesignSheet)));
  return async () => {
    root.unmount();
    place.remove();
    await page.viewport(1_000, 700);
  };
});

const half = (theme: string) => {
  const found = document.querySelector<HTMLElement>(`main [data-theme="${theme}"]`);
  if (found === null) throw new Error(`The sheet has no ${theme} half.`);
  return found;
};

/** Those of a half that are on the screen. */
const seen = (theme: string, selector: string) =>
  [...half(theme).querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility());

/** What the eye sees of a control, apart from its place. */
function look(control: Element): string {
  const { backgroundColor, color, opacity, textDecorationLine } = getComputedStyle(control);
  return [backgroundColor, color, opacity, textDecorationLine].join(' ');
}

it.each(['light', 'dark'])('breaks no rule of WCAG 2.2 AA, %s', async (theme) => {
  const { violations } = await axe.run(half(theme), {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { 'landmark-unique': { enabled: false } }, // each part stands here several times
  });
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
});

it.each(['light', 'dark'])('every button answers to the pointer, %s', async (theme) => {
  const buttons = seen(theme, 'button:not(:disabled, [aria-disabled], [aria-expanded="true"])');
  expect(buttons.length).toBeGreaterThan(20);
  const without = document.documentElement.appendChild(document.createElement('style'));
  without.textContent = '* { transition: none !important }';
  const silent: string[] = [];
  for (const button of buttons) {
    const before = look(button);
    await userEvent.hover(button);
    if (look(button) === before) silent.push(button.outerHTML.slice(0, 160));
  }
  without.remove();
  expect(silent).toEqual([]);
});

it.each(['light', 'dark'])('every control shows that it has the focus, %s', (theme) => {
  const controls = seen(theme, 'button:not(:disabled), input:not(:disabled), select, a');
  const silent = controls.filter((control) => {
    control.focus({ focusVisible: true }); // not yet in TypeScript's own types
    // What is drawn in place of a hidden radio has its ring.
    const drawn = control.matches('[type="radio"].sr-only') ? control.closest('label') : control;
    return drawn === null || getComputedStyle(drawn).outlineStyle === 'none';
  });
  expect(silent.map(({ outerHTML }) => outerHTML.slice(0, 160))).toEqual([]);
});

it.each(['light', 'dark'])('controls have three heights, and tables one head, %s', (theme) => {
  const heightsOf = (selector: string) => [
    ...new Set([...half(theme).querySelectorAll(selector)].map((one) => one.getBoundingClientRect().height)),
  ];
  expect(heightsOf('section[aria-label^="Button"] button').sort((a, b) => a - b)).toEqual([28, 32, 40]);
  expect(
    heightsOf('section[aria-label="Fields"] :is(input:not([type="radio"]), select, button[popovertarget])'),
  ).toEqual([32]);
  const heads = [...half(theme).querySelectorAll('thead th')].map((head) => {
    const { fontSize, fontWeight, backgroundColor } = getComputedStyle(head);
    return [fontSize, fontWeight, backgroundColor].join(' ');
  });
  expect(new Set(heads).size).toBe(1);
  expect(heads[0]).toMatch(/^12px 500 /);
});

it.each(['light', 'dark'])('check boxes are drawn in the colours of the theme, %s', (theme) => {
  const probe = half(theme).appendChild(document.createElement('i'));
  probe.className = 'bg-accent';
  const accent = getComputedStyle(probe).backgroundColor;
  probe.remove();
  const boxes = [
    ...half(theme).querySelectorAll<HTMLInputElement>('section[aria-label="Check boxes"] input'),
  ];
  expect(boxes.map((box) => getComputedStyle(box).appearance)).toEqual(Array(5).fill('none'));
  expect(boxes.map((box) => getComputedStyle(box).backgroundColor === accent)).toEqual([
    false,
    true,
    true,
    false,
    true,
  ]);
});
