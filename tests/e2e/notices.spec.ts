import { expect } from '@playwright/test';
import { violationsInEveryLook } from '@/tests/support/browser/axe';
import { signInBy, test } from '@/tests/support/browser/console-test';
import { startWebhookReceiver } from '@/tests/support/notices/webhook-receiver';

test('an administrator adds a webhook, sees what a test did, and the secret never comes back', async ({
  page,
  startAside,
}) => {
  const hook = await startWebhookReceiver();
  const console = await startAside({ NOTICES_PRIVATE_ADDRESSES: 'true' });
  const secret = 'canary-receiver-secret-4b';
  try {
    await signInBy(page.request, console.url, 'security-administrator');
    await page.goto(`${console.url}/notices`);
    await expect(page.getByRole('heading', { name: 'Nobody is told yet' })).toBeVisible();
    await page.getByRole('button', { name: 'Add receiver' }).click();
    const form = page.getByRole('dialog', { name: 'Add a receiver' });
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(form.getByText('Give it a name.')).toBeVisible();
    await form.getByLabel('Name').fill('Operations');
    await form.getByLabel('Address (https or http)').fill(`${hook.url}/hook?sig=${secret}`);
    await form.getByLabel('Secret that signs the messages').fill(secret);
    await form.getByRole('checkbox', { name: /^Month-end checks/ }).uncheck();
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    const card = page.getByRole('article', { name: 'Operations' });
    await expect(card).toContainText('signed · nothing delivered yet');
    await card.getByRole('button', { name: 'Test Operations' }).press('Enter');
    await expect(card.getByText('The test message was delivered')).toBeVisible();
    expect(hook.received[0]?.path).toBe(`/hook?sig=${secret}`);
    hook.manner = 500;
    await card.getByRole('button', { name: 'Test Operations' }).press('Enter');
    await expect(card.getByText('It answered 500.')).toBeVisible();

    expect(await violationsInEveryLook(page)).toEqual([]);

    await page.reload();
    await expect(
      card.getByRole('list', { name: 'What Operations is told' }).getByRole('listitem'),
    ).toHaveCount(7);
    expect(await page.content()).not.toContain('canary');
    await card.getByRole('button', { name: 'Change Operations' }).click();
    await expect(page.getByRole('dialog').getByLabel('Secret that signs the messages')).toHaveValue('');
    await page.keyboard.press('Escape');
    await card.getByRole('button', { name: 'Remove Operations' }).click();
    await page
      .getByRole('dialog', { name: 'Remove Operations?' })
      .getByRole('button', { name: 'Remove' })
      .click();
    await expect(page.getByRole('heading', { name: 'Nobody is told yet' })).toBeVisible();
    expect(console.output()).not.toContain('canary');
  } finally {
    await hook.close();
  }
});
