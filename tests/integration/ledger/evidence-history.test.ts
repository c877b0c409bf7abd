import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { LedgerFacts } from '@/lib/contract/changes/ledger';
import { cancelChanges } from '@/lib/server/services/changes/cancel-changes';
import { createChanges } from '@/lib/server/services/changes/create-changes';
import { pauseChanges } from '@/lib/server/services/changes/pause-changes';
import { resumeChanges } from '@/lib/server/services/changes/resume-changes';
import { retryChanges } from '@/lib/server/services/changes/retry-changes';
import { quickPolicy, setRow } from '@/tests/support/changes/change-sets';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';
import { factsOfSet } from '@/tests/support/ledger/ledger-facts';
import { unpackEvidence } from '@/tests/support/ledger/unpacked-evidence';

let service: Scenario;
/** A set of three cells that was paused, resumed, cancelled before anything was sent, tried again in part, and done. */
let set: string;

beforeAll(async () => {
  service = await startScenario({ size: 'records=20,entities=4,lines=1' });
  const ctx = service.context('security-administrator');
  const note = 'Demo history: an invented story';
  const [{ seq: began } = { seq: 0 }] = (await ctx.console.ledger.append([{ kind: 'ledger.demo-began', note }])).slice(-1); // prettier-ignore
  const last = (await ctx.console.ledger.append(factsOfSet('of-the-story', 2))).at(-1)?.seq ?? 0;
  const ended: LedgerFacts = { kind: 'ledger.demo-ended', began, last, complete: true, note };
  await ctx.console.ledger.append([ended]);
  ({ id: set } = await createChanges({ ctx, input: { cells: service.fresh(3), reason: 'Closing' } }));
  for (const verb of [pauseChanges, resumeChanges, cancelChanges])
    await verb({ ctx, input: { changeSetId: set } });
  await retryChanges({ ctx, input: { changeSetId: set, outcomes: ['cancelled'], reason: 'Open again' } });
  service.work(quickPolicy);
  await vi.waitFor(async () => expect((await setRow(service, set)).state).toBe('done'), 20_000);
});
afterAll(() => service.close());

const evidenceOf = async (scope: Parameters<typeof unpackEvidence>[1]) => {
  const { folder } = await unpackEvidence(service.context('auditor'), scope);
  const checked = spawnSync(process.execPath, ['verify-log.mjs', '.'], { cwd: folder, encoding: 'utf8' });
  const [page, readme] = ['evidence.html', 'README.txt'].map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  );
  return { page: page ?? '', readme: readme ?? '', status: checked.status, words: checked.stdout };
};

it('evidence of a set that was cancelled and tried again counts its cells apart from the attempts at them', async () => {
  const { page, status } = await evidenceOf({ what: 'set', changeSetId: set });
  const [numbers = ''] = /<h2>Numbers<[\s\S]*?<\/table>/.exec(page) ?? [];
  const row = (label: string) =>
    new RegExp(`<td>${label}(?:<br>.*)?</td><td class="n">(\\d+)</td><td class="n">(\\d+)</td>`)
      .exec(numbers)
      ?.slice(1);
  expect(row('Confirmed')).toEqual(['3', '3']);
  expect(row('Not done')).toEqual(['0', '3']);
  expect(row('Total')).toEqual(['3', '6']);
  expect(page).toContain('A row is one attempt');
  expect(status).toBe(0);
});

it('evidence of a set lists who paused, resumed, cancelled it and had it tried again', async () => {
  const { page } = await evidenceOf({ what: 'set', changeSetId: set });
  const [list = ''] = /<h2>History<[\s\S]*?<\/ul>/.exec(page) ?? [];
  const steps = [...list.matchAll(/<li>[-\d]+ [:\d]+ UTC (.*) \(entry \d+\)<\/li>/g)].map(
    ([, words]) => words,
  );
  expect(steps.slice(0, 3)).toEqual([
    'Somebody paused it.',
    'Somebody resumed it.',
    'Somebody cancelled it.',
  ]);
  expect(steps).toContain('Somebody tried again 3 assignments that were not done. Reason: Open again');
});

it('evidence carries the note about the demo history only where it has entries of that', async () => {
  const own = await evidenceOf({ what: 'set', changeSetId: set });
  for (const text of [own.page, own.readme, own.words]) expect(text).not.toContain('Demo history');
  const whole = await evidenceOf({ what: 'ledger' });
  for (const text of [whole.page, whole.readme, whole.words])
    expect(text).toMatch(/Demo history: an invented story \(entries \d+ to \d+\)\./);
  const period = await evidenceOf({ what: 'period', from: new Date(Date.now() - 3_600_000).toISOString() });
  for (const text of [period.page, period.readme, period.words]) expect(text).toContain('Demo history');
});
