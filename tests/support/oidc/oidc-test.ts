import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { test as withConsole } from '@/tests/support/browser/console-test';
import { startOpenIdProvider, type TestProvider } from './openid-provider';

/** Playwright's test with a console whose people sign in at a real OpenID provider, where Ann is an auditor. */
export const test = withConsole.extend<
  { onlyAnn: undefined },
  { provider: TestProvider; console: ConsoleProcess }
>({
  provider: [
    async ({}, use) => {
      const provider = await startOpenIdProvider();
      await use(provider);
      await provider.goDown();
    },
    { scope: 'worker' },
  ],
  console: [
    async ({ provider }, use) => {
      const running = await startConsole({ ...provider.settings, LOG_LEVEL: 'debug', TRUST_PROXY: 'true' });
      await use(running);
      await running.stop();
    },
    { scope: 'worker' },
  ],
  onlyAnn: [
    async ({ provider }, use) => {
      provider.tampering = null;
      provider.users.clear();
      provider.users.set('ann', { name: 'Ann Auditor', roles: ['auditor'] });
      await use(undefined);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
