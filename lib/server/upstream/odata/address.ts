import 'server-only';
import type { ConnectionSettings } from '@/lib/server/upstream/settings';
import { malformed, notSendable } from '@/lib/server/upstream/errors/upstream-error';

export const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const domain = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/i;
export const segment = /^[a-z0-9][a-z0-9_-]{0,62}$/i;

/** The service fails above about 15,700 characters. */
export const longestUrl = 15_000;

export const entitySets = {
  security: 'bssiMEMMasterRecordSecurity',
  journal: 'bssiItemJournalLines',
} as const;

/** The addresses of one connection. Queries begin with `?` or are empty. */
export interface Addresses {
  origin: string;
  entitySet(name: keyof typeof entitySets, query: string): URL;
  metadata(): URL[];
  /** Resolves a next link. @throws `service-malformed` when it leaves the origin, path or tenant of `from`. */
  follow: (link: string, from: URL, context: string | null) => URL;
}

/** Builds addresses (interface sections 1 and 4). @throws RangeError naming a faulty setting. */
export function addressesOf(settings: ConnectionSettings): Addresses {
  const { root, base } = baseOf(settings);
  const online = settings.address === 'online';
  const extension = `api/${checked('publisher', settings.publisher, segment)}/bssiMem/v1.0`;
  const tenant =
    settings.tenantId === undefined || settings.tenantId === '' ? null : tenantOf(settings.tenantId);
  if (online && tenant === null) throw new RangeError('The setting tenantId is missing.');
  const company = `companies(${checked('companyId', settings.companyId, guid)})`;
  const withoutEnvironment = online ? `${base}/v2.0/${tenant}/${extension}` : `${base}/${extension}`;
  const route = online
    ? `${base}/v2.0/${tenant}/${checked('environment', settings.environment ?? '', segment)}/${extension}`
    : withoutEnvironment;

  const tenantDomain = online && tenant !== null && !guid.test(tenant) ? tenant : null;

  const build = (path: string, query: string): URL => {
    const tenantQuery = online || tenant === null ? '' : `tenant=${encodeURIComponent(tenant)}`;
    const url = new URL(`${path}${joined(query, tenantQuery)}`);
    if (url.origin !== root.origin || `${url.origin}${url.pathname}` !== path)
      throw notSendable('The request would leave the configured address of the service. Nothing was sent.');
    if (url.href.length > longestUrl)
      throw notSendable(
        'The filter is too long for the service (15,000 characters). Nothing was sent; use fewer conditions.',
      );
    return url;
  };

  return {
    origin: root.origin,
    entitySet: (name, query) => build(`${route}/${company}/${entitySets[name]}`, query),
    metadata: () => [...new Set([withoutEnvironment, route])].map((path) => build(`${path}/$metadata`, '')),
    follow(link, from, context) {
      const contextUrl = context === null ? null : resolved(context, from);
      for (const base of [contextUrl, from]) {
        const url = base === null ? null : resolved(link, base);
        if (url !== null && isInside(url, from, tenantDomain)) {
          url.hash = '';
          if (!online && tenant !== null && !url.searchParams.has('tenant'))
            url.search = joined(url.search, `tenant=${encodeURIComponent(tenant)}`);
          return url;
        }
      }
      throw malformed(
        'The service’s link to the next page leads outside the configured address, so it was not followed and the read is not complete. ' +
          'Compare the base address in the settings of this connection with the public address the service gives itself.',
      );
    },
  };
}

function resolved(reference: string, base: URL): URL | null {
  return URL.canParse(reference, base) ? new URL(reference, base) : null;
}

function joined(query: string, more: string): string {
  if (more === '') return query;
  return query === '' || query === '?' ? `?${more}` : `${query}&${more}`;
}

function baseOf(settings: ConnectionSettings): { root: URL; base: string } {
  if (!isBaseUrl(settings.baseUrl))
    throw new RangeError('The setting baseUrl must be an http(s) address without user, query and fragment.');
  const root = new URL(settings.baseUrl);
  return { root, base: `${root.origin}${root.pathname.replace(/\/+$/, '')}` };
}

export function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => part === '');
}

export function isTenant(text: string): boolean {
  return guid.test(text) || domain.test(text);
}

function tenantOf(value: string): string {
  if (isTenant(value)) return value;
  throw new RangeError('The setting tenantId must be a GUID or a domain name.');
}

function checked(name: string, value: string, pattern: RegExp): string {
  if (pattern.test(value)) return value;
  throw new RangeError(`The setting ${name} is missing or has characters that an address cannot carry.`);
}

/** Same origin, path (the service ignores case) and tenant parameter. */
function isInside(url: URL, from: URL, tenantDomain: string | null): boolean {
  if (url.origin !== from.origin || url.username !== '' || url.password !== '') return false;
  const asked = from.searchParams.get('tenant');
  const tenant = url.searchParams.get('tenant');
  if (asked !== null && tenant !== null && tenant.toLowerCase() !== asked.toLowerCase()) return false;
  const wanted = segmentsOf(from);
  const got = segmentsOf(url);
  if (wanted === null || got === null || wanted.length !== got.length) return false;
  // The service may replace a tenant's domain name, after the last `v2.0`, by its GUID, and must then keep that GUID.
  const tenantAt = wanted.lastIndexOf('v2.0') + 1;
  const mayBeGuid = tenantDomain !== null && wanted[tenantAt] === tenantDomain.toLowerCase();
  return wanted.every(
    (part, at) => got[at] === part || (mayBeGuid && at === tenantAt && guid.test(got[at] ?? '')),
  );
}

function segmentsOf(url: URL): string[] | null {
  try {
    const parts = url.pathname.split('/').map((part) => decodeURIComponent(part).toLowerCase());
    return parts.some((part) => /[/\\]|^\.{1,2}$/.test(part)) ? null : parts;
  } catch {
    return null;
  }
}
