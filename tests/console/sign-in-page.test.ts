import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { failureWords } from '@/components/session/sign-in-notices';
import { signInFailures } from '@/lib/contract/session/sign-in';
import { roleWords } from '@/lib/domain/session/role-words';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { ask } from '@/tests/support/console/raw-request';
import { behindProxy, sharedConsole } from '@/tests/support/console/shared-console';
import { writeSession } from '@/tests/support/console/written-session';

const oidcIssuer = 'http://127.0.0.1:9';

/** A page as the server sends it. */
async function htmlOf({ url }: ConsoleProcess, path: string, cookie = ''): Promise<string> {
  return (await ask(url, path, cookie === '' ? {} : { headers: { cookie } })).text;
}

/** What is read of a page: its text without scripts, each run of blanks as one. */
const wordsOf = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');

/** Addresses that links of a page lead to. */
const linksOf = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

/** Each share of access that a page tells, row by row. */
const sharesIn = (html: string) =>
  [...html.matchAll(/<tr[\s\S]*?<\/tr>/g)].map(([row]) => wordsOf(row)).filter((row) => row.includes('%'));

describe('with demo sign-in', () => {
  let console: ConsoleProcess;
  beforeAll(async () => {
    console = await sharedConsole(behindProxy);
  });

  it('the page tells the demo’s shares of access as the overview does after it, and leads nowhere from them', async () => {
    const { cookie } = writeSession(console, 'demo', ['security-administrator']);
    await vi.waitFor(async () => {
      const before = sharesIn(await htmlOf(console, '/sign-in'));
      expect(before.length).toBeGreaterThan(2);
      expect(sharesIn(await htmlOf(console, '/', cookie))).toEqual(before);
    }, 30_000);
    expect(linksOf(await htmlOf(console, '/sign-in'))).toEqual([]);
  });

  it('a role says whose work it is, and what one lands on', async () => {
    const words = wordsOf(await htmlOf(console, '/sign-in'));
    expect(words).toContain('Security administrator Maya Lindqvist');
    expect(words).toContain('You land on');
    expect(wordsOf(await htmlOf(console, '/sign-in?next=%2Fjournal'))).not.toContain('You land on');
  });

  it('somebody sees only the places that their role may read, and is told so elsewhere', async () => {
    const { cookie } = writeSession(console, 'demo', ['accountant']);
    const places = linksOf(await htmlOf(console, '/', cookie));
    expect(places).toContain('/journal');
    expect(places.filter((href) => /^\/(access|changes)/.test(href))).toEqual([]);
    for (const path of ['/access', '/changes', '/changes/import'])
      expect(wordsOf(await htmlOf(console, path, cookie))).toContain('You don’t have permission');
  });

  it('somebody without a role is told at every place whom to ask for what, and sees nothing else', async () => {
    const { cookie } = writeSession(console, 'demo', []);
    for (const path of ['/', '/access', '/journal', '/metadata']) {
      const html = await htmlOf(console, path, cookie);
      expect(wordsOf(html), path).toContain('You have no role yet');
      for (const { title } of Object.values(roleWords)) expect(wordsOf(html)).toContain(title);
      expect(html).not.toContain('<nav');
      expect(linksOf(html)).toContain(path); // to check again
    }
    expect(wordsOf(await htmlOf(console, '/sessions', cookie))).toContain('Sessions');
  });
});

describe('with OpenID Connect', () => {
  let console: ConsoleProcess;
  beforeAll(async () => {
    console = await startConsole({ SIGN_IN: 'oidc', OIDC_ISSUER: oidcIssuer, OIDC_CLIENT_ID: 'console' });
  });
  afterAll(() => console.stop());

  const start = '/api/session/oidc/start';

  it('the page leads to the provider and back, by the known account or another', async () => {
    const html = await htmlOf(console, `/sign-in?next=${encodeURIComponent('/journal?batch=ITEM/DEFAULT')}`);
    const next = 'next=%2Fjournal%3Fbatch%3DITEM%2FDEFAULT';
    expect(linksOf(html)).toEqual([`${start}?${next}`, `${start}?${next}&account=choose`]);
    expect(wordsOf(html)).not.toContain('Demo sign-in');
    expect(linksOf(await htmlOf(console, '/sign-in?next=https%3A%2F%2Fevil.example%2F'))[0]).toBe(start);
  });

  it.each(signInFailures)(
    'the page says why a sign-in did not succeed (%s), and keeps the way back',
    async (failure) => {
      const requestId = '0b5c1f0e-1234-4000-8000-000000000000';
      const html = await htmlOf(console, `/sign-in?failed=${failure}&requestId=${requestId}&next=%2Fjournal`);
      for (const words of [failureWords[failure].title, 'nothing was changed', requestId])
        expect(wordsOf(html)).toContain(words);
      expect(linksOf(html)[0]).toBe(`${start}?next=%2Fjournal`);
    },
  );

  it('the page repeats nothing that somebody else put into its address', async () => {
    for (const failed of ['call+0800+123456', 'refused']) {
      const html = await htmlOf(console, `/sign-in?failed=${failed}&requestId=call+0800+123456`);
      expect(linksOf(html)).toHaveLength(2);
      expect(wordsOf(html)).not.toContain('0800');
    }
  });

  it('the page says after a sign-out that the provider may still know the browser, and that a session ended', async () => {
    expect(wordsOf(await htmlOf(console, '/sign-in?left=1'))).toContain('sign out there too');
    expect(wordsOf(await htmlOf(console, '/sign-in?ended=1'))).toContain('Your session has ended');
  });

  it('somebody without a role is sent to the provider to check again or use another account', async () => {
    const { cookie } = writeSession(console, `${oidcIssuer}/`, []);
    const html = await htmlOf(console, '/journal?batch=ITEM%2FDEFAULT', cookie);
    expect(wordsOf(html)).toContain('one of the roles of this console');
    const next = 'next=%2Fjournal%3Fbatch%3DITEM%252FDEFAULT';
    const toProvider = linksOf(html).filter((href) => href.startsWith(start));
    expect(toProvider).toEqual([`${start}?${next}`, `${start}?${next}&account=choose`]);
  });
});
