import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import { BodyError, readBounded } from '@/lib/server/bounded-body';
import { ConsoleError } from '@/lib/server/console-error';
import { issueInWords } from '@/lib/server/issue-in-words';
import { JsonError, mostDepth, scannedJson } from '@/lib/server/json-scan';

const usualMostBytes = 64 * 1024;
/** Values in a JSON body: 100,000 cells have 600,000. */
const mostValues = 1_000_000;
const mostListed = 100;
const mostInSentence = 10;

export type RouteParameters = Readonly<Record<string, string | string[] | undefined>>;

/**
 * @throws ConsoleError `invalid-request` for `__proto__`, which schemas drop, for NUL, which PostgreSQL refuses,
 * and for a route parameter in the query.
 */
export function queryAt(search: URLSearchParams, parameters: RouteParameters): Record<string, unknown> {
  const record = Object.create(null) as Record<string, unknown>; // no prototype: names come from outside
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name);
    if (name === '__proto__') throw invalidInput('query', name, 'This name is not known here.');
    if ([name, ...values].some((text) => text.includes('\0')))
      throw invalidInput('query', name.replaceAll('\0', ''), 'This must not contain control characters.');
    if (Object.hasOwn(parameters, name))
      throw invalidInput('query', name, 'This stands in the address already.');
    record[name] = values.length === 1 ? values[0] : values;
  }
  return Object.assign(record, parameters);
}

/** @throws ConsoleError `invalid-request` when a parameter occurs twice or differs from its header. */
export function onlyOne(
  search: URLSearchParams,
  name: string,
  inHeader: string | null = null,
): string | null {
  const [value = inHeader, ...more] = search.getAll(name);
  if (more.length > 0 || (inHeader !== null && value !== inHeader))
    throw invalidInput('query', name, 'This may be given once only.');
  return value;
}

function invalidInput(where: 'query' | 'body', path: string, message: string): ConsoleError {
  return new ConsoleError(
    'invalid-request',
    `The ${where} is not valid. ${path}: ${message} Nothing was changed or sent.`,
    { errors: [{ path, message }] },
  );
}

/** @throws ConsoleError `invalid-request` whose `errors` name each fault. */
export function parseInput<T>(schema: z.ZodType<T>, value: unknown, where: 'query' | 'body'): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key].join('.'),
          message: 'This name is not known here.',
        }))
      : [{ path: issue.path.join('.'), message: wordsOf(issue, value) }],
  );
  const names = errors
    .slice(0, mostInSentence)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
    .join(' · ');
  const more = errors.length > mostInSentence ? ` · and ${String(errors.length - mostInSentence)} more.` : '';
  throw new ConsoleError(
    'invalid-request',
    `The ${where} is not valid. ${names}${more} Nothing was changed or sent.`,
    { errors: errors.slice(0, mostListed) },
  );
}

function wordsOf(issue: z.core.$ZodIssue, input: unknown): string {
  if (issue.code === 'invalid_type') {
    const found: unknown = issue.path.reduce<unknown>(
      (value, key) => (value as Record<PropertyKey, unknown>)[key],
      input,
    ); // the path leads through objects that were there
    if (found === undefined) return 'This is missing.';
    if (Array.isArray(found)) return 'This may be given once only.';
  }
  const words = issueInWords(issue);
  return words === null ? `${issue.message.replace(/\.$/, '')}.` : `This ${words}.`;
}

/** The body with the route parameters. @throws ConsoleError `invalid-request` when both name one. */
export function bodyAt(body: unknown, parameters: RouteParameters): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const [twice] = Object.keys(parameters).filter((name) => Object.hasOwn(body, name));
  if (twice !== undefined) throw invalidInput('body', twice, 'This stands in the address already.');
  return { ...body, ...parameters };
}

/** @throws ConsoleError `invalid-request` unless the key has 1 to 200 visible ASCII characters. */
export function idempotencyKeyOf(headers: Headers): string | null {
  const key = headers.get('idempotency-key');
  if (key === null || /^[!-~]{1,200}$/.test(key)) return key;
  const message = 'This must be 1 to 200 visible ASCII characters without spaces.';
  throw new ConsoleError(
    'invalid-request',
    `The header Idempotency-Key is not valid. ${message} Nothing was changed or sent.`,
    { errors: [{ path: 'Idempotency-Key', message }] },
  );
}

/**
 * Refuses repeated names, because a proxy may read another one of them.
 * @throws ConsoleError `unsupported-media-type`, `too-large` or `invalid-request`.
 */
export async function readJsonBody(
  request: Request,
  { maxBytes: mostBytes = usualMostBytes, isBodyOptional = false } = {},
): Promise<unknown> {
  const { headers } = request;
  if (!isBodyOptional) checkIsJson(headers);
  // The announced length is enough for a refusal.
  if (Number(headers.get('content-length') ?? 0) > mostBytes) throw tooLarge(mostBytes);
  const stream = request.body as AsyncIterable<Uint8Array> | null; // what a request's body stream carries
  const body = await readBounded(stream ?? [], mostBytes).catch((error: unknown) => {
    throw error instanceof BodyError ? tooLarge(mostBytes) : error;
  });
  // A proxy may add a type or send an empty body in chunks.
  if (isBodyOptional && body.length === 0) return {};
  checkIsJson(headers);
  return parsedJson(body);
}

/** @throws ConsoleError `unsupported-media-type`. */
function checkIsJson(headers: Headers): void {
  const mediaType = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw new ConsoleError(
      'unsupported-media-type',
      'Send the body as application/json. Nothing was changed.',
    );
  }
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && encoding !== '') {
    throw new ConsoleError(
      'unsupported-media-type',
      'Send the body as it is, without Content-Encoding. Nothing was changed.',
    );
  }
}

async function parsedJson(bytes: Buffer): Promise<unknown> {
  try {
    await scannedJson(bytes, { bytes: bytes.length, values: mostValues });
    const body: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    await nextTurn(); // the schema takes as long again
    return body;
  } catch (error) {
    throw error instanceof JsonError ? unfitBody(error) : notJson();
  }
}

function unfitBody({ kind, subject }: JsonError): ConsoleError {
  if (kind === 'twice') return invalidInput('body', subject, 'This may stand once only in an object.');
  if (kind === 'deep')
    return invalidInput('body', '', `Lists and objects may be ${String(mostDepth)} deep at most.`);
  if (kind === 'number') return invalidInput('body', '', `The number ${subject} is too large or too long.`);
  if (kind === 'syntax') return notJson();
  const most = mostValues.toLocaleString('en');
  return new ConsoleError('too-large', `A body may have ${most} values at most. Nothing was changed.`);
}

function notJson(): ConsoleError {
  return new ConsoleError('invalid-request', 'The body is not JSON. Nothing was changed.', {
    errors: [{ path: '', message: 'The body is not JSON.' }],
  });
}

function tooLarge(mostBytes: number): ConsoleError {
  return new ConsoleError(
    'too-large',
    `A body may have ${String(mostBytes)} bytes at most here. Nothing was changed.`,
  );
}
