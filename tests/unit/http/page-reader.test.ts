import { expect, it, onTestFinished, vi } from 'vitest';
import { counted } from '@/lib/domain/counted';
import { daysWords } from '@/lib/domain/day-words';
import { clockTime, dayOf, numberFormat } from '@/lib/domain/reader-formats';
import { readerOf, withReader } from '@/lib/server/http/page-reader';
import type { IncomingMessage } from 'node:http';

const asks = (headers: Record<string, string>): IncomingMessage =>
  ({ headers }) as unknown as IncomingMessage; // all that is looked at

it('writes as the browser of the page that is drawn says, of several at once', async () => {
  const draw = async () => {
    await new Promise((done) => setTimeout(done, 5));
    return [counted(1_240, 'change'), numberFormat({ minimumFractionDigits: 2 }).format(1_000.5)];
  };
  const [german, english, plain] = await Promise.all([
    withReader(asks({ 'accept-language': 'de-DE,en;q=0.9' }), draw),
    withReader(asks({ 'accept-language': 'en-GB, de' }), draw),
    draw(),
  ]);
  expect(german).toEqual(['1.240 changes', '1.000,50']);
  expect(english).toEqual(['1,240 changes', '1,000.50']);
  expect(plain).toEqual(['1,240 changes', '1,000.50']);
});

it('knows a time zone that a page noted, and takes nothing else for one', () => {
  const zoneOf = (cookie: string) => readerOf(asks({ cookie })).timeZone;
  expect(zoneOf('a=b; mem-reader=Europe%2FZurich')).toBe('Europe/Zurich');
  for (const zone of ['', 'Mars%2FOlympus', '%E0%A4%A', `UTC${'x'.repeat(200)}`, '<script>', '%2B01%3A23'])
    expect(zoneOf(`mem-reader=${zone}`), zone).toBeUndefined();
});

it('writes in the first language that server and browser agree on', () => {
  const localeOf = (language: string) => readerOf(asks({ 'accept-language': language })).locale;
  for (const language of ['', '*', '<script>', 'x'.repeat(200), 'xx-YY', 'ka'])
    expect(localeOf(language)).toBe('en');
  expect(readerOf(asks({})).locale).toBe('en');
  expect(localeOf('de-AT,en')).toBe('de-AT');
  expect(localeOf('de-DE;q=0.9,en')).toBe('de');
  expect(localeOf('ko-KR, ko;q=0.9, fr-CH;q=0.8, en;q=0.7')).toBe('fr-CH');
});

it('keeps no more formats than a console needs, however many are asked for', () => {
  const first = numberFormat({ minimumFractionDigits: 1 });
  expect(numberFormat({ minimumFractionDigits: 1 })).toBe(first);
  for (let digits = 1; digits <= 15; digits++)
    for (let fewest = 0; fewest <= 15; fewest++)
      numberFormat({ minimumIntegerDigits: digits, minimumFractionDigits: fewest });
  expect(numberFormat({ minimumFractionDigits: 1 })).not.toBe(first);
});

it('makes a day of its numbers, whatever pattern the engine has for a locale', () => {
  const { prototype } = Intl.DateTimeFormat;
  const format = Object.getOwnPropertyDescriptor(prototype, 'format') ?? {};
  Object.defineProperty(prototype, 'format', { ...format, get: () => () => '3/28/2026' }); // as in WebKit
  onTestFinished(() => void Object.defineProperty(prototype, 'format', format));
  expect(dayOf(Date.parse('2026-03-28T22:30:00Z'), 'Asia/Tokyo')).toBe('2026-03-29');
  expect(dayOf(Date.parse('0987-03-02T12:00:00Z'), 'UTC')).toBe('0987-03-02');
});

it('writes days from one to another with the same dash in every engine', () => {
  withReader(asks({ 'accept-language': 'en-GB' }), () => {
    for (const dash of ['\u2009–\u2009', ' – ', '–']) {
      const inEngine = vi
        .spyOn(Intl.DateTimeFormat.prototype, 'formatRange')
        .mockReturnValue(`3${dash}4 Jan 2026`);
      expect(daysWords('2026-01-03', '2026-01-04')).toBe('3 – 4 Jan 2026');
      inEngine.mockRestore();
    }
  });
});

it('reads days and times in the zone it is told', () => {
  expect(dayOf(Date.parse('2026-03-28T23:30:00Z'), 'Europe/Zurich')).toBe('2026-03-29');
  expect(dayOf(Date.parse('2026-03-28T23:30:00Z'), 'UTC')).toBe('2026-03-28');
  withReader(asks({ 'accept-language': 'de-DE' }), () => {
    const at = (day: string) =>
      clockTime('2026-03-28T23:30:00Z', { now: Date.parse(day), timeZone: 'Asia/Tokyo' });
    expect([at('2026-03-28T15:00Z'), at('2026-03-28T14:59Z'), at('2027-01-01T12:00Z')]).toEqual([
      '08:30',
      '29. März, 08:30',
      '29. März 2026, 08:30',
    ]);
  });
});
