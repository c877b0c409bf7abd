import 'server-only';

/** How the console proves who it is to the service. */
export type ConnectionAuth =
  | { mode: 'none' }
  | { mode: 'basic'; username: string; password: string }
  | { mode: 'bearer'; token: string }
  | { mode: 'client-credentials'; clientId: string; clientSecret: string; tokenUrl: string; scope: string };

/**
 * One company of one environment, as the settings describe it (interface section 2.1).
 * `baseUrl` ends before `/v2.0` online and includes the instance on premises.
 */
export interface ConnectionSettings {
  key: string;
  label: string;
  address: 'online' | 'on-premises';
  baseUrl: string;
  /** GUID or domain name; on premises optional, sent as `?tenant=`. */
  tenantId?: string;
  /** Online only. */
  environment?: string;
  companyId: string;
  publisher: string;
  /** ISO 4217 code of the company's local currency. */
  currency?: string;
  auth: ConnectionAuth;
  /** Requests in flight at once. */
  concurrency: number;
  ratePerSecond: number;
  /** Total time for one request or one page, waiting and retries included. */
  timeoutSeconds: number;
  /** How booleans are written in a filter; `auto` sends them bare, and quoted after a refusal. */
  quotedBooleans: 'auto' | 'true' | 'false';
}

/** The values that must never reach a log, a message or a browser. */
export function secretsOf(auth: ConnectionAuth): string[] {
  switch (auth.mode) {
    case 'none':
      return [];
    case 'basic':
      return [auth.password, Buffer.from(`${auth.username}:${auth.password}`, 'utf8').toString('base64')];
    case 'bearer':
      return [auth.token];
    case 'client-credentials':
      return [auth.clientSecret];
  }
}
