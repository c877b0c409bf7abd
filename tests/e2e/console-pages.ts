import type { Locator, Page } from '@playwright/test';

/** A page of the console, and what must be on it before it counts as loaded. */
export interface ConsolePage {
  path: string;
  loaded: (page: Page) => Locator;
}

/** Every page for signed-in people, as a security administrator sees it; a change set and the sign-in page aside. */
export const consolePages: readonly ConsolePage[] = [
  {
    path: '/',
    loaded: (page) => page.getByRole('region', { name: 'Who may use what' }).getByRole('link').first(),
  },
  { path: '/access', loaded: (page) => page.getByRole('gridcell').first() },
  { path: '/access?type=Customer&history=Customer/10000/100', loaded: detailsOf },
  { path: '/journal', loaded: (page) => page.getByRole('grid').getByRole('rowheader').first() },
  { path: '/journal?line=ITEM/DEFAULT/10000', loaded: (page) => page.getByText('Zero or No') },
  {
    path: '/journal?by=BssiEntityID,LocationCode&across=EntryType',
    loaded: (page) => page.getByRole('grid').getByRole('rowheader').nth(2),
  },
  {
    path: '/journal?show=pictures',
    loaded: (page) => page.getByRole('region', { name: 'By entity', exact: true }).getByRole('link').first(),
  },
  { path: '/changes', loaded: (page) => page.getByRole('main').getByRole('heading', { level: 2 }).first() },
  {
    path: '/changes/history?recordType=Customer&recordId=C00200',
    loaded: (page) => page.getByRole('heading', { level: 2 }).first(),
  },
  { path: '/changes/import', loaded: (page) => page.getByRole('main').getByRole('button').first() },
  { path: '/connections', loaded: (page) => page.getByRole('button', { name: /^Test / }).first() },
  { path: '/metadata', loaded: (page) => page.getByText('JournalTemplateName').first() },
  { path: '/notices', loaded: (page) => page.getByRole('button', { name: 'Add receiver' }) },
  { path: '/sessions', loaded: (page) => page.getByRole('heading', { level: 3 }).first() },
];

function detailsOf(page: Page): Locator {
  const panel = page.getByRole('complementary').or(page.getByRole('dialog'));
  return panel.getByText(/Nothing is recorded|(Given|Removed): Customer/).first();
}
