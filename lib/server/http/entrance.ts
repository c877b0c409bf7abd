import 'server-only';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import type { Logger } from 'pino';
import { requestIdPattern } from '@/lib/contract/request-id';
import { newToken } from '@/lib/server/auth/token';
import { ConsoleError } from '@/lib/server/console-error';
import { securityHeaders } from './security-headers';

/** What the entrance has to know of the console. */
interface EntranceRules {
  publicUrl: URL;
  /** Whether forwarded headers are believed. */
  trustProxy: boolean;
  /** Demo sign-in to a real service is for this machine only. */
  loopbackOnly: boolean;
  log: Logger;
}

/** Carries the entrance's mark to routes and pages. */
const markHeader = 'x-console-entrance';

/** Carries the query as it was sent: of the address it hands on, Next drops a parameter named `__proto__` unseen. */
export const queryHeader = 'x-console-query';

/** What a proxy adds. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** Headers that speak for somebody else: only ours may say them, so none is taken from outside. */
const spoken = [
  'forwarded',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
  'x-nonce',
  'x-console-path',
  'content-security-policy',
];

/**
 * What every request passes before anything else sees it: it gets its id, its one true caller address and the security
 * headers of its answer, whichever route, file or failure that will be.
 */
export class Entrance {
  readonly #rules: EntranceRules;
  /** Known to this process only, so routes and pages can tell who came through here. */
  readonly #mark = newToken();

  constructor(rules: EntranceRules) {
    this.#rules = rules;
  }

  /** Whether whoever asks from elsewhere gets no answer at all. */
  get isForThisMachine(): boolean {
    return this.#rules.loopbackOnly;
  }

  /** Lets a request in, or ends it. @returns whether it is to be answered. */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    const { publicUrl, trustProxy, loopbackOnly, log } = this.#rules;
    const { headers, socket, url = '' } = request;
    if (loopbackOnly && !isFromHere(request)) {
      socket.destroy();
      return false;
    }
    const requestId = requestIdOf(request, trustProxy);
    const address = callerAddress(headers['x-forwarded-for'], socket.remoteAddress, trustProxy);
    for (const name of spoken) Reflect.deleteProperty(headers, name);
    headers[markHeader] = this.#mark;
    headers[queryHeader] = /\?(.*)/.exec(url)?.[1] ?? '';
    headers['x-request-id'] = requestId;
    headers['x-forwarded-for'] = address;
    response.setHeader('X-Request-Id', requestId);
    for (const [name, value] of securityHeaders(publicUrl)) response.setHeader(name, value);
    noteEnd(log, request, response, requestId);
    makePresentable(request);
    return true;
  }

  /**
   * Lets routes and pages answer only what came in by `admit`, where its headers were put right.
   * @throws ConsoleError `internal`.
   */
  check(headers: Headers): void {
    if (headers.get(markHeader) === this.#mark) return;
    throw new ConsoleError(
      'internal',
      'The request did not come in by the console’s own server. Nothing was changed. Tell whoever runs the console to start it as its README says.',
    );
  }
}

/** One line for each request, at level debug: what was asked, never what was in it. */
function noteEnd(
  log: Logger,
  { method, url = '/' }: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): void {
  if (!log.isLevelEnabled('debug')) return;
  const startedAt = performance.now();
  response.once('close', () => {
    const ms = Math.round(performance.now() - startedAt);
    log.debug({ requestId, method, path: url.split('?')[0], status: response.statusCode, ms }, 'request');
  });
}

/** A proxy in front may have named the request already; anything but a short plain name is replaced. */
function requestIdOf({ headers }: IncomingMessage, trustProxy: boolean): string {
  const given = headers['x-request-id'];
  return trustProxy && typeof given === 'string' && requestIdPattern.test(given) ? given : randomUUID();
}

/**
 * The address a request comes from: the other end of the connection or, behind a trusted proxy, the last entry of
 * `X-Forwarded-For`, which is the one that proxy itself wrote. Some write a port after it; it is left out.
 */
export function callerAddress(
  forwarded: string | string[] | undefined,
  remoteAddress: string | undefined,
  trustProxy: boolean,
): string {
  const last = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded)?.split(',').at(-1)?.trim() ?? '';
  const bare = last.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  const believed = trustProxy && (isIPv4(bare) || isIPv6(bare)) ? bare : (remoteAddress ?? 'unknown');
  return believed.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** Whether somebody at this very machine asks, and no proxy for somebody elsewhere. */
function isFromHere({ headers, socket }: IncomingMessage): boolean {
  const { remoteAddress = '' } = socket;
  const isLoopback = remoteAddress === '::1' || /^(::ffff:)?127\./.test(remoteAddress);
  const isProxied = proxyHeaders.some((name) => headers[name] !== undefined);
  return isLoopback && !isProxied && /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(headers.host ?? '');
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const nowhere = '/unreadable-address';

/**
 * Some requests Next would answer with a bare 400 or 500: an address that cannot be decoded, a method it does not know,
 * a file with any method but reading, and its own page for failures. They become an address where nothing is, and a
 * method that nothing takes, and end in words like any other.
 */
function makePresentable(request: IncomingMessage): void {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  const isApi = /^\/api(\/|$)/.test(path);
  if (!methods.has(request.method ?? '')) request.method = 'PATCH';
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isUndecodable(path) || !path.startsWith('/')) request.url = isApi ? `/api${nowhere}` : nowhere;
  else if (path.startsWith('/_global-error') || (!isApi && !isRead)) request.url = nowhere;
}

function isUndecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return false;
  } catch {
    return true;
  }
}
