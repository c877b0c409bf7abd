/** What can differ on PostgreSQL: dialect, claims, leases, locks, and who else writes. The rest runs there at night. */
export const differsOnPostgres = [
  'tests/database/',
  'tests/postgresql/',
  'tests/integration/access/outside-changes.test.ts',
  'tests/integration/access/review-outside.test.ts',
  'tests/integration/changes/control.test.ts',
  'tests/integration/changes/durable.test.ts',
  'tests/integration/changes/killed.test.ts',
  'tests/integration/changes/scenarios-database.test.ts',
  'tests/integration/changes/scenarios-people.test.ts',
  'tests/integration/changes/taking-turns.test.ts',
  'tests/integration/changes/undo.test.ts',
  'tests/integration/events/read-events.test.ts',
  'tests/integration/ledger/restore.test.ts',
  'tests/integration/notices/',
];

/** Tests that meet no PostgreSQL whatever the run uses, or that ask a database for nothing but to be there. */
export const neverOnPostgres = [
  'tests/unit/',
  'tests/database/embedded-file.test.ts',
  'tests/integration/journal/',
  'tests/integration/ledger/tampering.test.ts',
  'tests/integration/ledger/verifier-options.test.ts',
  'tests/integration/metadata/',
  'tests/integration/reference/',
  'tests/integration/upstream/',
];
