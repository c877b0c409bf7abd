import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemView, secondsUntilRetry } from '@/components/ui/feedback/problem-view';

beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

describe('a failed read', () => {
  it('is announced once: nothing that changes each second lies in the alert', () => {
    const alertAt = (seconds: number): string | undefined => {
      const problem = { title: 'No answer', detail: 'The service is away.', requestId: 'r-1' };
      const html = renderToStaticMarkup(
        createElement(ProblemView, {
          problem,
          retrying: { failedAt: 0, everyMs: seconds * 1_000, isTrying: false },
          onRetry: () => undefined,
        }),
      );
      expect(html).toContain(`in ${seconds} s`);
      expect(html.split(/role="alert"|aria-live/)).toHaveLength(2);
      return /<div role="alert">(.*?)<\/div>/.exec(html)?.[1];
    };
    expect(alertAt(5)?.replace(/<[^>]*>/g, '|')).toBe('|No answer||The service is away.|');
    expect(alertAt(4)).toBe(alertAt(5));
  });

  it('above older data says whether the page asks again; what is not valid is never asked again', () => {
    const words = (code: string, retrying: boolean, isPart = false): string => {
      const problem = { title: 'No', detail: 'It is away.', code };
      const view = createElement(ProblemView, { problem, what: 'The list', hasData: true, isPart, retrying });
      return renderToStaticMarkup(view).replace(/<[^>]*>/g, '');
    };
    const before = 'Shown as it was beforeThe list could not be read again. It is away.';
    expect(words('internal', true)).toBe(`${before} The page goes on trying.`);
    expect(words('internal', false)).toBe(before);
    expect(words('invalid-request', true)).toBe(before);
    expect(words('forbidden', true)).toBe(before);
    expect(words('internal', false, true)).toBe(
      'Not completeThe list could not be read to the end. It is away.',
    );
  });

  it.each([
    ['internal', true],
    ['invalid-request', false],
    ['forbidden', false],
  ])('offers another try unless it is refused for good: %s', (code, isOffered) => {
    const view = createElement(ProblemView, {
      problem: { title: 'No', detail: 'No.', code },
      retrying: { failedAt: 0, everyMs: 5_000, isTrying: false },
      onRetry: () => undefined,
    });
    expect(/try/i.test(renderToStaticMarkup(view))).toBe(isOffered);
  });
});

describe('the seconds until the page tries again', () => {
  const failed = { failedAt: 10_000, everyMs: 3_000, isTrying: false };

  it('count from the failure, not from when the panel came up', () => {
    expect([10_000, 10_001, 11_000, 12_500, 13_000].map((now) => secondsUntilRetry(failed, now))).toEqual([
      3, 3, 2, 1, 0,
    ]);
    expect(secondsUntilRetry({ ...failed, failedAt: 12_000 }, 12_500)).toBe(3);
  });

  it('never leave the pause, and are over while it is trying', () => {
    expect(secondsUntilRetry(failed, 9_000)).toBe(3);
    expect(secondsUntilRetry(failed, 60_000)).toBe(0);
    expect(secondsUntilRetry({ ...failed, isTrying: true }, 10_000)).toBe(0);
  });
});
