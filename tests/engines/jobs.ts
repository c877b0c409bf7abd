import type { EnginePage } from './page';

/** A job of a person on one page. It fails by an error. */
export interface Job {
  name: string;
  does: (page: EnginePage) => Promise<void>;
}

function sameAs(seen: unknown, wanted: unknown, what: string): void {
  const [one, other] = [JSON.stringify(seen), JSON.stringify(wanted)];
  if (one !== other) throw new Error(`${what}: ${one} in place of ${other}`);
}

const count = (selector: string) => `return document.querySelectorAll('${selector}').length;`;
const focused = 'return document.activeElement?.value ?? document.activeElement?.textContent;';

/** One job of each page, in the order in which they build on each other; the first one signs in. */
export const jobs: readonly Job[] = [
  {
    name: 'sign-in leads to the overview, whose figures come',
    does: async (page) => {
      await page.goto('/sign-in');
      await page.press('button', /Security administrator/);
      await page.see('heading', /^(Good |Welcome)/);
      await page.see('heading', /^Needs attention/);
      await page.see('link', /^Journal lines waiting ?[1-9]/);
      await page.waitFor(`return !/could not be read/.test(document.body.innerText);`, 'all of it read');
    },
  },
  {
    name: 'the palette is typed into at once, and lists what fits',
    does: async (page) => {
      await page.goto('/access?type=Customer');
      await page.see('switch');
      const states = `return [...document.querySelectorAll('[role=switch]')].slice(0, 20).map((e) => e.ariaChecked).join();`;
      const before = await page.run(states);
      await page.run(`document.querySelector('[role=switch]').focus()`);
      await page.key('Control+k');
      await page.type('journal lines');
      await page.see('option', /^Journal lines$/);
      sameAs(await page.run(focused), 'journal lines', 'what the field holds');
      sameAs(await page.run(states), before, 'switches behind the palette');
      await page.key('Enter');
      await page.see('heading', /^Journal lines$/);
    },
  },
  {
    name: 'access is filtered and switched, and cells are selected by a drag without any text',
    does: async (page) => {
      await page.goto('/access?type=Customer');
      const [from, to] = [await page.place('switch', /./, 1), await page.place('switch', /./, 45)];
      await page.drag([from, { x: Math.round((from.x + to.x) / 2), y: to.y }, to]);
      await page.waitFor(`return /\\d+ selected/.test(document.querySelector('#content').innerText);`, 'selected cells'); // prettier-ignore
      sameAs(await page.run('return getSelection().toString();'), '', 'text that is selected');
      await page.key('Escape');
      await page.press('searchbox', /^Record ID/);
      await page.type('10000');
      await page.waitFor(`return /1 of [\\d,]+ records?/.test(document.querySelector('#content').innerText);`, 'one record'); // prettier-ignore
      // The grid keeps hidden switches for rows to come.
      const state = `return [...document.querySelectorAll('[role=switch]')].find((one) => one.checkVisibility())?.ariaChecked;`; // prettier-ignore
      const before = await page.run(state);
      await page.press('switch', /./);
      await page.waitFor(`${state.replace(';', '')} !== '${String(before)}';`, 'the switch turned');
      await page.waitFor(`return document.querySelector('[role=switch][aria-busy=true]') === null;`, 'an answer'); // prettier-ignore
      await page.goto('/access?type=Customer&q=10000');
      await page.see('switch');
      sameAs(await page.run(state), before === 'true' ? 'false' : 'true', 'the switch after a reload');
    },
  },
  {
    name: 'the journal is filtered, a line opened, and a code copied with its zeros',
    does: async (page) => {
      await page.goto('/journal');
      await page.press('searchbox', /^Search/);
      await page.type('WARSAW');
      await page.waitFor(`return /contains.*warsaw/i.test(document.querySelector('#content').innerText);`, 'the filter'); // prettier-ignore
      await page.waitFor(`return [...document.querySelectorAll('[role=grid] td')].some((e) => /WARSAW/.test(e.textContent));`, 'lines of it'); // prettier-ignore
      await page.press('link', /Open the line|^1\b/);
      await page.see('dialog', /./);
      await page.key('Escape');
      const code = (await page.see('gridcell', /^\d+-S$/)).trim();
      await page.press('gridcell', /^\d+-S$/);
      await page.key('Control+c');
      await page.waitFor(`return /Copied/.test(document.body.innerText);`, 'a message');
      await page.run(
        `window.pasted = null; addEventListener('paste', (e) => (window.pasted = ['text/plain', 'text/html'].map((t) => e.clipboardData.getData(t))), true);`,
      );
      await page.press('searchbox', /^Search/);
      await page.key('Control+v');
      await page.waitFor('return window.pasted !== null;', 'what was pasted');
      const [text, html] = await page.run<string[]>('return window.pasted;');
      sameAs([text, html?.includes(`>${code}</td>`)], [code, true], 'what is on the clipboard');
    },
  },
  {
    name: 'checks and month end of the journal come',
    does: async (page) => {
      await page.goto('/journal');
      await page.press('button', /^Checks ?\(\d+\)/);
      await page.see('heading', /^Checks/);
      await page.waitFor(`return /No entity/.test(document.body.innerText);`, 'a check');
      await page.waitFor(`return !/could not be read/.test(document.body.innerText);`, 'all of it read');
    },
  },
  {
    name: 'the list of changes is read, and a change set opened',
    does: async (page) => {
      await page.goto('/changes');
      await page.see('heading', /^Changes$/);
      await page.press('link', /^(Given|Removed)/);
      await page.waitFor(`return /^\\/changes\\/[0-9a-f-]{8,}/.test(location.pathname);`, 'the set');
      await page.see('button', /evidence/i);
    },
  },
  {
    name: 'a file is compared',
    does: async (page) => {
      await page.goto('/changes/import');
      await page.run(
        `const input = document.querySelector('input[type=file]'), data = new DataTransfer();
         data.items.add(new File(['Record type,Record ID,Entity,Access\\nCustomer,10000,100,yes\\nCustomer,20000,100,no\\n'], 'some.csv', { type: 'text/csv' }));
         input.files = data.files;
         input.dispatchEvent(new Event('change', { bubbles: true }));`,
      );
      await page.waitFor(`return document.querySelector('[aria-label="What the file would change"]') !== null;`, 'a preview'); // prettier-ignore
      await page.waitFor(
        `return document.querySelector('[aria-label="Apply"] button') !== null;`,
        'a way to apply it',
      );
    },
  },
  {
    name: 'fields of the interface are searched',
    does: async (page) => {
      await page.goto('/metadata');
      await page.press('searchbox', /^Search fields/);
      await page.type('posting');
      await page.waitFor(`return document.querySelectorAll('tbody tr').length > 0 && [...document.querySelectorAll('tbody tr')].every((e) => /posting/i.test(e.textContent));`, 'fields of it'); // prettier-ignore
    },
  },
  {
    name: 'sessions are listed, and a person signs out',
    does: async (page) => {
      await page.goto('/sessions');
      await page.see('row', /This browser|this one|now/i);
      sameAs(await page.run(count('h1')), 1, 'headings');
      await page.press('button', /Security administrator/);
      await page.press('menuitem', /^Sign out$/);
      await page.waitFor(`return location.pathname === '/sign-in';`, 'the sign-in page');
    },
  },
];
