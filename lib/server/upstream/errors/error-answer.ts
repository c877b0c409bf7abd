import 'server-only';
import type { ErrorCode } from '@/lib/contract/error-codes';
import { UpstreamError } from './upstream-error';
import { correlationIdIn, plainMessage } from './user-message';

/** An answer other than 2xx. `body` is text, cut at 1 MB. */
export interface ErrorAnswer {
  status: number;
  body: string;
  serviceRequestId: string | null;
  retryAfterMs: number | null;
  /** The action, as it follows "does not let the console’s user". */
  asked: string;
}

export interface ErrorBody {
  serviceCode: string | null;
  message: string | null;
}

/** Reads code and message from a JSON, XML or plain body; both are null for HTML. */
export function readErrorBody(body: string): ErrorBody {
  const text = body.trim();
  if (text.startsWith('{')) return fromJson(text) ?? { serviceCode: null, message: null };
  if (text.startsWith('<'))
    return /<(!doctype\s+)?html/i.test(text)
      ? { serviceCode: null, message: null }
      : { serviceCode: xmlText(text, 'code'), message: xmlText(text, 'message') };
  return { serviceCode: null, message: text === '' ? null : text };
}

function fromJson(text: string): ErrorBody | null {
  try {
    // JSON.parse gives any; every member is checked before use.
    const parsed = JSON.parse(text) as { error?: unknown } | null;
    const error: { code?: unknown; message?: unknown } | null =
      typeof parsed?.error === 'object' ? parsed.error : null;
    return { serviceCode: textOf(error?.code), message: textOf(error?.message) };
  } catch {
    return null;
  }
}

// OData v2/v3 nests the text: {"message":{"lang":"en","value":"…"}}.
function textOf(value: unknown): string | null {
  if (typeof value === 'object' && value !== null && 'value' in value) return textOf(value.value);
  return typeof value === 'string' && value !== '' ? value : null;
}

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

// A full XML parser would expand entities and read DTDs.
function xmlText(text: string, name: 'code' | 'message'): string | null {
  const found = new RegExp(`<(?:[a-z]+:)?${name}\\b[^>]{0,200}>([^<]{0,10000})<`, 'i')
    .exec(text)?.[1]
    ?.trim();
  return found ? found.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => entities[entity] ?? entity) : null;
}

const byServiceCode: readonly (readonly [RegExp, ErrorCode])[] = [
  [/^(Authentication_|Unauthorized$)/, 'service-refused-credentials'],
  [/^Authorization_/, 'service-forbidden'],
  [/^(BadRequest_(NotFound|ResourceNotFound)|Internal_CompanyNotFound)$/, 'service-not-found'],
  [/^Application_TooManyRequests$/, 'service-throttled'],
  [
    /^(BadRequest|Application_|Request_EntityChanged|Internal_(InvalidTableRelation|EntityWithSameKeyExists))/,
    'rejected',
  ],
];

function byStatus(status: number): ErrorCode {
  if (status === 401) return 'service-refused-credentials';
  if (status === 403) return 'service-forbidden';
  if (status === 404 || status === 410) return 'service-not-found';
  if (status === 408 || status === 504) return 'service-timeout';
  if (status === 429) return 'service-throttled';
  if (status === 501 || (status >= 400 && status < 500)) return 'rejected';
  if (status >= 300 && status < 400) return 'service-malformed';
  return 'service-unavailable';
}

export function codeOf(status: number, serviceCode: string | null): ErrorCode {
  if (serviceCode !== null)
    for (const [pattern, code] of byServiceCode) if (pattern.test(serviceCode)) return code;
  return byStatus(status);
}

const fixedMessages: Partial<Record<ErrorCode, string>> = {
  'service-refused-credentials':
    'The service refused the console’s credentials. Check the user, key or app registration in the settings of this connection.',
  'service-throttled':
    'The service has had too many requests from this user and asks to wait. Try again later.',
};

function userMessageFor(
  code: ErrorCode,
  { status, asked }: ErrorAnswer,
  said: string,
  serviceCode: string | null,
): string {
  const fixed = fixedMessages[code];
  if (fixed !== undefined) return fixed;
  if (code === 'service-forbidden')
    return `The service does not let the console’s user ${asked}. The user needs the permission sets BSSI MEM and BSSI MONETIZATION and an entry in the MEM licence.${itSaid(said)}`;
  if (status >= 300 && status < 400)
    return 'The service answered with a redirect to another address, which the console does not follow. Check the base address in the settings of this connection.';
  if (code === 'service-not-found') return `${notFoundMessage(serviceCode)}${itSaid(said)}`;
  if (code === 'service-timeout')
    return 'The request took longer than the service allows (8 to 10 minutes). Narrow the request; repeating it unchanged will not help.';
  if (code === 'rejected')
    return said === ''
      ? `The service refused the request (status ${status}) and gave no reason.`
      : `The service refused the request: ${said}`;
  return `The service could not answer (status ${status}).${itSaid(said)}`;
}

/** What the service said, as a sentence: the page may go on after it. */
function itSaid(said: string): string {
  return said === '' ? '' : ` It said: ${/[.!?]$/.test(said) ? said : `${said}.`}`;
}

function notFoundMessage(serviceCode: string | null): string {
  if (serviceCode === 'Internal_CompanyNotFound')
    return 'The service does not know the company of this connection.';
  return 'The service does not know this address. The MEM extension may be missing there, or the environment, company or publisher in the settings is wrong.';
}

// The service refuses a POST with these statuses before it runs any code.
const neverExecuted = (status: number): boolean =>
  status === 501 || (status >= 400 && status < 500 && status !== 408);

/** The typed error for an answer other than 2xx, without any of the `secrets`. */
export function errorFromAnswer(answer: ErrorAnswer, secrets: readonly string[]): UpstreamError {
  const { serviceCode, message } = readErrorBody(answer.body);
  const code = codeOf(answer.status, serviceCode);
  return new UpstreamError({
    kind: 'http',
    code,
    status: answer.status,
    serviceCode: serviceCode === null ? null : plainMessage(serviceCode, secrets).slice(0, 100),
    userMessage: userMessageFor(code, answer, plainMessage(message ?? '', secrets), serviceCode),
    correlationId: correlationIdIn(answer.body.slice(0, 20_000)),
    serviceRequestId: answer.serviceRequestId,
    executed: neverExecuted(answer.status) ? 'no' : 'unknown',
    retryAfterMs: answer.retryAfterMs,
  });
}
