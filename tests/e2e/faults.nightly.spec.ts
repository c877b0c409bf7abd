import { test } from '@playwright/test';
import {
  expectNothingCalledWhole,
  expectPagesToTell,
  startFaulty,
  type FaultOfLinks,
  type FaultOnPages,
} from '@/tests/support/browser/faulty-pages';
import { isNightly } from '@/tests/support/run/nightly';

/* As faults.spec.ts, with every fault. */

test.skip(!isNightly, 'at night: npm run test:all');

const faults: FaultOnPages[] = [
  ['cuts every connection', { kind: 'dropBefore' }, /cannot be reached/i],
  ['refuses our credentials', { kind: 'status', status: 401 }, /refused our credentials/i],
  ['lacks permission', { kind: 'status', status: 403 }, /permission/i],
  ['has moved away', { kind: 'vanish' }, /does not have this|not found/i],
  ['fails', { kind: 'status', status: 500 }, /does not respond as it should/i],
  ['answers with a web page', { kind: 'html200' }, /something else/i],
  ['cuts its answers', { kind: 'truncate', variant: 'json' }, /something else/i],
  ['answers nothing', { kind: 'empty200' }, /something else/i],
  ['answers in another shape', { kind: 'wrongJson', variant: 'shape' }, /something else/i],
  [
    'redirects elsewhere',
    { kind: 'redirect', location: 'https://elsewhere.example/' },
    /something else|redirect/i,
  ],
  ['sends a bomb', { kind: 'gzipBomb', megabytes: 300 }, /something else/i],
];

const linkFaults: FaultOfLinks[] = [
  ['loops its links', { kind: 'repeatNextLink' }],
  ['links to another place', { kind: 'foreignNextLink', variant: 'origin' }],
  ['cuts a later page', { kind: 'truncate', variant: 'json', afterPage: 1 }],
];

let faulty: Awaited<ReturnType<typeof startFaulty>>;
test.beforeAll(async () => {
  faulty = await startFaulty([...faults, ...linkFaults]);
});
test.afterAll(() => faulty.stop());

// A few at once, because most of the time goes by waiting for answers that do not come.
for (let at = 0; at < faults.length; at += 4) {
  const some = faults.slice(at, at + 4);
  const names = some.map(([name]) => name).join(', ');
  test(`when the service ${names}, each page says so, shows nothing as whole, and recovers by itself`, ({
    browser,
  }) => expectPagesToTell(browser, faulty, some));
}

test('when links between pages go wrong, what has arrived is never called whole, and the pages recover', ({
  browser,
}) => expectNothingCalledWhole(browser, faulty, linkFaults));
