import { expect, test } from '@playwright/test';
import { startReferenceService } from '@/lib/reference/service';
import { askForSet, opposites, setNow, untilDone } from '@/tests/support/changes/asked-sets';
import { connectionSettings } from '@/tests/support/console/connections-file';
import { startConsole } from '@/tests/support/console/console-process';
import { startService } from '@/tests/support/console/reference-service';
import { violationsInEveryLook } from '@/tests/support/browser/axe';
import { signInBy } from '@/tests/support/browser/console-test';

test('a change set is shown and undone in its own connection, whatever the address or the picker says', async ({
  page,
}) => {
  const small = { size: 'records=20,entities=4,lines=1', stateFile: null };
  const [sandbox, production] = [await startReferenceService(small), await startReferenceService(small)];
  const console = await startConsole(
    connectionSettings([
      { label: 'Sandbox', place: sandbox },
      { label: 'Production', place: production },
    ]),
  );
  try {
    const { url } = console;
    await signInBy(page.request, url, 'security-administrator');
    const cells = await opposites(page.request, url, ['10000'], 'production');
    const id = await askForSet(page.request, url, cells, { connection: 'production' });
    await untilDone(page.request, url, id);

    for (const query of ['', '?connection=sandbox']) {
      await page.goto(`${url}/changes/${id}${query}`);
      await expect(page).toHaveURL(`${url}/changes/${id}?connection=production`);
      await expect(page.getByText('ConnectionProduction')).toBeVisible();
      const history = page.getByRole('link', { name: /^Customer 10000, entity/ }).first();
      await expect(history).toHaveAttribute('href', /connection=production/);
    }

    const picker = page.getByRole('combobox', { name: 'Connection' });
    await picker.selectOption('Sandbox');
    await expect(page).toHaveURL(`${url}/changes`); // the first one is not named
    await expect(page.getByRole('heading', { name: 'Nothing has been changed yet' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(`${url}/changes/${id}?connection=production`);

    await page.getByRole('button', { name: 'Undo…' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Undo \d/ })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/^(Will undo|Undoing|Undo of): /);
    await expect(page).toHaveURL(/connection=production/);
    const undo = /changes\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
    expect(await setNow(page.request, url, undo)).toMatchObject({ connection: 'production', undoOf: id });
    await page.getByRole('link', { name: /^(Given|Removed)/ }).click();
    await expect(page).toHaveURL(`${url}/changes/${id}?connection=production`);

    await page.goto(`${url}/?connection=nothere`);
    await expect(page.getByRole('heading', { name: 'There is no connection “nothere”' })).toBeVisible();
    await page.getByRole('button', { name: 'Open Sandbox' }).press('Enter');
    await expect(page).toHaveURL(`${url}/`);
    await expect(page.getByRole('main').getByRole('link').filter({ hasText: 'Access given' })).toBeVisible();
  } finally {
    await Promise.all([console.stop(), sandbox.close(), production.close()]);
  }
});

test('production is told from a sandbox, tested, compared, and what it gives carried over', async ({
  page,
}) => {
  const size = 'records=60,entities=4,lines=1';
  const [live, trial] = [await startService({ size }), await startService({ size, seed: 2 })];
  const console = await startConsole(
    connectionSettings([
      { label: 'Live', place: live.reference, kind: 'production', secretExpires: '2020-01-31' },
      { label: 'Trial', place: trial.reference, kind: 'sandbox' },
    ]),
  );
  const { url } = console;
  const shell = page.getByRole('banner').filter({ visible: true });
  try {
    await signInBy(page.request, url, 'security-administrator');
    await page.goto(`${url}/journal?connection=trial`);
    await expect(shell.getByText('Sandbox', { exact: true })).toBeVisible();
    await page.goto(`${url}/connections`);
    await expect(shell.getByText('Production', { exact: true })).toBeVisible();

    const card = page.getByRole('region', { name: 'Live', exact: true });
    await expect(card.getByText('The secret for this service has ended')).toBeVisible();
    const resultOf = (step: string) =>
      card.getByRole('region', { name: 'Test of Live' }).getByRole('row', { name: step });
    await card.getByRole('button', { name: 'Test Live' }).click();
    await expect(resultOf('One assignment')).toContainText(/Passed\d+ ms/);
    await expect(card.getByText('Responds', { exact: true })).toBeVisible();
    await live.faults({ kind: 'status', status: 403, resource: 'journal' });
    await card.getByRole('button', { name: 'Test Live' }).click();
    await expect(resultOf('One journal line')).toContainText('Failed');
    await expect(card.getByText('Does not respond', { exact: true })).toBeVisible();
    await live.faults();
    expect(await violationsInEveryLook(page)).toEqual([]);

    await page.getByRole('link', { name: 'Compare two' }).click();
    await page.getByRole('button', { name: 'All types' }).click();
    await page.getByRole('checkbox', { name: /^Customer/ }).press('Space');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/connections\/compare\?type=Customer$/);
    await expect(page.getByRole('region', { name: 'Records that differ' })).toBeVisible();
    expect(await violationsInEveryLook(page)).toEqual([]);

    await page.getByRole('button', { name: /^Give in Trial/ }).click();
    const review = page.getByRole('dialog', { name: /^Review \d+ assignments? of Trial$/ });
    const boxes = review.getByRole('checkbox', { name: /^Customer .*, entity .*, give access$/ });
    const words = (await boxes.first().getAttribute('aria-label')) ?? '';
    const [, recordId = '', entityId = ''] = /^Customer (\S+), entity (\S+), give access$/.exec(words) ?? [];
    const kept = { recordType: 'Customer', recordId, entityId };
    await boxes.first().click();
    const field = review.getByRole('textbox', { name: /^Reason/ });
    await expect(field).toHaveValue('Carried over from Live. ');
    await field.press('End');
    await field.pressSequentially('As agreed');
    await review.getByRole('button', { name: /^Give \d+ in Trial$/ }).click();
    await expect(page).toHaveURL(/\/changes\/[0-9a-f-]{36}\?connection=trial$/);
    const id = /changes\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
    const { reason, counts } = await untilDone(page.request, url, id);
    expect([reason, counts.applied]).toEqual(['Carried over from Live. As agreed', await trial.totalPosts()]);
    expect([await live.truth(kept), await trial.truth(kept), await live.totalPosts()]).toEqual([
      true,
      false,
      0,
    ]);

    await page.goto(`${url}/connections/compare?from=live&to=trial&type=Customer&show=from-gives`);
    const left = page.getByRole('region', { name: 'Records that differ' }).getByRole('row');
    await expect(left).toHaveCount(2); // its head, and the record whose entity was unticked
    await expect(left.last()).toContainText(recordId);
    await live.faults({ kind: 'status', status: 503 });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Live does not respond' })).toContainText(
      'was read',
    );
    await expect(page.getByText('Not all was read again')).toBeVisible();
    await live.faults();

    await signInBy(page.request, url, 'auditor');
    await page.reload();
    await expect(left).toHaveCount(2);
    await expect(page.getByRole('heading', { name: /^Carry access over/ })).toHaveCount(0);
    await signInBy(page.request, url, 'accountant');
    await page.goto(`${url}/connections/compare`);
    await expect(page.getByRole('heading', { name: /^You don’t have permission/ })).toBeVisible();
  } finally {
    await Promise.all([console.stop(), live.reference.close(), trial.reference.close()]);
  }
});
