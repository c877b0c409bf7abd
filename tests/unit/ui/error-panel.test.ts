import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ErrorPanel } from '@/components/ui/error-panel';

describe('a failed read', () => {
  it('is announced once: nothing that changes each second lies in the alert', () => {
    const alertAt = (seconds: number): string | undefined => {
      const problem = { title: 'No answer', detail: 'The service is away.', requestId: 'r-1' };
      const html = renderToStaticMarkup(
        createElement(ErrorPanel, { problem, retryingIn: seconds, onRetry: () => undefined }),
      );
      expect(html).toContain(`in ${seconds} s`);
      expect(html.split(/role="alert"|aria-live/)).toHaveLength(2);
      return /<div role="alert">(.*?)<\/div>/.exec(html)?.[1];
    };
    expect(alertAt(5)?.replace(/<[^>]*>/g, '|')).toBe('|No answer||The service is away.|');
    expect(alertAt(4)).toBe(alertAt(5));
  });
});
