import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cell } from '@/lib/reference/data/security-data';
import { answerOfFault } from '@/lib/reference/faults/fault-answers';
import type { Fault, FaultResource, RequestFacts } from '@/lib/reference/faults/faults';
import { readAddress, type Target } from '@/lib/reference/odata/addresses';
import { FOREIGN_ORIGIN } from '@/lib/reference/odata/collection-answer';
import { type FilterNode, parseFilter } from '@/lib/reference/odata/filter-parser';
import { peekChange } from '@/lib/reference/odata/post-access';
import { readPairs } from '@/lib/reference/odata/query-options';
import { answerResource, type ServiceRequest } from '@/lib/reference/odata/resource-answer';
import { pageOfToken } from '@/lib/reference/odata/skip-token';
import type { World } from '@/lib/reference/world';
import { type Answer, odataAnswer } from './answer';
import { sendAnswer, type Spoil } from './answer-sender';
import { errorBody, ServiceError } from './error-body';
import { visibleHeaders } from './request-log';

const NAMES: Readonly<Record<string, keyof Cell>> = {
  BssiMasterRecordType: 'recordType',
  BssiMasterRecordID: 'recordId',
  BssiEntityID: 'entityId',
};

/** The assignment that a filter of plain `eq … and eq …` points at, as far as it names one. */
function cellOfFilter(node: FilterNode): Partial<Cell> {
  if (node.kind === 'and') return { ...cellOfFilter(node.left), ...cellOfFilter(node.right) };
  if (node.kind !== 'comparison' || node.operator !== 'eq' || node.value.kind !== 'string') return {};
  const name = NAMES[node.field];
  return name === undefined ? {} : { [name]: node.value.text };
}

/** The name under which faults, counters and the request log know a resource. */
function resourceName(target: Target | null): FaultResource | null {
  if (target === null) return null;
  return target.resource === 'company' || target.resource === 'service' ? 'companies' : target.resource;
}

/** What the selectors of faults may ask about a request. Never throws: a broken request has fewer facts. */
function factsOf(target: Target | null, method: string, search: string, body: string): RequestFacts {
  const facts: RequestFacts = { resource: resourceName(target), method, page: 1, cell: null };
  if (method === 'POST')
    return target?.resource === 'security' ? { ...facts, cell: peekChange(body) } : facts;
  try {
    const options = new Map(readPairs(search));
    const filter = options.get('$filter');
    facts.page = pageOfToken(options.get('$skiptoken') ?? null);
    if (filter !== undefined && target?.resource === 'security')
      facts.cell = cellOfFilter(parseFilter(filter));
  } catch {
    return facts;
  }
  return facts;
}

const MOST_BYTES = 1_048_576;

/** Reads a request body as UTF-8. Throws ServiceError 413 above one megabyte. */
async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    // Guarantee: without setEncoding an IncomingMessage gives Buffers.
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > MOST_BYTES) {
      throw new ServiceError(
        413,
        'BadRequest_RequestEntityTooLarge',
        'The body is larger than one megabyte.',
      );
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Longer addresses fail, as measured on the real service. */
const MOST_URL = 15_700;

function errorAnswer(error: unknown): Answer {
  if (error instanceof ServiceError)
    return odataAnswer(error.status, errorBody(error.code, error.message), error.headers);
  const reason = error instanceof Error ? error.message : String(error);
  return odataAnswer(500, errorBody('Internal_ServerError', `The reference service failed: ${reason}`));
}

function originOf(req: IncomingMessage): string {
  const host = req.headers.host ?? '';
  if (/^[A-Za-z0-9.[\]:-]{1,200}$/.test(host)) return `http://${host}`;
  return `http://${req.socket.localAddress ?? '127.0.0.1'}:${req.socket.localPort ?? 0}`;
}

/** Works through one request: address, faults, answer. `null` means that the connection was cut instead. */
async function work(
  req: IncomingMessage,
  res: ServerResponse,
  world: World,
  note: (target: Target | null, body: string) => void,
  refuse: (ms: number) => void,
): Promise<number | null> {
  const method = req.method ?? 'GET';
  const url = req.url ?? '/';
  const mark = url.indexOf('?');
  const pathname = mark < 0 ? url : url.slice(0, mark);
  const search = mark < 0 ? '' : url.slice(mark);
  let target: Target | null = null;
  let body = '';
  let faults: Fault[] = [];
  let answer: Answer;
  const spoil: Spoil = {};
  let lost: Fault | undefined;
  try {
    if (url.length > MOST_URL)
      throw new ServiceError(400, 'BadRequest', `The address is longer than ${MOST_URL} characters.`);
    target = readAddress(pathname, world.identity);
    body = method === 'POST' ? await readBody(req) : '';
    note(target, body);
    faults = world.faults.take(factsOf(target, method, search, body));
    if (target.resource === 'security' && method === 'POST') {
      const change = peekChange(body);
      if (change !== null) world.counters.posted(change);
    }
    const request: ServiceRequest = {
      method,
      target,
      origin: originOf(req),
      pathname,
      search,
      contentType: req.headers['content-type'] ?? '',
      prefer: req.headers.prefer?.toString(),
      authorization: req.headers.authorization,
      body,
      faults,
    };
    const decided = await meetFaults(faults, request, res, world, spoil);
    if (decided === 'cut') return null;
    if (decided !== null) answer = decided;
    else {
      answer = answerResource(request, world);
      lost = faults.find((fault) => fault.kind === 'dropAfter');
    }
  } catch (error) {
    note(target, body);
    answer = errorAnswer(error);
  }
  if (lost || res.destroyed) {
    res.destroy();
    if (lost?.outageMs !== undefined) refuse(lost.outageMs);
    return null;
  }
  answer.headers['request-id'] = randomUUID();
  if (method === 'HEAD') answer.body = '';
  const gzip = world.modes.gzip && /\bgzip\b/.test(req.headers['accept-encoding']?.toString() ?? '');
  await sendAnswer(res, answer, gzip, spoil);
  return answer.status;
}

/** Lets the faults act: an answer in place of the real one, `cut` when there is none, or null to go on. */
async function meetFaults(
  faults: readonly Fault[],
  request: ServiceRequest,
  res: ServerResponse,
  world: World,
  spoil: Spoil,
): Promise<Answer | 'cut' | null> {
  for (const fault of faults) {
    if (fault.kind === 'slow') {
      if (fault.delayMs !== undefined)
        await Promise.race([pause(fault.delayMs, null, { ref: false }), once(res, 'close')]);
      if (fault.slowBytes !== undefined) spoil.trickle = fault.slowBytes;
      continue;
    }
    if (fault.kind === 'hold') {
      await Promise.race([world.faults.untilReplaced(fault), once(res, 'close')]);
      continue;
    }
    if (fault.kind === 'truncate') spoil.truncate = fault.variant === 'json' ? 'json' : 'framing';
    if (fault.kind === 'dropBefore') {
      res.destroy();
      return 'cut';
    }
    if (fault.afterApply === true) answerResource(request, world);
    if (fault.kind === 'hang') {
      if (!res.destroyed) await once(res, 'close');
      return 'cut';
    }
    const answer = answerOfFault(fault, FOREIGN_ORIGIN, request);
    if (answer !== null) return answer;
  }
  return null;
}

/**
 * The listener of the service's own port. Every request is counted and logged, also one that gets no answer.
 * @param refuse shuts that port for so many milliseconds.
 */
export function makeHandler(
  world: World,
  refuse: (ms: number) => void,
): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) => {
    const at = new Date().toISOString();
    const method = req.method ?? 'GET';
    let resource = 'other';
    let shown: string | null = null;
    const note = (target: Target | null, body: string): void => {
      resource = resourceName(target) ?? 'other';
      shown = target?.resource === 'security' && method === 'POST' ? body : null;
    };
    world.counters.began();
    const finish = (status: number | null): void => {
      world.counters.ended(method, resource, status);
      const url = req.url ?? '';
      world.requests.add({ at, method, url, resource, status, ...visibleHeaders(req.headers), body: shown });
    };
    work(req, res, world, note, refuse).then(finish, () => {
      res.destroy();
      finish(null);
    });
  };
}
