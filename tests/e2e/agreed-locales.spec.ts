import { agreedLocales } from '@/lib/domain/agreed-locales';
import { expect, test } from '@/tests/support/browser/console-test';

/** Numbers and times as the console writes them, in these locales. Runs in this process and in the browser. */
function written(locales: readonly string[]): Record<string, string[]> {
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const looksIn = (locale: string): Intl.DateTimeFormatOptions[] => {
    // As `hourDigits` of lib/domain/reader-formats.ts has it.
    const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
    const minutes = { hour: hour12 === true ? 'numeric' : '2-digit', minute: '2-digit' } as const;
    return [
      { ...day, ...minutes, second: '2-digit', timeZoneName: 'short' },
      day,
      minutes,
      { day: 'numeric', month: 'short', ...minutes },
      { ...day, ...minutes },
      { year: 'numeric', month: '2-digit', day: '2-digit' },
      { hour: '2-digit', minute: '2-digit', second: '2-digit' }, // of components/journal/value-format.ts
    ];
  };
  const instants = Array.from({ length: 24 }, (_, at) =>
    Date.UTC(2026, at % 12, 3 + at, (at * 7) % 24, at, at),
  );
  const inLocale = (locale: string): string[] => [
    ...[1_234_567.891, 1_234, -1_234.5, 0.005, 0].flatMap((value) =>
      [0, 1, 2, 3, 4, 5].flatMap((digits) =>
        [0, digits].map((minimumFractionDigits) =>
          new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits: digits }).format(
            value,
          ),
        ),
      ),
    ),
    new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 0 }).format(1_234_567),
    ...[0, 0.01, 0.99, 1].map((share) => new Intl.NumberFormat(locale, { style: 'percent' }).format(share)),
    ...looksIn(locale).flatMap((look) =>
      ['UTC', 'Europe/Zurich', 'America/New_York'].flatMap((timeZone) => {
        const format = new Intl.DateTimeFormat(locale, { calendar: 'gregory', ...look, timeZone });
        return instants.map((instant) => format.format(instant));
      }),
    ),
    // As lib/domain/day-words.ts writes days.
    ...instants.flatMap((instant) =>
      [1, 29, 400].map((days) =>
        new Intl.DateTimeFormat(locale, { calendar: 'gregory', ...day, timeZone: 'UTC' })
          .formatRange(instant, instant + days * 86_400_000)
          .replace(/[\u2009\u202f]/g, ' '),
      ),
    ),
  ];
  return Object.fromEntries(locales.map((locale) => [locale, inLocale(locale)]));
}

test('server and browser write alike in every locale in which pages are drawn', async ({ page }) => {
  const locales = [...agreedLocales];
  const here = written(locales);
  const there = await page.evaluate(written, locales);
  const differing = locales.filter(
    (locale) => JSON.stringify(here[locale]) !== JSON.stringify(there[locale]),
  );
  expect(differing).toEqual([]);
  expect(locales.length).toBeGreaterThan(40);
});

test.describe('a browser whose language Node and Chromium write differently', () => {
  test.use({ locale: 'ko-KR', timezoneId: 'Asia/Tokyo' });

  // A difference between what the server drew and what React draws is an error in the page, which fails the test.
  test('goes on with the page that the server drew', async ({ page, signIn }) => {
    await page.goto('/sign-in'); // which notes the time zone once the browser is idle
    await expect.poll(() => page.evaluate(() => document.cookie)).toContain('mem-reader=Asia%2FTokyo');
    await signIn('security-administrator');
    for (const path of ['/journal?from=2026-11-01&to=2026-11-30', '/changes', '/access']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('data-locale', 'en');
      await expect(page.locator('html')).toHaveAttribute('data-time-zone', 'Asia/Tokyo');
    }
  });
});
