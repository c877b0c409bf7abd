import 'server-only';
import type { z } from 'zod';
import { ConsoleError } from '@/lib/server/console-error';

/** Largest request body in bytes. */
const mostBodyBytes = 64 * 1024;

/** A query as a record; a name that occurs more than once has all its values. */
export function queryRecord(search: URLSearchParams): Record<string, string | string[]> {
  const record: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>; // no prototype: names come from outside
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name);
    record[name] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return record;
}

/**
 * Parses with a strict schema.
 * @throws ConsoleError `invalid-request` whose `errors` name each faulty place.
 */
export function parseInput<T>(schema: z.ZodType<T>, value: unknown, where: 'query' | 'body'): T {
  const parsed = schema.safeParse(value);
  // zod passes over this one name without a word, and a strict body has no room for it.
  const smuggled = typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__');
  if (parsed.success && !smuggled) return parsed.data;
  const issues = parsed.error?.issues ?? [
    { code: 'unrecognized_keys' as const, keys: ['__proto__'], path: [] },
  ];
  const errors = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key].join('.'),
          message: 'This name is not known here.',
        }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  );
  const names = errors
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
    .join(' · ');
  throw new ConsoleError(
    'invalid-request',
    `The ${where} is not valid. ${names} Nothing was changed or sent.`,
    { errors },
  );
}

/**
 * Reads a JSON body of bounded size.
 * @throws ConsoleError `unsupported-media-type`, `too-large` or `invalid-request`.
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  const mediaType = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw new ConsoleError(
      'unsupported-media-type',
      'Send the body as application/json. Nothing was changed.',
    );
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    const bytes = chunk as Uint8Array; // what a request's body stream carries
    size += bytes.length;
    if (size > mostBodyBytes) {
      throw new ConsoleError(
        'too-large',
        `A body may have ${String(mostBodyBytes)} bytes at most. Nothing was changed.`,
      );
    }
    chunks.push(bytes);
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw new ConsoleError('invalid-request', 'The body is not JSON. Nothing was changed.', {
      errors: [{ path: '', message: 'The body is not JSON.' }],
    });
  }
}
