import 'server-only';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { reasonRules, type ReasonRule } from '@/lib/contract/session/session';
import { signInModes, type SignInMode } from '@/lib/contract/session/sign-in';
import { counted } from '@/lib/domain/counted';
import { addressFault } from '@/lib/domain/notices/receiver-address';
import type { ConnectionSettings } from '@/lib/server/upstream/settings';
import { connectionNames, day, readBudget, readConnections, type Budget } from './connection-settings';
import { checkReach, oidcSettings, signInMode, type OidcSettings } from './sign-in-settings';
import { faultsOf, type Complaints, type Environment } from './setting-faults';

export interface LedgerSettings {
  keyFile: string;
  /** The operator named the file, so the console does not make one. */
  isKeyNamed: boolean;
  checkpointDirectory: string;
}

export interface NoticeSettings {
  /** Messages may go to private addresses and this machine, also by http. */
  privateAddresses: boolean;
  /** `url` may hold a password. */
  mail: { url: string; from: string } | null;
  /** Day of the month (1 to 31; the last one of a shorter month); null: no month-end checks. */
  monthEndDay: number | null;
}

export interface TraceSettings {
  /** Base address of an OTLP receiver, without `/v1/traces`. */
  endpoint: string;
  /** May hold a secret. */
  headers: Record<string, string>;
}

/** Checked settings. Lists and defaults: README, section Settings. */
export interface ConsoleConfig {
  port: number;
  host: string;
  publicUrl: URL;
  /** Empty: the embedded reference service is the one connection. */
  connections: readonly ConnectionSettings[];
  /** Budget of a connection without its own. */
  budget: Budget;
  /** Minutes between scheduled reads; 0: the console reads only when a person opens a page. */
  readEveryMinutes: number;
  /** CSV with names of records and entities; null: that of the reference service. */
  labelsFile: string | null;
  signIn: SignInMode;
  oidc: OidcSettings | null;
  /** `file:<path>` or `postgres://…`; may hold a password. */
  databaseUrl: string;
  ledger: LedgerSettings;
  /** Where every entry of the log goes as a line too: `stdout`, or a file; null: nowhere. */
  auditLog: string | null;
  trustProxy: boolean;
  notices: NoticeSettings;
  /** Bearer token of `/api/metrics`; null: this machine alone may read it. */
  metricsToken: string | null;
  /** Where traces go; null: nowhere. */
  traces: TraceSettings | null;
  accessReason: ReasonRule;
  sessionIdleMinutes: number;
  sessionMaxHours: number;
  reference: { port: number; controlPort: number; size: string };
  /** Whether an empty log begins with demo history; undefined: where possible. */
  demoHistory: 'on' | 'off' | undefined;
  logLevel: string;
}

/** Every wrong setting, with its remedy. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The settings have ${counted(faults.length, 'fault')}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

export function isBuild(): boolean {
  return process.env.NEXT_PHASE === 'phase-production-build';
}

/** 0 means any free port: for the reference service only, because people must know the console's. */
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
  MEM_READ_EVERY_MINUTES: z.coerce.number().min(0).max(1_440).default(15),
  MEM_LABELS_FILE: z.string().refine(isReadableFile, 'must be a file that can be read').optional(),
  METRICS_TOKEN: z.string().min(16, 'must have 16 characters at least').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine((text) => traceHeaders(text) !== null, 'must be name=value pairs with commas between them')
    .optional(),
  LEDGER_KEY_FILE: z.string().optional(),
  LEDGER_CHECKPOINT_DIR: z.string().optional(),
  AUDIT_LOG: z
    .string()
    .refine(
      isAuditLog,
      'must be off, stdout, or the path of a file that can be written, such as ./data/audit.jsonl',
    )
    .default('off'),
  SIGN_IN: z.enum(signInModes).optional(),
  OIDC_SECRET_EXPIRES: day.optional(),
  NOTICES_PRIVATE_ADDRESSES: z.enum(['true', 'false']).default('false'),
  MAIL_URL: z.string().refine(isMailUrl, 'must be smtp://user:password@host:port or smtps://…').optional(),
  MAIL_FROM: z
    .string()
    .refine((text) => addressFault('mail', text, false) === null, 'must be a mail address')
    .optional(),
  MONTH_END_DAY: z.coerce.number().int().min(1).max(31).optional(),
  ACCESS_REASON: z.enum(reasonRules).default('optional'),
  SESSION_IDLE_MINUTES: z.coerce.number().positive().max(1_440).default(30),
  SESSION_MAX_HOURS: z.coerce.number().positive().max(720).default(10),
  REFERENCE_PORT: port.default(0),
  REFERENCE_CONTROL_PORT: port.default(0),
  REFERENCE_SIZE: z
    .string()
    .regex(size, 'must be demo, large, or numbers such as records=500,entities=12,lines=1000')
    .default('demo'),
  MEM_DEMO_HISTORY: z.enum(['on', 'off']).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

/** Reads all settings; an empty value counts as unset. @throws ConfigError with every fault. */
export function readConfig(env: Environment = process.env): { config: ConsoleConfig; warnings: string[] } {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const complaints: Complaints = { faults: [], warnings: [] };
  const { faults } = complaints;
  const parsed = settingsSchema.safeParse(set);
  if (!parsed.success) faults.push(...faultsOf(parsed.error));
  const budget = readBudget(set, faults);
  const connections = readConnections(set, budget, complaints);
  const real = set.MEM_CONNECTIONS_FILE !== undefined || set.MEM_BASE_URL !== undefined;
  const host = set.HOST ?? '127.0.0.1';
  const signIn = signInMode(set, real);
  const oidc = signIn === 'oidc' ? oidcSettings(set, faults) : null;
  checkReach(set, { host, real, signIn }, faults);
  if (set.MAIL_URL !== undefined && set.MAIL_FROM === undefined)
    faults.push('MAIL_FROM is needed with MAIL_URL: the sender of the messages.');
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  const settings = parsed.data;
  const config: ConsoleConfig = {
    port: settings.PORT,
    host,
    publicUrl: new URL(settings.PUBLIC_URL ?? `http://localhost:${String(settings.PORT)}`),
    connections,
    budget,
    readEveryMinutes: settings.MEM_READ_EVERY_MINUTES,
    labelsFile: settings.MEM_LABELS_FILE ?? null,
    signIn,
    oidc,
    databaseUrl: settings.DATABASE_URL,
    ledger: ledgerSettings(set, settings.DATABASE_URL),
    auditLog: settings.AUDIT_LOG === 'off' ? null : settings.AUDIT_LOG,
    trustProxy: settings.TRUST_PROXY === 'true',
    notices: {
      privateAddresses: settings.NOTICES_PRIVATE_ADDRESSES === 'true',
      mail:
        settings.MAIL_URL && settings.MAIL_FROM ? { url: settings.MAIL_URL, from: settings.MAIL_FROM } : null,
      monthEndDay: settings.MONTH_END_DAY ?? null,
    },
    metricsToken: settings.METRICS_TOKEN ?? null,
    traces:
      settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : {
            endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: traceHeaders(settings.OTEL_EXPORTER_OTLP_HEADERS ?? '') ?? {},
          },
    accessReason: settings.ACCESS_REASON,
    sessionIdleMinutes: settings.SESSION_IDLE_MINUTES,
    sessionMaxHours: settings.SESSION_MAX_HOURS,
    reference: {
      port: settings.REFERENCE_PORT,
      controlPort: settings.REFERENCE_CONTROL_PORT,
      size: settings.REFERENCE_SIZE,
    },
    demoHistory: settings.MEM_DEMO_HISTORY,
    logLevel: settings.LOG_LEVEL,
  };
  return { config, warnings: [...complaints.warnings, ...warningsOf(set, signIn)] };
}

/** The ledger's files: beside the embedded database, or in `data` with PostgreSQL. */
function ledgerSettings(set: Environment, databaseUrl: string): LedgerSettings {
  const folder = databaseUrl.startsWith('file:') ? dirname(databaseUrl.slice('file:'.length)) : 'data';
  return {
    keyFile: set.LEDGER_KEY_FILE ?? join(folder, 'ledger-key.pem'),
    isKeyNamed: set.LEDGER_KEY_FILE !== undefined,
    checkpointDirectory: set.LEDGER_CHECKPOINT_DIR ?? join(folder, 'checkpoints'),
  };
}

/** Pairs as OpenTelemetry writes them, values percent-encoded; null where one is none. */
function traceHeaders(text: string): Record<string, string> | null {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  const headers: Record<string, string> = {};
  for (const pair of pairs) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*=(.*)$/.exec(pair) ?? [];
    if (name === '' || !/^[!-~]*( [!-~]+)*$/.test(value.trim())) return null;
    try {
      headers[name] = decodeURIComponent(value.trim());
    } catch {
      return null;
    }
  }
  return headers;
}

function isDatabaseUrl(text: string): boolean {
  if (text.startsWith('file:')) return /^file:(?!.*:memory:)./.test(text); // a database in memory would lose the log
  return /^postgres(ql)?:\/\/./.test(text) && URL.canParse(text);
}

function isMailUrl(text: string): boolean {
  return /^smtps?:\/\/./.test(text) && URL.canParse(text) && new URL(text).hostname !== '';
}

function isReadableFile(path: string): boolean {
  return isAllowed(path, constants.R_OK);
}

/** A path has a slash or a dot, so that `on` makes no file of that name. */
function isAuditLog(text: string): boolean {
  if (text === 'off' || text === 'stdout') return true;
  if (!/[\\/.]/.test(text)) return false;
  if (existsSync(text)) return !statSync(text).isDirectory() && isAllowed(text, constants.W_OK);
  let folder = dirname(text);
  while (!existsSync(folder)) folder = dirname(folder);
  return statSync(folder).isDirectory() && isAllowed(folder, constants.W_OK);
}

function isAllowed(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

const oidcNames = [
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_ROLES_CLAIM',
  'OIDC_SECRET_EXPIRES',
];

/** The console's names and misspellings of them, but not names such as SESSION_MANAGER. */
const looksOurs =
  /^(MEM_|OIDC_|REFERENCE_|LEDGER_|METRICS_|AUDIT_|NOTICES_|MAIL_|MONTH_|SESSION_(IDLE|MAX)|SIGN_?IN|ACCESS_REA|DATABASE_UR|TRUST_?PROX|PUBLIC_UR)/;

function warningsOf(set: Environment, signIn: SignInMode): string[] {
  const known = new Set([...connectionNames, ...Object.keys(settingsSchema.shape), ...oidcNames]);
  const names = Object.keys(set);
  return [
    ...names
      .filter((name) => looksOurs.test(name) && !known.has(name))
      .map((name) => `${name} is not a setting; is it misspelt?`),
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
