import { expect, type Locator, type Page } from '@playwright/test';

/** The switch of an assignment, whatever its value. */
export function switchOf(page: Page, recordId: string, entityId: string, recordType = 'Customer'): Locator {
  const [record, entity] = [`${recordType} ${recordId}`, entityId].map(
    (text) => `${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?: .+)?`, // its name may follow the code
  );
  return page.getByRole('switch', { name: new RegExp(`^${record ?? ''}, entity ${entity ?? ''}, `) });
}

/** The part of the bar that says what is selected; the page says the same for a while. */
export function selection(page: Page): Locator {
  return page.getByRole('group', { name: 'What is selected' });
}

/** What a review or an import would change, as a block of records by entities. */
export function block(page: Page): Locator {
  return page.getByRole('grid', { name: 'Assignments' });
}

/** The values that so many ticked assignments of a block are to get, of which all is drawn. */
export async function tickedValues(page: Page, count: number): Promise<boolean[]> {
  const ticked = block(page).getByRole('checkbox', { name: /, (give|remove) access\b/, checked: true });
  await expect(ticked).toHaveCount(count);
  const gives = await ticked.and(page.getByRole('checkbox', { name: /, give access\b/ })).count();
  return Array.from({ length: count }, (_, at) => at < gives);
}

/** The button of a review or an import that has these values set, with the name that it has to have. */
export function applyButton(page: Page, values: readonly boolean[]): Locator {
  const verb = values.every(Boolean) ? 'Give' : values.some(Boolean) ? 'Change' : 'Remove';
  return page.getByRole('button', { name: `${verb} ${String(values.length)}`, exact: true });
}
