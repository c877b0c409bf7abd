import 'server-only';
import { randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIPv4, isIPv6, type Socket } from 'node:net';
import type { Logger } from 'pino';
import { requestIdPattern } from '@/lib/contract/errors';
import { entranceHeader, queryHeader } from '@/lib/server/auth/entrance-header';
import { securityHeaders } from './security-headers';

/** What the entrance has to know of the console. */
interface EntranceRules {
  publicUrl: URL;
  /** Whether forwarded headers are believed. */
  trustProxy: boolean;
  /** Demo sign-in to a real service is for this machine only. */
  loopbackOnly: boolean;
  /** `host:port` of other HTTP servers in this process: the embedded reference service's. */
  others: readonly string[];
  /** What tells routes and pages that a request came through here; known to this process only. */
  mark: string;
  log: Logger;
}

/** Shape of the messages of Node's channel `http.server.request.start`. */
interface RequestStart {
  request: IncomingMessage;
  response: ServerResponse;
  socket: Socket;
  server: Server;
}

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
 * Watches every request as it comes in, before Next sees it: gives it its id, its one true caller address and the
 * security headers of its answer, whichever route, file or failure that will be. Node announces requests on a
 * diagnostics channel, so this holds however the console was started.
 */
export function guardEntrance(rules: EntranceRules): void {
  const guarded = new WeakSet<Server>();
  let isEnding = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => (isEnding = true));
  subscribe('http.server.request.start', (message) => {
    const { request, response, socket, server } = message as RequestStart; // Node's documented message
    if (rules.others.includes(`${socket.localAddress ?? ''}:${String(socket.localPort)}`)) return;
    if (!guarded.has(server)) {
      guarded.add(server);
      limitPatience(server);
    }
    const isForeign = rules.loopbackOnly && !isFromHere(request, socket);
    const requestId = requestIdOf(request, rules.trustProxy);
    const address = callerAddress(request.headers['x-forwarded-for'], socket.remoteAddress, rules.trustProxy);
    for (const name of spoken) Reflect.deleteProperty(request.headers, name);
    request.headers[entranceHeader] = rules.mark;
    request.headers[queryHeader] = /\?(.*)/.exec(request.url ?? '')?.[1] ?? '';
    request.headers['x-request-id'] = requestId;
    request.headers['x-forwarded-for'] = address;
    response.setHeader('X-Request-Id', requestId);
    if (isEnding) response.setHeader('Connection', 'close'); // or a page that goes on asking would keep the process
    for (const [name, value] of securityHeaders(rules.publicUrl)) response.setHeader(name, value);
    noteEnd(rules.log, request, response, requestId);
    makePresentable(request);
    if (!isForeign) return;
    // Node hands the request on although nobody is there any more, so it must lead nowhere.
    [request.method, request.url] = ['PATCH', nowhere];
    socket.destroy();
  });
}

/** A caller that sends its request drop by drop is cut off; the time of an answer is not limited by this. */
function limitPatience(server: Server): void {
  server.headersTimeout = 15_000;
  server.requestTimeout = 60_000;
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
function isFromHere({ headers }: IncomingMessage, { remoteAddress = '' }: Socket): boolean {
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
