import { test } from '@/tests/support/browser/console-test';
import { errorsOfFaults, expectNoLie, hasty } from './switch-faults';
import { isNightly } from '@/tests/support/run/nightly';

test.skip(!isNightly, 'at night: npm run test:all');

test('no switch lies, whatever happens to the reads around a change', async ({
  page,
  startAside,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(errorsOfFaults);
  await expectNoLie(page, await startAside(hasty), 'GET');
});
