import 'server-only';
import type { ConnectionKind } from '@/lib/contract/session/session';

export type ConnectionAuth =
  | { mode: 'none' }
  | { mode: 'basic'; username: string; password: string }
  | { mode: 'bearer'; token: string }
  | { mode: 'client-credentials'; clientId: string; clientSecret: string; tokenUrl: string; scope: string };

/** One company of one environment. `baseUrl` ends before `/v2.0` online; on premises it includes the instance. */
export interface ConnectionSettings {
  key: string;
  label: string;
  kind: ConnectionKind;
  address: 'online' | 'on-premises';
  baseUrl: string;
  /** GUID or domain name; optional on premises, sent as `?tenant=`. */
  tenantId?: string;
  environment?: string;
  companyId: string;
  publisher: string;
  currency?: string;
  /** Address of the company in Business Central's web client; the console links there and never asks it. */
  bcUrl?: string;
  auth: ConnectionAuth;
  /** Last day on which the secret of `auth` works (`2027-01-31`). */
  secretExpires?: string;
  concurrency: number;
  ratePerSecond: number;
  /** Time for one request or page, waiting and retries included. */
  timeoutSeconds: number;
  /** Booleans in a filter; `auto` sends them bare, and quoted after a refusal. */
  quotedBooleans: 'auto' | 'true' | 'false';
}

/** Values that must never reach a log, a message or a browser. */
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

/** Names the company of a connection, whatever address leads to it. */
export function companyOf({ tenantId, environment, companyId }: ConnectionSettings): string {
  return [tenantId, environment, companyId].join(' ').toLowerCase();
}
