import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { violationsInEveryLook } from '@/tests/support/browser/axe';
import { startConsole } from '@/tests/support/console/console-process';
import { expect, signInBy, test } from '@/tests/support/browser/console-test';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

test('a press on the Changes page takes evidence away, which holds without the console', async ({
  page,
  signIn,
}) => {
  await signIn('auditor');
  await page.goto('/changes');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download full audit evidence' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^evidence-ledger-\w+\.zip$/);
  await expect(page.getByText('Full audit evidence was made')).toBeVisible();
  const folder = temporaryFolder('mem-taken');
  await file.saveAs(join(folder, 'evidence.zip'));
  const taken = unzipSync(readFileSync(join(folder, 'evidence.zip')));
  rmSync(join(folder, 'evidence.zip'));
  for (const [name, bytes] of Object.entries(taken)) writeFileSync(join(folder, name), bytes);
  const { stdout } = spawnSync(process.execPath, ['verify-log.mjs', '.'], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(stdout).toContain('IN ORDER');
});

test('a database that was emptied is told on the pages to those who may read the log, what to do to administrators', async ({
  page,
  startAside,
}) => {
  const folder = temporaryFolder('mem-emptied');
  const settings = { DATABASE_URL: `file:${join(folder, 'console.db')}` };
  await (await startConsole(settings)).stop();
  for (const name of readdirSync(folder).filter((one) => one.startsWith('console.db')))
    rmSync(join(folder, name));
  const emptied = await startAside(settings);
  await signInBy(page.request, emptied.url, 'auditor');
  await page.goto(emptied.url);
  const proof = page.getByRole('region', { name: 'Proof' });
  await expect(proof.getByRole('status')).toContainText('Entries are missing'); // nobody verified it
  await page.goto(`${emptied.url}/changes`);
  const banner = page.getByRole('alert').filter({ hasText: 'Log entries are missing' });
  await expect(banner).toContainText('Tell an administrator.');
  await expect(banner.getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: 'Verify now' }).click();
  await expect(page.getByText("this console's database was emptied or replaced")).toBeVisible();
  expect(await (await page.request.get(`${emptied.url}/api/health/ready`)).json()).toMatchObject({
    status: 'degraded',
    parts: expect.arrayContaining([expect.objectContaining({ name: 'log', up: false })]),
  });
  await page.goto('about:blank'); // else the auditor's page asks on with another's session
  await signInBy(page.request, emptied.url, 'security-administrator');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${emptied.url}/changes`);
  await banner.getByRole('button', { name: 'Details' }).press('Enter');
  const details = page.getByRole('group', { name: 'What the log has lost' });
  await expect(details).toContainText('put the right database back');
  expect(await violationsInEveryLook(page)).toEqual([]);
  await page.goto('about:blank');
  await signInBy(page.request, emptied.url, 'accountant');
  await page.goto(`${emptied.url}/journal`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner).toBeHidden();
});
