import 'server-only';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { signInModes, type SignInMode } from '@/lib/contract/session';
import type { ConnectionSettings } from '@/lib/server/upstream/connection';
import { connectionInputSchema, connectionSettings, type Environment } from './config-connection';
import { ledgerSettings, type LedgerSettings } from './config-ledger';
import { checkReach, oidcSettings, signInMode, type OidcSettings } from './config-sign-in';
import { isDatabaseUrl, isReadableFile } from './setting-checks';
import { faultInWords } from './setting-words';

/** Everything the environment may set, checked. Lists and defaults: README, section Settings. */
export interface ConsoleConfig {
  port: number;
  host: string;
  publicUrl: URL;
  /** Configured connections; empty: the embedded reference service is the one connection. */
  connections: readonly ConnectionSettings[];
  /** Budget of the embedded reference service's connection. */
  budget: Pick<ConnectionSettings, 'concurrency' | 'ratePerSecond' | 'timeoutSeconds' | 'quotedBooleans'>;
  /** Path of the CSV with names of records and entities; null: there is none. */
  labelsFile: string | null;
  signIn: SignInMode;
  /** The OpenID provider; null with demo sign-in. */
  oidc: OidcSettings | null;
  /** `file:<path>` or `postgres://…`; may hold a password. */
  databaseUrl: string;
  ledger: LedgerSettings;
  /** Whether forwarded headers are believed. */
  trustProxy: boolean;
  sessionIdleMinutes: number;
  sessionMaxHours: number;
  reference: { port: number; controlPort: number; size: string };
  logLevel: string;
}

/** Wrong settings: every fault at once, each with how to mend it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The settings have ${String(faults.length)} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

/** Whether Next is building: it then draws pages to see whether they can be drawn without a request. */
export function isBuild(): boolean {
  return process.env.NEXT_PHASE === 'phase-production-build';
}

/** 0, any free port, fits the reference service only: nobody could be told where the console itself listens. */
const port = z.coerce.number().int().min(0).max(65_535);
const size = /^(demo|large|(records|entities|lines)=\d+(,(records|entities|lines)=\d+)*)$/;

const settingsSchema = z.object({
  PORT: port.min(1).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  TRUST_PROXY: z.enum(['true', 'false']).default('false'),
  DATABASE_URL: z
    .string()
    .refine(isDatabaseUrl, 'must be file:<path> or postgres://user:password@host:port/database')
    .default('file:./data/console.db'),
  MEM_LABELS_FILE: z.string().refine(isReadableFile, 'must be a file that can be read').optional(),
  LEDGER_KEY_FILE: z.string().optional(),
  LEDGER_CHECKPOINT_DIR: z.string().optional(),
  SIGN_IN: z.enum(signInModes).optional(),
  SESSION_IDLE_MINUTES: z.coerce.number().positive().max(1_440).default(30),
  SESSION_MAX_HOURS: z.coerce.number().positive().max(720).default(10),
  REFERENCE_PORT: port.default(0),
  REFERENCE_CONTROL_PORT: port.default(0),
  REFERENCE_SIZE: z
    .string()
    .regex(size, 'must be demo, large, or numbers such as records=500,entities=12,lines=1000')
    .default('demo'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

/** The `MEM_*` settings and the field of a connection each one fills. */
const connectionFields: Record<string, string> = {
  MEM_ADDRESS: 'address',
  MEM_BASE_URL: 'baseUrl',
  MEM_TENANT_ID: 'tenantId',
  MEM_ENVIRONMENT: 'environment',
  MEM_COMPANY_ID: 'companyId',
  MEM_PUBLISHER: 'publisher',
  MEM_AUTH: 'auth',
  MEM_USERNAME: 'username',
  MEM_PASSWORD: 'password',
  MEM_TOKEN: 'token',
  MEM_CLIENT_ID: 'clientId',
  MEM_CLIENT_SECRET: 'clientSecret',
  MEM_TOKEN_URL: 'tokenUrl',
  MEM_SCOPE: 'scope',
  MEM_CONCURRENCY: 'concurrency',
  MEM_RATE_PER_SECOND: 'ratePerSecond',
  MEM_TIMEOUT_SECONDS: 'timeoutSeconds',
  MEM_QUOTED_BOOLEANS: 'quotedBooleans',
};

const numberFields = new Set(['concurrency', 'ratePerSecond', 'timeoutSeconds']);
const budgetFields = new Set([...numberFields, 'quotedBooleans']);

/**
 * Reads all settings. An empty value counts as unset.
 * @returns the checked settings, and warnings such as unknown `MEM_*` names.
 * @throws ConfigError with every fault.
 */
export function readConfig(env: Environment = process.env): { config: ConsoleConfig; warnings: string[] } {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const faults: string[] = [];
  const parsed = settingsSchema.safeParse(set);
  if (!parsed.success) faults.push(...faultsOf(parsed.error));
  const connections = readConnections(set, faults);
  const real = set.MEM_CONNECTIONS_FILE !== undefined || set.MEM_BASE_URL !== undefined;
  const host = set.HOST ?? '127.0.0.1';
  const signIn = signInMode(set, real);
  const oidc = signIn === 'oidc' ? oidcSettings(set, faults) : null;
  checkReach(set, { host, real, signIn }, faults);
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  const settings = parsed.data;
  const config: ConsoleConfig = {
    port: settings.PORT,
    host,
    publicUrl: new URL(settings.PUBLIC_URL ?? `http://localhost:${String(settings.PORT)}`),
    connections: real ? connections : [],
    budget: budgetOf(set),
    labelsFile: settings.MEM_LABELS_FILE ?? null,
    signIn,
    oidc,
    databaseUrl: settings.DATABASE_URL,
    ledger: ledgerSettings(set, settings.DATABASE_URL),
    trustProxy: settings.TRUST_PROXY === 'true',
    sessionIdleMinutes: settings.SESSION_IDLE_MINUTES,
    sessionMaxHours: settings.SESSION_MAX_HOURS,
    reference: {
      port: settings.REFERENCE_PORT,
      controlPort: settings.REFERENCE_CONTROL_PORT,
      size: settings.REFERENCE_SIZE,
    },
    logLevel: settings.LOG_LEVEL,
  };
  return { config, warnings: warningsOf(set, real, signIn) };
}

function readConnections(set: Environment, faults: string[]): ConnectionSettings[] {
  const file = set.MEM_CONNECTIONS_FILE;
  if (file !== undefined) {
    if (set.MEM_BASE_URL !== undefined)
      faults.push('MEM_BASE_URL and MEM_CONNECTIONS_FILE exclude each other; unset one.');
    return readConnectionsFile(file, set, faults);
  }
  const input: Record<string, unknown> = { key: 'default' };
  for (const [name, field] of Object.entries(connectionFields)) {
    if (set[name] === undefined) continue;
    if (set.MEM_BASE_URL === undefined && !budgetFields.has(field)) continue;
    input[field] = numberFields.has(field) ? Number(set[name]) : set[name];
  }
  // Without an address the embedded service is used; its budget is checked on a stand-in of the rest.
  const standIn = {
    address: 'on-premises',
    baseUrl: 'http://localhost',
    companyId: '00000000-0000-0000-0000-000000000000',
  };
  const nameOf = (field: string): string => {
    return Object.entries(connectionFields).find(([, one]) => one === field)?.[0] ?? field;
  };
  const read = toSettings(
    set.MEM_BASE_URL === undefined ? { ...standIn, ...input } : input,
    set,
    nameOf,
    faults,
  );
  return read ? [read] : [];
}

function readConnectionsFile(file: string, env: Environment, faults: string[]): ConnectionSettings[] {
  let list: unknown;
  try {
    list = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    faults.push(
      `MEM_CONNECTIONS_FILE cannot be read as JSON: ${error instanceof Error ? error.message : 'unknown reason'}.`,
    );
    return [];
  }
  if (!Array.isArray(list) || list.length === 0) {
    faults.push('MEM_CONNECTIONS_FILE must hold a list with at least one connection.');
    return [];
  }
  const read = list.flatMap((input: unknown, index) => {
    const one = toSettings(
      input,
      env,
      (field) => `MEM_CONNECTIONS_FILE, entry ${String(index + 1)}, ${field}`,
      faults,
    );
    return one ? [one] : [];
  });
  const twice = read.find(({ key }, index) => read.findIndex((other) => other.key === key) !== index);
  if (twice) faults.push(`MEM_CONNECTIONS_FILE has the key ${twice.key} more than once; keys must differ.`);
  return read;
}

function toSettings(
  input: unknown,
  env: Environment,
  nameOf: (field: string) => string,
  faults: string[],
): ConnectionSettings | null {
  const parsed = connectionInputSchema.safeParse(input);
  if (!parsed.success) {
    const told = new Set<string>(); // the first fault of a setting is the one to mend
    for (const issue of parsed.error.issues) {
      const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')];
      const what = issue.code === 'unrecognized_keys' ? 'is not known' : faultInWords(issue);
      faults.push(...names.filter((name) => !told.has(name)).map((name) => `${nameOf(name)} ${what}.`));
      for (const name of names) told.add(name);
    }
    return null;
  }
  try {
    return connectionSettings(parsed.data, env);
  } catch (error) {
    faults.push(`${nameOf('auth')}: ${error instanceof Error ? error.message : 'unknown reason'}.`);
    return null;
  }
}

function budgetOf(set: Environment): ConsoleConfig['budget'] {
  const quoted = set.MEM_QUOTED_BOOLEANS;
  return {
    concurrency: Number(set.MEM_CONCURRENCY ?? 4),
    ratePerSecond: Number(set.MEM_RATE_PER_SECOND ?? 16),
    timeoutSeconds: Number(set.MEM_TIMEOUT_SECONDS ?? 120),
    quotedBooleans: quoted === 'true' || quoted === 'false' ? quoted : 'auto',
  };
}

/** Settings of the contract that later versions bring; setting them now changes nothing, so it is said. */
const laterSettings = ['METRICS_TOKEN'];

const oidcNames = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLES_CLAIM'];

/** Names that are ours, or are meant to be; the system's own, such as SESSION_MANAGER, are not. */
const looksOurs =
  /^(MEM_|OIDC_|REFERENCE_|LEDGER_|METRICS_|SESSION_(IDLE|MAX)|SIGN_?IN|DATABASE_UR|TRUST_?PROX|PUBLIC_UR)/;

function warningsOf(set: Environment, real: boolean, signIn: SignInMode): string[] {
  const known = new Set([
    ...Object.keys(connectionFields),
    ...Object.keys(settingsSchema.shape),
    ...laterSettings,
    ...oidcNames,
    'MEM_CONNECTIONS_FILE',
  ]);
  const names = Object.keys(set);
  return [
    ...names
      .filter((name) => looksOurs.test(name) && !known.has(name))
      .map((name) => `${name} is not a setting; is it misspelt?`),
    ...names
      .filter((name) => laterSettings.includes(name))
      .map((name) => `${name} has no effect in this version yet.`),
    ...names
      .filter(
        (name) => !real && connectionFields[name] !== undefined && !budgetFields.has(connectionFields[name]),
      )
      .map((name) => `${name} has no effect without MEM_BASE_URL.`),
    ...(set.PUBLIC_URL?.startsWith('https:') === true && set.TRUST_PROXY !== 'true'
      ? [
          'PUBLIC_URL is https, so a proxy stands in front; without TRUST_PROXY=true everybody counts as one network address.',
        ]
      : []),
    ...names
      .filter((name) => oidcNames.includes(name) && signIn === 'demo')
      .map((name) => `${name} has no effect with demo sign-in; set SIGN_IN=oidc.`),
  ];
}

function faultsOf(error: z.ZodError): string[] {
  return error.issues.map((issue) => `${issue.path.join('.')} ${faultInWords(issue)}.`);
}
