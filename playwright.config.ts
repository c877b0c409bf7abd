import { defineConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from './tests/support/chromium';

const executablePath = findChromium();

export default defineConfig({
  testDir: 'tests/e2e',
  testIgnore: process.env.TEST_POSTGRES_URL ? [] : ['replicas.spec.ts'], // they share a server
  outputDir: 'test-results/e2e',
  globalSetup: './tests/support/build-first.ts',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    launchOptions: { args: chromiumArgs, ...(executablePath === undefined ? {} : { executablePath }) },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
});
