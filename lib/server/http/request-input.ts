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
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
    .join(' · ');
  throw new ConsoleError(
    'invalid-request',
    `The ${where} is not valid. ${names} Nothing was changed or sent.`,
    { errors },
  );
}

const kinds: Record<string, string> = {
  string: 'a text',
  boolean: 'true or false',
  number: 'a number',
  object: 'an object',
};

/** A schema's complaint in plain words. */
function wordsOf(issue: z.core.$ZodIssue, input: unknown): string {
  switch (issue.code) {
    case 'invalid_type': {
      const found: unknown = issue.path.reduce<unknown>(
        (value, key) => (value as Record<PropertyKey, unknown>)[key],
        input,
      ); // the path leads through objects that were there
      if (found === undefined) return 'This is missing.';
      if (Array.isArray(found)) return 'This may be given once only.';
      return `This must be ${kinds[issue.expected] ?? issue.expected}.`;
    }
    case 'too_small':
      return issue.origin === 'string'
        ? 'This must not be empty.'
        : `This must be at least ${String(issue.minimum)}.`;
    case 'too_big':
      return issue.origin === 'string'
        ? `This may have ${String(issue.maximum)} characters at most.`
        : `This may be ${String(issue.maximum)} at most.`;
    case 'invalid_value':
      return `This must be one of ${issue.values.map(String).join(', ')}.`;
    default:
      return issue.message.endsWith('.') ? issue.message : `${issue.message}.`;
  }
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
  // Whoever announces too much is not waited for.
  if (Number(request.headers.get('content-length') ?? 0) > mostBodyBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    const bytes = chunk as Uint8Array; // what a request's body stream carries
    size += bytes.length;
    if (size > mostBodyBytes) throw tooLarge();
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

function tooLarge(): ConsoleError {
  return new ConsoleError(
    'too-large',
    `A body may have ${String(mostBodyBytes)} bytes at most. Nothing was changed.`,
  );
}
