import { rmSync } from 'node:fs';
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { buildIfNeeded } from '@/lib/commands/build-if-needed';
import { chromiumArgs, findChromium } from '@/tests/support/run/chromium';
import { startConsole } from '@/tests/support/console/console-process';

/*
 * `npm run bench -- first-sight`: from navigation until the first cells are painted and can be pressed, until a press made at
 * that moment is seen, and until it is proven in the service; with an empty cache and with a full one, on this machine and on a
 * simulated 4G line. BENCH_SIZE names the matrix, BENCH_ROUNDS how often.
 */

const rounds = Number(process.env.BENCH_ROUNDS ?? '5');
const size = process.env.BENCH_SIZE ?? 'records=10000,entities=100';

/** Chromium's throttling: bytes a second and milliseconds. */
const lines = {
  'this machine': null,
  '4G, 9 Mbit/s, 170 ms': { latency: 170, downloadThroughput: 1_125_000, uploadThroughput: 1_125_000 },
};

interface Sight {
  firstCells: number;
  pressSeen: number;
  pressProven: number;
}

buildIfNeeded();
const served = await startConsole({ REFERENCE_SIZE: size, MEM_RATE_PER_SECOND: '1000' });
try {
  process.stdout.write(`\nThe access page at ${size}, median of ${String(rounds)} (range), ms\n\n`);
  process.stdout.write('| line | visit | first cells | press seen | press proven |\n|---|---|---|---|---|\n');
  for (const line of Object.keys(lines) as (keyof typeof lines)[]) {
    const visits: Record<'first' | 'return', Sight[]> = { first: [], return: [] };
    for (let round = 0; round < rounds; round++) {
      const executablePath = findChromium();
      const browser = await chromium.launch({
        args: chromiumArgs,
        ...(executablePath === undefined ? {} : { executablePath }),
      });
      const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
      await signIn(context);
      for (const visit of ['first', 'return'] as const) visits[visit].push(await look(context, line));
      await browser.close();
    }
    for (const [visit, seen] of Object.entries(visits)) {
      const of = (part: keyof Sight) => summary(seen.map((one) => one[part]));
      process.stdout.write(
        `| ${line} | ${visit} | ${of('firstCells')} | ${of('pressSeen')} | ${of('pressProven')} |\n`,
      );
    }
  }
} finally {
  await served.stop();
  rmSync(served.directory, { recursive: true });
}

async function signIn(context: BrowserContext): Promise<void> {
  const { url } = served;
  const data = { role: 'security-administrator' };
  await context.request.post(`${url}/api/session/demo`, { data, headers: { Origin: url } });
  const status = async () =>
    (await (
      await context.request.get(`${url}/api/access/matrix`, { headers: { Accept: 'application/json' } })
    ).json()) as { complete?: boolean };
  while ((await status()).complete !== true) await new Promise((done) => setTimeout(done, 500));
}

/** One visit: the switch that is pressed as soon as it is painted is put back afterwards. */
async function look(context: BrowserContext, line: keyof typeof lines): Promise<Sight> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const throttling = lines[line];
  await session.send('Network.enable');
  if (throttling) await session.send('Network.emulateNetworkConditions', { offline: false, ...throttling });
  await page.addInitScript('globalThis.__name = (one) => one'); // which the loader writes around functions
  await page.addInitScript(noteFirstCells);
  await page.goto(`${served.url}/access?unfold=*`, { waitUntil: 'commit' });
  const at = await page.evaluate(() => (window as unknown as { firstCells: Promise<Spot> }).firstCells);
  await press(session, at);
  const seen = await page.evaluate(() => (window as unknown as { seen: Promise<number> }).seen);
  const proven = await page.evaluate(() => (window as unknown as { proven: Promise<number> }).proven);
  await putBack(page);
  await page.close();
  return { firstCells: at.now, pressSeen: seen, pressProven: proven };
}

interface Spot {
  now: number;
  x: number;
  y: number;
}

async function press(session: CDPSession, { x, y }: Spot): Promise<void> {
  const at = { x, y, button: 'left', clickCount: 1 } as const;
  await Promise.all([
    session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at }),
    session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at }),
  ]);
}

/** Takes the press back by the key of the page, until that is read back: the next visit would see it change. */
async function putBack(page: Page): Promise<void> {
  await page.waitForTimeout(300);
  await page.keyboard.press('z');
  await page.evaluate(() => (window as unknown as { untilBack: () => Promise<true> }).untilBack());
}

/** Runs in the page, before its own scripts. */
function noteFirstCells(): void {
  const name = 'Bank Account BANK-010, entity 110,';
  const find = () => document.querySelector<HTMLElement>(`[role="switch"][aria-label^="${name}"]`);
  const until = <T>(what: () => T | null) =>
    new Promise<T>((done) => {
      const look = () => {
        const found = what();
        if (found === null) requestAnimationFrame(look);
        else done(found);
      };
      look();
    });
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  let before: string | null = null;
  const shown = (isPending: boolean) => () => {
    const isOther = (find()?.getAttribute('aria-checked') ?? before) !== before;
    const { mark } = find()?.parentElement?.dataset ?? {};
    return isOther && (mark === 'pending') === isPending ? true : null;
  };
  const firstCells = until(() => {
    const control = find();
    const isThere = document.querySelectorAll('[role="grid"] [role="gridcell"]').length > 60;
    const isMounted = document.querySelector('html:not([data-loading])') !== null;
    return control && isThere && isMounted ? control : null;
  }).then(async (control) => {
    await frame();
    before = control.getAttribute('aria-checked');
    const box = control.getBoundingClientRect();
    return { now: performance.now(), x: box.left + box.width / 2, y: box.top + box.height / 2 };
  });
  const after = (isPending: boolean) =>
    firstCells
      .then(() => until(shown(isPending)))
      .then(frame)
      .then(() => performance.now());
  const isBack = () => {
    const control = find();
    const isAsBefore = control?.getAttribute('aria-checked') === before;
    return isAsBefore && control?.parentElement?.dataset.mark !== 'pending' ? true : null;
  };
  const proven = after(true).then(() => after(false));
  Object.assign(window, { firstCells, seen: after(true), proven, untilBack: () => until(isBack) });
}

function summary(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `${median.toFixed(0)} (${(sorted[0] ?? 0).toFixed(0)}-${(sorted.at(-1) ?? 0).toFixed(0)})`;
}
