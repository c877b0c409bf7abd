import { defineConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from './tests/support/run/chromium';

const executablePath = findChromium();

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  globalSetup: ['./tests/support/run/production-build.ts', './tests/support/run/temporary-folder.ts'],
  fullyParallel: false,
  workers: 3, // also on two processors, each with a console of its own: most of a test's time is waiting
  retries: 0,
  forbidOnly: true,
  timeout: 180_000, // several times what a test takes on a quiet machine
  expect: { timeout: 15_000 }, // a machine under load is no fault of the code
  reporter: 'list',
  use: {
    launchOptions: { args: chromiumArgs, ...(executablePath === undefined ? {} : { executablePath }) },
    contextOptions: { reducedMotion: 'reduce' }, // pictures that move cost a machine without a GPU dear
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    trace: process.env.CI ? 'off' : 'retain-on-failure', // recording every test takes a tenth more time
  },
});
