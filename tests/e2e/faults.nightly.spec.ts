import { test } from '@playwright/test';
import { expectPagesToTell, faultOf, faultOfLinks, startFaulty } from './faulty-pages';
import { isNightly } from '@/tests/support/run/nightly';

/* As faults.spec.ts, with every fault. */

test.skip(!isNightly, 'at night: npm run test:all');

const faults = [
  faultOf('cuts every connection', { kind: 'dropBefore' }, /cannot be reached/i),
  faultOf('refuses our credentials', { kind: 'status', status: 401 }, /refused our credentials/i),
  faultOf('lacks permission', { kind: 'status', status: 403 }, /permission/i),
  faultOf('has moved away', { kind: 'vanish' }, /does not have this|not found/i),
  faultOf('fails', { kind: 'status', status: 500 }, /does not respond as it should/i),
  faultOf('answers with a web page', { kind: 'html200' }, /something else/i),
  faultOf('cuts its answers', { kind: 'truncate', variant: 'json' }, /something else/i),
  faultOf('answers nothing', { kind: 'empty200' }, /something else/i),
  faultOf('answers in another shape', { kind: 'wrongJson', variant: 'shape' }, /something else/i),
  faultOf(
    'redirects elsewhere',
    { kind: 'redirect', location: 'https://elsewhere.example/' },
    /something else|redirect/i,
  ),
  faultOf('sends a bomb', { kind: 'gzipBomb', megabytes: 300 }, /something else/i),
];

const linkFaults = [
  faultOfLinks('loops its links', { kind: 'repeatNextLink' }),
  faultOfLinks('links to another place', { kind: 'foreignNextLink', variant: 'origin' }),
  faultOfLinks('cuts a later page', { kind: 'truncate', variant: 'json', afterPage: 1 }),
];

let faulty: Awaited<ReturnType<typeof startFaulty>>;
test.beforeAll(async () => {
  faulty = await startFaulty([...faults, ...linkFaults]);
});
test.afterAll(() => faulty.stop());

// A few at once, because most of the time goes by waiting for answers that do not come.
for (let at = 0; at < faults.length; at += 4) {
  const some = faults.slice(at, at + 4);
  const names = some.map(({ name }) => name).join(', ');
  test(`when the service ${names}, each page says so, shows nothing as whole, and recovers by itself`, ({
    browser,
  }) => expectPagesToTell(browser, faulty, some));
}

test('when links between pages go wrong, what has arrived is never called whole, and the pages recover', ({
  browser,
}) => expectPagesToTell(browser, faulty, linkFaults));
