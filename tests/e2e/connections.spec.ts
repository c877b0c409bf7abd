import { expect, test } from '@playwright/test';
import { startReferenceService } from '@/lib/reference/service';
import { askForSet, opposites, setNow, untilDone } from '@/tests/support/changes/asked-sets';
import { connectionSettings } from '@/tests/support/console/connections-file';
import { startConsole } from '@/tests/support/console/console-process';
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
