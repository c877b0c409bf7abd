import { expect, type Page } from '@playwright/test';
import { signInBy } from '@/tests/support/browser/console-test';
import type { ConsoleProcess } from '@/tests/support/console/console-process';
import { switchOf } from '@/tests/support/browser/parts-of-pages';

/** Every fault of the control port that can meet a change, in turn on its POST and on the reads around it. */
const faults: Record<string, unknown>[] = [
  ...[400, 401, 403, 404, 408, 409, 429, 500, 502, 503, 504].map((status) => ({ kind: 'status', status })),
  { kind: 'status', status: 500, afterApply: true },
  { kind: 'status', status: 429, retryAfter: 1, count: 1 },
  { kind: 'status', status: 503, body: 'html' },
  { kind: 'slow', delayMs: 400 },
  { kind: 'hang' },
  { kind: 'hang', afterApply: true },
  { kind: 'dropBefore' },
  { kind: 'dropAfter' },
  { kind: 'truncate', variant: 'framing' },
  { kind: 'truncate', variant: 'json' },
  { kind: 'html200' },
  { kind: 'empty200' },
  { kind: 'wrongJson', variant: 'shape' },
  { kind: 'wrongJson', variant: 'types' },
  { kind: 'badUtf8' },
  { kind: 'protoKeys' },
  { kind: 'vanish' },
  { kind: 'redirect', location: 'https://elsewhere.example/' },
  { kind: 'gzipBomb' },
  { kind: 'hugeBody' },
  { kind: 'echoDiffers', variant: 'value' },
  { kind: 'echoDiffers', variant: 'key' },
  { kind: 'echoEmpty' },
  { kind: 'notApplied' },
];

interface Pressed {
  fault: Record<string, unknown>;
  cell: Record<'recordType' | 'recordId' | 'entityId', string>;
}

/** Settings of a console of few assignments that soon gives up on a service that hangs. */
export const hasty = {
  REFERENCE_SIZE: 'records=200,entities=6,lines=10',
  MEM_TIMEOUT_SECONDS: '2',
  MEM_RATE_PER_SECOND: '200',
};

/** What such pages may write to their console. */
export const errorsOfFaults = /status of (409|422|50\d)/;

/** Presses a switch for each fault that meets such a request of its change: none shows what the service does not have. */
export async function expectNoLie(
  page: Page,
  console: ConsoleProcess,
  method: 'POST' | 'GET',
): Promise<void> {
  await signInBy(page.request, console.url, 'security-administrator');
  await page.goto(`${console.url}/access?type=Customer`);
  await expect(page.getByRole('status').filter({ hasText: /of 200 records/ })).toBeVisible();
  await expect(page.getByRole('switch').nth(faults.length)).toBeAttached();
  const names = await page
    .getByRole('switch')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  // A well-formed answer about another record says that this assignment is gone, and then there is no switch.
  const met = faults.filter(({ kind }) => method === 'POST' || kind !== 'protoKeys');
  const pressed: Pressed[] = met.map((fault, at) => {
    const [, recordId = '', entityId = ''] = /^Customer (.*), entity (.*), /.exec(names[at] ?? '') ?? [];
    return { fault, cell: { recordType: 'Customer', recordId, entityId } };
  });
  const control = ({ cell }: Pressed) => switchOf(page, cell.recordId, cell.entityId);
  const mark = (one: Pressed) => control(one).locator('xpath=..').getAttribute('data-mark');
  /** What the switch shows and what the service has; a switch that is marked as unknown or on its way claims nothing. */
  const claim = async (one: Pressed) => {
    const marked = await mark(one);
    if (marked === 'unconfirmed' || marked === 'pending') return 'claims nothing';
    const shown = (await control(one).getAttribute('aria-checked')) === 'true';
    return shown === (await console.truth(one.cell)) ? 'true' : `shows ${String(shown)}`;
  };

  await console.faults(
    ...pressed.map(({ fault, cell }) => ({ resource: 'security', method, cell, ...fault })),
  );
  // By key, because messages about earlier ones may lie over a switch.
  for (const one of pressed) await control(one).press('Space');
  for (const one of pressed) {
    await expect
      .poll(() => mark(one), { message: JSON.stringify(one.fault), timeout: 60_000 })
      .not.toBe('pending');
    expect(await claim(one), JSON.stringify(one.fault)).toMatch(/^(true|claims nothing)$/);
  }
  await console.faults();
  for (const one of pressed) {
    await expect
      .poll(() => claim(one), { message: JSON.stringify(one.fault), timeout: 20_000 })
      .toMatch(/^(true|claims nothing)$/);
  }
  await page.reload();
  await expect(
    control({ fault: {}, cell: pressed[0]?.cell ?? { recordType: '', recordId: '', entityId: '' } }),
  ).toBeVisible();
  for (const one of pressed) {
    await expect
      .poll(() => claim(one), { message: JSON.stringify(one.fault), timeout: 20_000 })
      .toMatch(/^(true|claims nothing)$/);
  }
}
