import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumArgs, findChromium } from './tests/support/run/chromium.ts';
import { onPushOrNightly } from './tests/support/run/nightly.ts';
import { neverOnPostgres } from './tests/support/run/on-postgres.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

const resolve = {
  alias: [
    // 'server-only' throws outside the server bundle; the fence itself is proven by dependency-cruiser and the build.
    { find: 'server-only', replacement: `${root}node_modules/server-only/empty.js` },
    { find: /^@\//, replacement: root },
  ],
};

/** What is imported is the same for all files of a worker; to import it anew took a third of the time. */
const shared = { pool: 'forks', isolate: false } as const;

const chromium = findChromium();

/** Files that measure time or memory: they run when nothing else does. */
const measuring = ['tests/unit/upstream/budget*.test.ts', 'tests/integration/changes/scenarios-size.test.ts'];

const setupFiles = 'tests/support/run/seed.ts';

const patient = { poll: { timeout: 10_000 } }; // a machine under load is no fault of the code

export default defineConfig({
  test: {
    globalSetup: 'tests/support/run/temporary-folder.ts',
    projects: [
      {
        resolve,
        test: {
          ...shared,
          name: 'parts',
          include: [
            'tests/unit/**/*.test.ts',
            'tests/integration/**/*.test.ts',
            'tests/database/**/*.test.ts',
            ...(process.env.TEST_DATABASE_URL ? ['tests/postgresql/**/*.test.ts'] : []), // where there is a server to ask
          ],
          exclude: [
            ...measuring,
            ...(process.env.TEST_DATABASE_URL ? neverOnPostgres.map((path) => `${path}**`) : []),
          ],
          setupFiles,
          testTimeout: onPushOrNightly(60_000, 600_000), // properties have twenty times the runs at night
          hookTimeout: 60_000,
          expect: patient,
        },
      },
      {
        resolve,
        test: {
          ...shared,
          name: 'measuring',
          include: measuring,
          setupFiles,
          testTimeout: 60_000,
          expect: patient,
        },
      },
      {
        resolve,
        test: {
          ...shared,
          name: 'console', // the production build, in a process of its own, over HTTP
          include: ['tests/console/**/*.test.ts'],
          exclude: process.env.TEST_POSTGRES_URL ? [] : ['tests/console/replicas.test.ts'], // they share a server
          globalSetup: 'tests/support/run/production-build.ts',
          maxWorkers: 1, // all files share the consoles of one worker
          sequence: { groupOrder: 1 },
          testTimeout: 240_000,
          hookTimeout: 180_000,
          expect: patient,
        },
      },
      {
        resolve,
        define: { 'process.env.CONTRACT_DIGEST': '""' }, // a browser has no process; the build writes the value in
        // Found only while a test runs, the page would be loaded anew, with two Reacts in it for a while.
        optimizeDeps: {
          // All of them: one that is found on the way is packed anew, with another copy of a context that tests provide.
          include: [
            '@tanstack/react-query',
            '@tanstack/react-table',
            '@tanstack/react-virtual',
            'axe-core',
            'lucide-react',
            'next/dist/shared/lib/app-router-context.shared-runtime',
            'next/dist/shared/lib/hooks-client-context.shared-runtime',
            'next/link',
            'next/navigation',
            'nuqs',
            'nuqs/adapters/next/app',
            'react',
            'react-dom',
            'react-dom/client',
            'react-dom/server',
            'react/jsx-dev-runtime',
          ],
        },
        test: {
          name: 'browser', // parts that live in the page, in a real browser without a server of ours
          include: ['tests/browser/**/*.test.ts'],
          testTimeout: 30_000,
          expect: patient,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            api: { host: '127.0.0.1' },
            provider: playwright({
              launchOptions: {
                args: chromiumArgs,
                ...(chromium === undefined ? {} : { executablePath: chromium }),
              },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1000, height: 700 } }],
          },
        },
      },
    ],
    maxWorkers: 3, // also on two processors: more than half of a test’s time is waiting
  },
});
