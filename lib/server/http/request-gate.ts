import 'server-only';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import type { Logger } from 'pino';
import { requestIdPattern } from '@/lib/contract/request-id';
import { newToken } from '@/lib/server/auth/token';
import { ConsoleError } from '@/lib/server/console-error';
import { problemOf } from './problem';
import { securityHeaders } from './security-headers';

interface GateRules {
  publicUrl: URL;
  trustProxy: boolean;
  /** Demo sign-in to a real service is for this machine only. */
  loopbackOnly: boolean;
  log: Logger;
  /** Called when an answer has ended; `path` without its query. */
  ended?: (path: string, method: string, status: number, ms: number) => void;
}

/** Proves to routes and pages that a request passed `admit`. */
const admittedHeader = 'x-console-entrance';

/** The original query: Next drops a parameter named `__proto__`. */
export const queryHeader = 'x-console-query';

/** Tells a request from this machine that came past no proxy. */
export const onThisMachineHeader = 'x-console-here';

const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** Headers that only the console may set. */
const ownHeaders = [
  'forwarded',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
  'x-nonce',
  'x-console-path',
  onThisMachineHeader,
  'content-security-policy',
];

/** The first step of every request: it sets the id, the caller's address and the security headers. */
export class RequestGate {
  readonly #rules: GateRules;
  /** A secret of this process. */
  readonly #secret = newToken();

  constructor(rules: GateRules) {
    this.#rules = rules;
  }

  /** Prepares or ends a request. @returns whether the server answers it. */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    const { publicUrl, trustProxy, loopbackOnly, log } = this.#rules;
    const { headers, socket, method = '', url = '' } = request;
    const isHere = isFromHere(request);
    const requestId = requestIdOf(request, trustProxy);
    const address = callerAddress(headers['x-forwarded-for'], socket.remoteAddress, trustProxy);
    for (const name of ownHeaders) Reflect.deleteProperty(headers, name);
    if (isHere) headers[onThisMachineHeader] = '1';
    headers[admittedHeader] = this.#secret;
    headers[queryHeader] = /\?(.*)/.exec(url)?.[1] ?? '';
    headers['x-request-id'] = requestId;
    headers['x-forwarded-for'] = address;
    response.setHeader('X-Request-Id', requestId);
    for (const [name, value] of securityHeaders(publicUrl)) response.setHeader(name, value);
    noteEnd(this.#rules, request, response, requestId);
    if (loopbackOnly && !isHere) {
      const problem = problemOf(notFromHere(), requestId);
      const entry = { requestId, method, path: url.split('?')[0], code: problem.code, address };
      log.info(entry, `A request was refused. ${problem.detail}`);
      const more = {
        'Cache-Control': 'no-store',
        'Content-Type': 'application/problem+json',
        Connection: 'close',
      };
      response.writeHead(problem.status, more).end(JSON.stringify(problem));
      return false;
    }
    makeAnswerable(request);
    return true;
  }

  /** Accepts only requests that passed `admit`. @throws ConsoleError `internal`. */
  check(headers: Headers): void {
    if (headers.get(admittedHeader) === this.#secret) return;
    throw new ConsoleError(
      'internal',
      'The request did not come in by the console’s own server. Nothing was changed. Tell the operator of the console to start it as its README says.',
    );
  }
}

function notFromHere(): ConsoleError {
  return new ConsoleError(
    'forbidden',
    'Demo sign-in to a real service is for this machine alone: the console answers only requests to localhost that came through no proxy. Nothing was changed.',
    { title: 'Only this machine may ask' },
  );
}

function noteEnd(
  { log, ended }: GateRules,
  { method = '', url = '/' }: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): void {
  const startedAt = performance.now();
  response.once('close', () => {
    const ms = performance.now() - startedAt;
    const path = url.split('?')[0] ?? '/';
    ended?.(path, method, response.statusCode, ms);
    log.debug({ requestId, method, path, status: response.statusCode, ms: Math.round(ms) }, 'request');
  });
}

function requestIdOf({ headers }: IncomingMessage, trustProxy: boolean): string {
  const given = headers['x-request-id'];
  return trustProxy && typeof given === 'string' && requestIdPattern.test(given) ? given : randomUUID();
}

/** The caller's address; a trusted proxy writes the last entry of `X-Forwarded-For`, perhaps with a port. */
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

function isFromHere({ headers, socket }: IncomingMessage): boolean {
  const { remoteAddress = '' } = socket;
  const isLoopback = remoteAddress === '::1' || /^(::ffff:)?127\./.test(remoteAddress);
  const isProxied = proxyHeaders.some((name) => headers[name] !== undefined);
  return isLoopback && !isProxied && /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(headers.host ?? '');
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const unknownPath = '/unreadable-address';

/** Next answers some requests with a bare 400 or 500; the changed address and method lead to a normal failure. */
function makeAnswerable(request: IncomingMessage): void {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  const isApi = /^\/api(\/|$)/.test(path);
  if (!methods.has(request.method ?? '')) request.method = 'PATCH';
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isUndecodable(path) || !path.startsWith('/')) request.url = isApi ? `/api${unknownPath}` : unknownPath;
  else if (path.startsWith('/_global-error') || (!isApi && !isRead)) request.url = unknownPath;
}

function isUndecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return false;
  } catch {
    return true;
  }
}
