import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LogLosses } from '@/components/shell/log-losses';

const drawn = (losses: string[], recordedLosses: string[]) =>
  renderToStaticMarkup(createElement(LogLosses, { losses, recordedLosses, canMend: true }));

it('a loss that the log records is told; one that it does not explain is an alarm, whatever else there is', () => {
  const told = drawn([], ['Entry 9 is not here.']);
  expect(told).toContain('role="status"');
  expect(told).toContain('Entry 9 is not here.');
  expect(told).not.toContain('role="alert"');
  expect(drawn(['The log was changed.'], ['Entry 9 is not here.'])).toContain('role="alert"');
});
