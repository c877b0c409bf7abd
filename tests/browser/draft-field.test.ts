import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { DraftField } from '@/components/ui/fields/draft-field';
import { draw } from './draw';

beforeEach(() => void vi.useFakeTimers());

/** A field whose value the test decides, and what it handed on. */
function someField(value: string, isTaken: (text: string) => boolean = () => true) {
  const committed: string[] = [];
  const onCommit = (text: string) => {
    committed.push(text);
    return isTaken(text);
  };
  const fieldOf = (next: string) => createElement(DraftField, { label: 'Text', value: next, onCommit });
  const { place, show } = draw(fieldOf(value));
  const field = place.querySelector('input') as HTMLInputElement; // it is drawn
  const type = (text: string) =>
    flushSync(() => {
      field.focus();
      field.select();
      document.execCommand('insertText', false, text);
    });
  const pause = () => flushSync(() => vi.advanceTimersByTime(1_000));
  return { show: (next: string) => show(fieldOf(next)), field, type, pause, committed };
}

it('hands on what was typed when typing pauses, once, without the blanks around it', () => {
  const { show, field, type, pause, committed } = someField('');
  type('desk ');
  expect(committed).toEqual([]);
  pause();
  show('desk');
  pause();
  expect([committed, field.value]).toEqual([['desk'], 'desk ']);
  show('');
  expect(field.value).toBe('');
});

it('does not hand on what a value from outside has taken the place of', () => {
  const { show, field, type, pause, committed } = someField('');
  type('desk');
  show('chair'); // a link, a saved view
  pause();
  expect([committed, field.value]).toEqual([[], 'chair']);
});

it('does not hand on what was typed once somebody has gone back', () => {
  const { field, type, pause, committed } = someField('');
  type('desk');
  flushSync(() => window.dispatchEvent(new PopStateEvent('popstate')));
  pause();
  expect([committed, field.value]).toEqual([[], '']);
});

it('keeps what cannot be taken yet, and hands it on when the field is left', () => {
  const { field, type, pause, committed } = someField('', (text) => text !== 'ITEM');
  type('ITEM');
  pause();
  expect(field.value).toBe('ITEM');
  type('ITEM/A');
  flushSync(() => field.blur());
  expect([committed, field.value]).toEqual([['ITEM', 'ITEM/A'], 'ITEM/A']);
});
