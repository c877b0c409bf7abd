import { test } from '@/tests/support/browser/console-test';
import { errorsOfFaults, expectNoLie, hasty } from './switch-faults';

test('no switch lies, whatever happens to the POST of a change', async ({
  page,
  startAside,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(errorsOfFaults);
  await expectNoLie(page, await startAside(hasty), 'POST');
});
