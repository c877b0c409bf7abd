import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { journalPageSchema } from '@/lib/contract/journal/journal';
import { journalFields } from '@/lib/domain/journal/fields';
import { buildIfNeeded } from '@/lib/commands/build-if-needed';
import { startConsole } from '@/tests/support/console/console-process';
import { chromiumArgs, findChromium } from '@/tests/support/run/chromium';

/*
 * `npm run bench -- page-turns`: from the press of a pager's link until 100 other lines of 100,000 are painted, on pages of
 * 20 and of all columns, where the page was read ahead and where it was not. With `--peers <folder>`, whose pages are
 * built, beside AG Grid and react-data-grid, which hold all rows in the browser and scroll by 100 rows instead.
 * BENCH_ROUNDS names how many turns.
 */

const rounds = Number(process.env.BENCH_ROUNDS ?? '20');
const at = process.argv.indexOf('--peers');
const folder = at < 0 ? undefined : process.argv[at + 1];

/** How a page shows 100 other rows: what is done, and the element that shows another text then. */
interface Turn {
  /** Pressed; null: `scroller` scrolls by 100 rows. */
  press: string | null;
  scroller: string;
  first: string;
}

buildIfNeeded();
const served = await startConsole({ REFERENCE_SIZE: 'records=1000,entities=24,lines=100000' });
const executablePath = findChromium();
const browser = await chromium.launch({
  args: chromiumArgs,
  ...(executablePath === undefined ? {} : { executablePath }),
});
try {
  process.stdout.write(`\nA turn to 100 other rows, median of ${String(rounds)} (range), ms\n\n`);
  process.stdout.write('| page | columns | turn | ms |\n|---|---|---|---|\n');
  for (const count of [20, journalFields.length]) await ours(count);
  if (folder !== undefined) await others(resolve(folder));
} finally {
  await browser.close();
  await served.stop();
  rmSync(served.directory, { recursive: true });
}

async function ours(count: number): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const headers = { Origin: served.url };
  await context.request.post(`${served.url}/api/session/demo`, { data: { role: 'accountant' }, headers });
  const answer = async () =>
    journalPageSchema.parse(await (await context.request.get(`${served.url}/api/journal`)).json());
  while ((await answer()).arrived !== undefined) await new Promise((done) => setTimeout(done, 500));
  const page = await context.newPage();
  const columns = journalFields.slice(0, count).map(({ name }) => name);
  await page.goto(`${served.url}/journal?columns=${columns.join()}`);
  const turn = { scroller: '', first: '[role="grid"] tbody th a' };
  const next = 'nav[aria-label="Pages"] [aria-label="Next page"]';
  const last = 'nav[aria-label="Pages"] [aria-label="Last page"]';
  await report('this console', count, 'read ahead', page, { ...turn, press: next });
  await report('this console', count, 'not read ahead', page, { ...turn, press: last }, 1);
  await context.close();
}

async function others(theirs: string): Promise<void> {
  const { serve } = (await import(join(theirs, 'driver', 'serve.mjs'))) as {
    serve: () => Promise<{ port: number; close: () => void }>;
  }; // as its README says
  const { port, close } = await serve();
  const peers = {
    ag: { scroller: '.ag-grid-viewport', first: '.ag-row .ag-cell' },
    rdg: { scroller: '.rdg', first: '.rdg [role="row"][aria-rowindex] [role="gridcell"]' },
  };
  for (const [name, turn] of Object.entries(peers))
    for (const count of [20, 152]) {
      const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
      const query = `mode=wide&rows=100000&cols=${String(count)}`;
      await page.goto(`http://127.0.0.1:${String(port)}/${name}/?${query}`);
      await report(name, count, 'scrolled', page, { ...turn, press: null });
      await page.close();
    }
  close();
}

async function report(
  name: string,
  columns: number,
  kind: string,
  page: Page,
  turn: Turn,
  times = rounds,
): Promise<void> {
  await page.locator(turn.first).first().waitFor();
  await page.evaluate('globalThis.__name = (one) => one'); // which the loader writes around functions
  const taken: number[] = [];
  for (let round = 0; round < times; round++) {
    await page.waitForLoadState('networkidle'); // the next page is read ahead
    await page.waitForTimeout(300);
    taken.push(await page.evaluate(timeOfTurn, turn));
  }
  const sorted = taken.sort((a, b) => a - b);
  const ms = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  process.stdout.write(`| ${name} | ${String(columns)} | ${kind} | ${ms(0.5)} (${ms(0)} to ${ms(1)}) |\n`);
}

/** Runs in the page: ms from the press, or the scroll, until the first task after the frame with other rows. */
function timeOfTurn({ press, scroller, first }: Turn): Promise<number> {
  const textOf = () => document.querySelector(first)?.textContent ?? '';
  const before = textOf();
  return new Promise((done) => {
    const began = performance.now();
    if (press !== null) document.querySelector<HTMLElement>(press)?.click();
    else document.querySelector(scroller)?.scrollBy(0, 100 * 32);
    const look = () => {
      if (textOf() === before) return void requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done(performance.now() - began);
      port2.postMessage(0);
    };
    requestAnimationFrame(look);
  });
}
