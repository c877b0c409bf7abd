import { changeListSchema } from '@/lib/contract/changes/changes';
import { expect, signInBy, test } from '@/tests/support/browser/console-test';
import { applyButton, switchOf } from '@/tests/support/browser/parts-of-pages';

test('where reasons are required, a press is staged, and nothing is sent or undone without one', async ({
  page,
  startAside,
}) => {
  const { url, control } = await startAside({ ACCESS_REASON: 'required' });
  await signInBy(page.request, url, 'security-administrator');
  await page.goto(`${url}/access?type=Customer&q=C00330`);
  await expect(page.getByText('Changes need a reason: presses are staged.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Switch now' })).toHaveCount(0);
  await expect(page.getByText(/^As of/)).toBeVisible(); // the review waits for the whole matrix
  const one = switchOf(page, 'C00330', '100');
  const was = await one.getAttribute('aria-checked');
  await control('DELETE', '/counters');
  await one.click();
  await expect(page.getByText('1 staged', { exact: true })).toBeVisible();
  expect(await control('GET', '/counters')).toMatchObject({ totalPosts: 0 });
  await page.getByRole('button', { name: 'Review…' }).click();
  const review = page.getByRole('dialog', { name: 'Review 1 assignment' });
  const apply = applyButton(page, [was !== 'true']);
  await expect(apply).toBeDisabled();
  await review.getByRole('textbox', { name: 'Reason', exact: true }).fill('The branch moved');
  await apply.click();
  const cell = '/cell?recordType=Customer&recordId=C00330&entityId=100';
  await expect.poll(() => control('GET', cell)).toMatchObject({ accessible: was !== 'true' });
  await page.getByRole('button', { name: /^Undo change set of 1 assignment/ }).click();
  const question = page.getByRole('dialog', { name: 'Undo this change?' });
  await expect(question.getByRole('button', { name: 'Undo 1' })).toBeDisabled();
  await question.getByRole('textbox', { name: 'Reason', exact: true }).fill('It did not');
  await question.getByRole('button', { name: 'Undo 1' }).click();
  await expect.poll(() => control('GET', cell)).toMatchObject({ accessible: was === 'true' });
  const list = changeListSchema.parse(await (await page.request.get(`${url}/api/changes`)).json());
  expect(list.value.map(({ reason }) => reason)).toEqual(['It did not', 'The branch moved']);
});
