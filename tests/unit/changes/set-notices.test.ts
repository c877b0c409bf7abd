import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { progressInWords } from '@/components/changes/progress-words';
import { SetNotices } from '@/components/changes/set/set-notices';
import { someSet } from '@/tests/support/changes/some-set';

it('says of a set that the service asked for fewer requests, while it waits for that', () => {
  const waitsUntil = new Date(Date.now() + 30_000).toISOString();
  const words = (set = someSet()) => renderToStaticMarkup(createElement(SetNotices, { set }));
  expect(words(someSet({ waitsUntil }))).toMatch(/Waiting \d+ s: the service asked for fewer requests/);
  expect(progressInWords(someSet({ waitsUntil }))).toContain('asked for fewer requests');
  expect(words(someSet({ waitsUntil: new Date(Date.now() - 1_000).toISOString() }))).toBe('');
  expect(words()).toBe('');
});
