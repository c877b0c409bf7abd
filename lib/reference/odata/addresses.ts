import { ServiceError } from '@/lib/reference/http/error-body';
import { type Identity, INSTANCE } from '@/lib/reference/options';

/** What a path leads to. */
export type Target =
  | { resource: 'security' | 'journal' | 'companies' | 'company' | 'service'; route: string }
  | { resource: 'metadata'; route: string; environment: boolean }
  | { resource: 'token'; route: string };

const API = ['api', null, 'bssiMem', 'v1.0'] as const;

const same = (a: string | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase();

function notFound(sentence: string): ServiceError {
  return new ServiceError(404, 'BadRequest_NotFound', sentence);
}

function decodeSegments(pathname: string): string[] {
  try {
    return pathname.split('/').slice(1).map(decodeURIComponent);
  } catch {
    throw new ServiceError(400, 'BadRequest', 'The path holds a percent code that cannot be decoded.');
  }
}

function takeApi(segments: readonly string[], identity: Identity): readonly string[] {
  API.forEach((expected, at) => {
    if (!same(segments[at], expected ?? identity.publisher)) {
      throw notFound('No extension answers at this address.');
    }
  });
  return segments.slice(API.length);
}

/**
 * Finds what a path (still percent-encoded, without query) leads to; `route` is the path up to the version segment.
 * Throws ServiceError 404 for an address that does not exist.
 */
export function readAddress(pathname: string, identity: Identity): Target {
  const segments = decodeSegments(pathname);
  if (
    segments.length === 4 &&
    segments[1] === 'oauth2' &&
    segments[2] === 'v2.0' &&
    segments[3] === 'token'
  ) {
    return { resource: 'token', route: '' };
  }
  const routeTo = (rest: readonly string[]): string =>
    `/${pathname
      .split('/')
      .slice(1, 1 + segments.length - rest.length)
      .join('/')}`;
  if (segments[0] === INSTANCE) {
    const rest = takeApi(segments.slice(1), identity);
    return readRest(rest, routeTo(rest), identity);
  }
  if (segments[0] !== 'v2.0') throw notFound('There is nothing at this address.');
  if (!same(segments[1], identity.tenantId)) throw notFound('The tenant does not exist.');
  if (segments[2] === 'api' && !same(segments[3], 'api')) {
    const rest = takeApi(segments.slice(2), identity);
    if (rest.length === 1 && rest[0] === '$metadata') {
      return { resource: 'metadata', route: routeTo(rest), environment: false };
    }
    throw notFound('Only $metadata answers at the address without an environment.');
  }
  if (!same(segments[2], identity.environment)) throw notFound('The environment does not exist.');
  const rest = takeApi(segments.slice(3), identity);
  return readRest(rest, routeTo(rest), identity);
}

function readRest(rest: readonly string[], route: string, identity: Identity): Target {
  const [first = '', second, ...more] = rest;
  if (first === '' && second === undefined) return { resource: 'service', route };
  if (first === '$metadata' && second === undefined)
    return { resource: 'metadata', route, environment: true };
  if (first === 'companies' && second === undefined) return { resource: 'companies', route };
  const company = /^companies\((.*)\)$/.exec(first)?.[1];
  if (company === undefined || more.length > 0) throw resourceNotFound(rest.join('/'));
  if (!same(company, identity.companyId)) {
    throw new ServiceError(
      404,
      'Internal_CompanyNotFound',
      `The company ${company.slice(0, 60)} does not exist.`,
    );
  }
  if (second === undefined) return { resource: 'company', route };
  if (second === 'bssiMEMMasterRecordSecurity') return { resource: 'security', route };
  if (second === 'bssiItemJournalLines') return { resource: 'journal', route };
  throw resourceNotFound(second);
}

function resourceNotFound(name: string): ServiceError {
  return new ServiceError(
    404,
    'BadRequest_ResourceNotFound',
    `Resource not found for the segment '${name.slice(0, 100)}'.`,
  );
}
