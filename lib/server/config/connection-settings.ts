import 'server-only';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { connectionKinds } from '@/lib/contract/session/session';
import { isCurrencyCode } from '@/lib/domain/currency';
import { webClientAddress } from '@/lib/domain/journal/batch-address';
import { isLoopback } from './loopback';
import { guid, isBaseUrl, isTenant, segment } from '@/lib/server/upstream/odata/address';
import type { ConnectionSettings } from '@/lib/server/upstream/settings';
import { faultsOf, type Complaints, type Environment } from './setting-faults';

const segmentWords = 'at most 63 letters, digits, hyphens and underscores';

const words = {
  baseUrl: 'must be an http or https address without query or credentials, such as https://host/path',
  tenantId: 'must be a GUID or a domain name',
  environment: `must be the name of the environment, such as Production: ${segmentWords}`,
  companyId: 'must be the GUID of the company',
  currency: 'must be an ISO 4217 code in capitals, such as EUR',
  bcUrl:
    'must be the https address of the Business Central web client with its company and without credentials, such as https://businesscentral.dynamics.com/<tenant>/Production/?company=CRONUS',
  publisher: `must be one path segment, such as binarystream: ${segmentWords}`,
};

const address = z.string().refine(isBaseUrl, words.baseUrl);
/** A day such as 2027-01-31. */
export const day = z.iso.date('must be a day such as 2027-01-31');
const secret = z.union([z.string().min(1), z.strictObject({ env: z.string().min(1) })]);

const budgetSchema = z.object({
  concurrency: z.number().int().min(1).max(100).default(4),
  ratePerSecond: z.number().positive().max(1_000).default(16),
  timeoutSeconds: z.number().positive().max(3_600).default(120),
  quotedBooleans: z.enum(['auto', 'true', 'false']).default('auto'),
});

export type Budget = z.infer<typeof budgetSchema>;

const connectionInputSchema = z
  .strictObject({
    key: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and hyphens'),
    label: z.string().min(1).max(80).optional(),
    kind: z.enum(connectionKinds).optional(),
    address: z.enum(['online', 'on-premises']).default('online'),
    baseUrl: address,
    tenantId: z.string().refine(isTenant, words.tenantId).optional(),
    environment: z.string().regex(segment, words.environment).optional(),
    companyId: z.string({ error: words.companyId }).regex(guid, words.companyId),
    publisher: z.string().regex(segment, words.publisher).default('binarystream'),
    currency: z.string().refine(isCurrencyCode, words.currency).optional(),
    bcUrl: z
      .string()
      .refine((text) => webClientAddress(text) !== null, words.bcUrl)
      .optional(),
    secretExpires: day.optional(),
    auth: z.enum(['none', 'basic', 'bearer', 'client-credentials']).default('none'),
    username: z.string().min(1).optional(),
    password: secret.optional(),
    token: secret.optional(),
    clientId: z.string().min(1).optional(),
    clientSecret: secret.optional(),
    tokenUrl: address.optional(),
    scope: z.string().min(1).default('https://api.businesscentral.dynamics.com/.default'),
    ...budgetSchema.shape,
  })
  .superRefine(
    (input, context) => {
      const need = (field: keyof typeof input, why: string): void => {
        if (input[field] === undefined)
          context.addIssue({ code: 'custom', path: [field], message: `is needed ${why}` });
      };
      if (input.address === 'online') {
        need('tenantId', 'for an online address');
        need('environment', 'for an online address');
      }
      if (input.auth === 'basic')
        for (const field of ['username', 'password'] as const) need(field, 'for basic sign-in');
      if (input.auth === 'bearer') need('token', 'for a bearer token');
      if (typeof input.token === 'string' && !/^[\x21-\x7e]+$/.test(input.token)) {
        context.addIssue({
          code: 'custom',
          path: ['token'],
          message: 'must be one line of ASCII without blanks',
        });
      }
      if (input.auth !== 'none') {
        for (const field of ['baseUrl', 'tokenUrl'] as const) {
          const text = input[field];
          if (text === undefined || isSafeForSecrets(text)) continue;
          context.addIssue({
            code: 'custom',
            path: [field],
            message: 'must be https, because credentials travel there',
          });
        }
      }
      if (input.auth === 'client-credentials') {
        for (const field of ['clientId', 'clientSecret', 'tokenUrl'] as const)
          need(field, 'for client credentials');
      }
    },
    { when: () => true },
  ); // also beside faults of single fields

type ConnectionInput = z.infer<typeof connectionInputSchema>;

/** Looks up secrets written as `{"env":"NAME"}` in `env`. @throws Error naming a missing variable. */
function connectionSettings(input: ConnectionInput, env: Environment): ConnectionSettings {
  const { username, password, token, clientId, clientSecret, tokenUrl, scope, auth, label, kind, ...rest } =
    input;
  const reveal = (value: z.infer<typeof secret> | undefined): string => {
    if (typeof value !== 'object') return value ?? '';
    const found = env[value.env];
    if (!found) throw new Error(`the environment variable ${value.env} is not set`);
    return found;
  };
  const modes = {
    none: () => ({ mode: 'none' }) as const,
    basic: () => ({ mode: 'basic', username: username ?? '', password: reveal(password) }) as const,
    bearer: () => ({ mode: 'bearer', token: reveal(token) }) as const,
    'client-credentials': () =>
      ({
        mode: 'client-credentials',
        clientId: clientId ?? '',
        clientSecret: reveal(clientSecret),
        tokenUrl: tokenUrl ?? '',
        scope,
      }) as const,
  };
  return {
    ...rest,
    label: label ?? `${input.environment ?? new URL(input.baseUrl).host}`,
    kind: kind ?? (/sandbox/i.test(input.environment ?? '') ? 'sandbox' : 'production'),
    auth: modes[auth](),
  };
}

function isSafeForSecrets(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url === null || url.protocol === 'https:' || isLoopback(url.hostname);
}

const connectionFields: Record<string, string> = {
  MEM_ADDRESS: 'address',
  MEM_BASE_URL: 'baseUrl',
  MEM_TENANT_ID: 'tenantId',
  MEM_ENVIRONMENT: 'environment',
  MEM_COMPANY_ID: 'companyId',
  MEM_PUBLISHER: 'publisher',
  MEM_CURRENCY: 'currency',
  MEM_BC_URL: 'bcUrl',
  MEM_KIND: 'kind',
  MEM_AUTH: 'auth',
  MEM_USERNAME: 'username',
  MEM_PASSWORD: 'password',
  MEM_TOKEN: 'token',
  MEM_CLIENT_ID: 'clientId',
  MEM_CLIENT_SECRET: 'clientSecret',
  MEM_TOKEN_URL: 'tokenUrl',
  MEM_SCOPE: 'scope',
  MEM_SECRET_EXPIRES: 'secretExpires',
};

/** Settings of all connections; a connections file may override them. */
const budgetFields: Record<string, string> = {
  MEM_CONCURRENCY: 'concurrency',
  MEM_RATE_PER_SECOND: 'ratePerSecond',
  MEM_TIMEOUT_SECONDS: 'timeoutSeconds',
  MEM_QUOTED_BOOLEANS: 'quotedBooleans',
};

export const connectionNames = [
  ...Object.keys(connectionFields),
  ...Object.keys(budgetFields),
  'MEM_CONNECTIONS_FILE',
];

/** The budget; a wrong one adds to `faults` and gives the defaults. */
export function readBudget(set: Environment, faults: string[]): Budget {
  const given = fieldsOf(set, budgetFields);
  const input = Object.fromEntries(
    Object.entries(given).map(([field, text]) => [field, field === 'quotedBooleans' ? text : Number(text)]),
  );
  const parsed = budgetSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  faults.push(...faultsOf(parsed.error, settingOf));
  return budgetSchema.parse({});
}

/** The configured connections; none: the console uses the reference service. */
export function readConnections(
  set: Environment,
  budget: Budget,
  { faults, warnings }: Complaints,
): ConnectionSettings[] {
  const own = Object.entries(connectionFields).filter(([name]) => set[name] !== undefined);
  if (set.MEM_CONNECTIONS_FILE !== undefined) {
    if (set.MEM_BASE_URL !== undefined)
      faults.push('MEM_BASE_URL and MEM_CONNECTIONS_FILE exclude each other; unset one.');
    const entries = readEntries(set.MEM_CONNECTIONS_FILE, faults);
    const secrets = namedSecrets(entries);
    for (const [name, field] of own.filter(([one]) => one !== 'MEM_BASE_URL' && !secrets.has(one)))
      warnings.push(`${name} has no effect with MEM_CONNECTIONS_FILE; write ${field} into its entries.`);
    return settingsOfEntries(entries, set, budget, faults);
  }
  if (set.MEM_BASE_URL === undefined) {
    warnings.push(...own.map(([name]) => `${name} has no effect without MEM_BASE_URL.`));
    return [];
  }
  const input = { key: 'default', ...budget, ...fieldsOf(set, connectionFields) };
  const read = toSettings(input, set, settingOf, faults);
  return read ? [read] : [];
}

function fieldsOf(set: Environment, fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = set[name];
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

function settingOf(field: string): string {
  const all = Object.entries({ ...connectionFields, ...budgetFields });
  return all.find(([, one]) => one === field)?.[0] ?? field;
}

function readEntries(file: string, faults: string[]): readonly unknown[] {
  let list: unknown;
  try {
    list = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    faults.push(
      `MEM_CONNECTIONS_FILE cannot be read as JSON: ${error instanceof Error ? error.message : 'unknown reason'}.`,
    );
    return [];
  }
  if (Array.isArray(list) && list.length > 0) return list;
  faults.push('MEM_CONNECTIONS_FILE must hold a list with at least one connection.');
  return [];
}

function namedSecrets(entries: readonly unknown[]): ReadonlySet<unknown> {
  const values = entries.filter(isObject).flatMap((entry): unknown[] => Object.values(entry));
  return new Set(values.filter(isObject).map((value) => 'env' in value && value.env));
}

function settingsOfEntries(
  entries: readonly unknown[],
  env: Environment,
  budget: Budget,
  faults: string[],
): ConnectionSettings[] {
  const read = entries.flatMap((entry, index) => {
    const nameOf = (field: string): string => `MEM_CONNECTIONS_FILE, entry ${String(index + 1)}, ${field}`;
    const one = toSettings(isObject(entry) ? { ...budget, ...entry } : entry, env, nameOf, faults);
    return one ? [one] : [];
  });
  const twice = read.find(({ key }, index) => read.findIndex((other) => other.key === key) !== index);
  if (twice) faults.push(`MEM_CONNECTIONS_FILE has the key ${twice.key} more than once; keys must differ.`);
  return read;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toSettings(
  input: unknown,
  env: Environment,
  nameOf: (field: string) => string,
  faults: string[],
): ConnectionSettings | null {
  const parsed = connectionInputSchema.safeParse(input);
  if (!parsed.success) {
    faults.push(...faultsOf(parsed.error, nameOf));
    return null;
  }
  try {
    return connectionSettings(parsed.data, env);
  } catch (error) {
    faults.push(`${nameOf('auth')}: ${error instanceof Error ? error.message : 'unknown reason'}.`);
    return null;
  }
}
