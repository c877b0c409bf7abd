import 'server-only';
import { z } from 'zod';
import { isLoopback } from '@/lib/server/loopback';
import { guid, isBaseUrl, isTenant, segment } from '@/lib/server/upstream/address';
import type { ConnectionSettings } from '@/lib/server/upstream/connection';

/** The environment, or a stand-in for it. */
export type Environment = Readonly<Record<string, string | undefined>>;

const segmentWords = 'at most 63 letters, digits, hyphens and underscores';

/** Wording of a fault: the setting, what is wrong with it, how to mend it. */
const words = {
  baseUrl: 'must be an http or https address without query or credentials, such as https://host/path',
  tenantId: 'must be a GUID or a domain name',
  environment: `must be the name of the environment, such as Production: ${segmentWords}`,
  companyId: 'must be the GUID of the company',
  publisher: `must be one path segment, such as binarystream: ${segmentWords}`,
};

const address = z.string().refine(isBaseUrl, words.baseUrl);
const secret = z.union([z.string().min(1), z.strictObject({ env: z.string().min(1) })]);

/** One connection as written in a connections file, and as collected from the `MEM_*` settings. */
export const connectionInputSchema = z
  .strictObject({
    key: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and hyphens'),
    label: z.string().min(1).max(80).optional(),
    address: z.enum(['online', 'on-premises']).default('online'),
    baseUrl: address,
    tenantId: z.string().refine(isTenant, words.tenantId).optional(),
    environment: z.string().regex(segment, words.environment).optional(),
    companyId: z.string({ error: words.companyId }).regex(guid, words.companyId),
    publisher: z.string().regex(segment, words.publisher).default('binarystream'),
    auth: z.enum(['none', 'basic', 'bearer', 'client-credentials']).default('none'),
    username: z.string().min(1).optional(),
    password: secret.optional(),
    token: secret.optional(),
    clientId: z.string().min(1).optional(),
    clientSecret: secret.optional(),
    tokenUrl: address.optional(),
    scope: z.string().min(1).default('https://api.businesscentral.dynamics.com/.default'),
    concurrency: z.number().int().min(1).max(100).default(4),
    ratePerSecond: z.number().positive().max(1_000).default(16),
    timeoutSeconds: z.number().positive().max(3_600).default(120),
    quotedBooleans: z.enum(['auto', 'true', 'false']).default('auto'),
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
  ); // beside faults of single fields, so that all are told at once

type ConnectionInput = z.infer<typeof connectionInputSchema>;

/**
 * Settings of the upstream client from checked input; secrets written as `{"env":"NAME"}` are looked up in `env`.
 * @throws Error naming the variable that is not set.
 */
export function connectionSettings(input: ConnectionInput, env: Environment): ConnectionSettings {
  const { username, password, token, clientId, clientSecret, tokenUrl, scope, auth, label, ...rest } = input;
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
    auth: modes[auth](),
  };
}

function isSafeForSecrets(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url === null || url.protocol === 'https:' || isLoopback(url.hostname);
}
