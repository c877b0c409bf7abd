import { removeStateFile } from './data/state-file';
import { type RunningReference, startReferenceService } from './service';

const stateFile = process.env.REFERENCE_STATE_FILE?.trim() || 'data/reference.db';

const HELP = `The reference service: a stand-in for Business Central with MEM.

  npm run reference                 start it
  npm run reference -- --reset      forget all changes, then start it
  npm run reference -- --help       this text

Settings (environment):
  REFERENCE_PORT           port of the service; without it a free one
  REFERENCE_CONTROL_PORT   port for faults, modes and counters; without it a free one
  REFERENCE_SIZE           demo (default), large, or records=…,entities=…,lines=…
  REFERENCE_STATE_FILE     file of the changes (data/reference.db); each service that runs needs its own

Changes are kept in that file. lib/reference/README.md describes the rest.`;

function readPort(name: string): number {
  const text = process.env[name]?.trim() ?? '';
  if (text === '') return 0;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new RangeError(`${name} must be a port from 0 to 65535, not "${text}".`);
  }
  return port;
}

function describe(reference: RunningReference): string {
  const { baseUrl, tenantId, environment, companyId, publisher, controlUrl } = reference;
  const route = `${baseUrl}/v2.0/${tenantId}/${environment}/api/${publisher}/bssiMem/v1.0`;
  const settings = [
    'SIGN_IN=demo',
    `MEM_BASE_URL=${baseUrl}`,
    `MEM_TENANT_ID=${tenantId}`,
    `MEM_ENVIRONMENT=${environment}`,
    `MEM_COMPANY_ID=${companyId}`,
    `MEM_PUBLISHER=${publisher}`,
    'MEM_AUTH=none',
  ];
  return `The reference service is running.

  base URL      ${baseUrl}
  on premises   ${reference.onPremisesBaseUrl}
  tenant        ${tenantId}
  environment   ${environment}
  company       ${companyId}
  publisher     ${publisher}
  control URL   ${controlUrl}
  state file    ${stateFile}

Try it:
  curl -g '${route}/companies(${companyId})/bssiMEMMasterRecordSecurity?$top=3'
  curl -X PUT ${controlUrl}/faults -d '[{"kind":"status","status":503,"retryAfter":2,"count":1}]'

A console connects to it with:
${settings.map((setting) => `  ${setting}`).join('\n')}

In one line:
  ${settings.join(' ')} npm start

Ctrl+C stops it.`;
}

function forgetChanges(): void {
  removeStateFile(stateFile);
  console.log(`All changes were forgotten (${stateFile}).`);
}

async function run(): Promise<void> {
  const given = process.argv.slice(2);
  const unknown = given.find((argument) => argument !== '--reset' && argument !== '--help');
  if (unknown !== undefined) throw new RangeError(`"${unknown}" is not understood; --help shows what is.`);
  if (given.includes('--help')) {
    console.log(HELP);
    return;
  }
  const options = {
    port: readPort('REFERENCE_PORT'),
    controlPort: readPort('REFERENCE_CONTROL_PORT'),
    size: process.env.REFERENCE_SIZE?.trim() || 'demo',
    stateFile,
  };
  if (given.includes('--reset')) forgetChanges();
  const reference = await startReferenceService(options);
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    reference.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  console.log(describe(reference));
  if (reference.notice !== null) console.log(reference.notice);
}

function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const taken = /EADDRINUSE.*:(\d+)$/.exec(message);
  console.error(
    taken === null ? message : `Port ${taken[1]} is in use. Set another one or stop what uses it.`,
  );
  process.exit(1);
}

run().catch(fail);
