import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      // 'server-only' throws outside the server bundle; the fence itself is proven by dependency-cruiser and the build.
      { find: 'server-only', replacement: `${root}node_modules/server-only/empty.js` },
      { find: /^@\//, replacement: root },
    ],
  },
  test: {
    include: [
      'tests/unit/**/*.test.ts',
      'tests/integration/**/*.test.ts',
      'tests/database/**/*.test.ts',
      ...(process.env.TEST_DATABASE_URL ? ['tests/postgresql/**/*.test.ts'] : []), // where there is a server to ask
    ],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } }, // a machine under load is no fault of the code
    pool: 'forks',
    isolate: false, // what is imported is the same for all files of a worker; to import it anew took a third of the time
    maxWorkers: 3, // also on two processors: more than half of a test’s time is waiting
  },
});
