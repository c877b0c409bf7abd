import { describe, expect, it } from 'vitest';
import { agentWords } from '@/lib/domain/session/agent-words';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('the words for a user agent', () => {
  it.each([
    [
      `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Ubuntu Chromium/80.0.3987.163 Chrome/80.0.3987.163 Safari/537.36`,
      'Chromium 80 on Linux',
    ],
    [
      `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/141.0.0.0 Safari/537.36`,
      'Headless Chrome 141 on Linux',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.2849.46`,
      'Edge 130 on Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox 132 on Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari 18 on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0.6723.37 Mobile/15E148 Safari/604.1',
      'Chrome 130 on iPhone',
    ],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet 26 on Android',
    ],
    ['curl/8.5.0', 'curl 8.5.0'],
    ['node', 'node'],
    ['   ', 'A program that gave no name'],
  ])('of %s are "%s"', (agent, words) => {
    expect(agentWords(agent)).toBe(words);
  });

  it('are the agent itself where it is not known, cut where it is long', () => {
    expect(agentWords('Mozilla/5.0 (compatible; Something)')).toBe('Mozilla/5.0 (compatible; Something)');
    const long = agentWords('x'.repeat(300));
    expect(long).toBe(`${'x'.repeat(60)}…`);
  });
});
