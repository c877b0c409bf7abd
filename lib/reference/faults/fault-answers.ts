import { gzipSync } from 'node:zlib';
import { type Answer, odataAnswer } from '@/lib/reference/http/answer';
import { errorBody, type ServiceCode } from '@/lib/reference/http/error-body';
import { peekChange } from '@/lib/reference/odata/post-access';
import type { Fault } from './faults';

const MEANINGS: Readonly<Record<number, readonly [ServiceCode, string]>> = {
  400: ['BadRequest', 'The filter or paging of this request is not valid.'],
  401: ['Authentication_InvalidCredentials', 'The server has rejected the client credentials.'],
  403: ['Authorization_RequestDenied', 'The caller lacks a permission for this request.'],
  404: ['BadRequest_ResourceNotFound', 'Resource not found for this segment.'],
  408: ['Internal_RequestTimeout', 'The request took longer than eight minutes.'],
  409: ['Request_EntityChanged', 'Another user has changed this record.'],
  429: ['Application_TooManyRequests', 'Too many requests reached the server. Please retry later.'],
  500: ['Internal_ServerError', 'The server failed while it worked on the request.'],
  502: ['Internal_BadGateway', 'The gateway got no valid answer.'],
  503: ['Internal_ServiceUnavailable', 'The service is not available at the moment.'],
  504: ['Internal_GatewayTimeout', 'The operation took longer than ten minutes.'],
};

function retryAfterText(value: number | string | undefined): string | null {
  if (value === undefined || value === 'none') return null;
  if (value === 'absurd') return '99999999999999999999';
  if (typeof value === 'number') return String(value);
  return new Date(Date.now() + Number(value.replace('date:', '')) * 1000).toUTCString();
}

/** The request that a fault meets, as far as its answer speaks of it. */
interface MetRequest {
  method: string;
  body: string;
}

function defaultSentence(status: number, sentence: string, request: MetRequest): string {
  if (status !== 400 || request.method !== 'POST') return sentence;
  const change = peekChange(request.body);
  if (change === null) return 'The record is blocked and cannot be changed.';
  return `The ${change.recordType} ${change.recordId} does not allow changes because it is blocked.`;
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function statusAnswer(fault: Fault, request: MetRequest): Answer {
  const status = fault.status ?? 500;
  const [code, sentence] = MEANINGS[status] ?? ['Internal_ServerError', 'The server failed.'];
  const message = fault.message ?? defaultSentence(status, sentence, request);
  // A tester's own message goes out as it is, be it good markup or not.
  const marked = fault.message ?? escapeMarkup(message);
  const headers: Record<string, string> = {};
  const wait = retryAfterText(fault.retryAfter);
  if (wait !== null) headers['retry-after'] = wait;
  // Guarantee: the tester may ask for any code; it is only written into the body.
  const used = (fault.code ?? code) as ServiceCode;
  switch (fault.body ?? 'json') {
    case 'json':
      return odataAnswer(status, errorBody(used, message), headers);
    case 'xml':
      return typed(
        status,
        'application/xml',
        headers,
        `<?xml version="1.0"?><error><code>${used}</code><message>${marked}</message></error>`,
      );
    case 'html':
      return typed(
        status,
        'text/html',
        headers,
        `<!DOCTYPE html><html><head><title>${status}</title></head><body><h1>${marked}</h1></body></html>`,
      );
    case 'plain':
      return typed(status, 'text/plain', headers, message);
    case 'empty':
      return { status, headers, body: '' };
  }
}

function typed(status: number, type: string, headers: Record<string, string>, body: string | Buffer): Answer {
  return { status, headers: { ...headers, 'content-type': `${type}; charset=utf-8` }, body };
}

const LINE_START = '{"JournalTemplateName":"ITEM","JournalBatchName":"DEFAULT"';
/** Amounts of more digits than a double has; together 1.5. */
const LONG_DECIMALS = ['12345678901234567.89', '-12345678901234567.7912345678', '1.4012345678'];

function wrongJson(variant: string | undefined): string {
  const row = { BssiMasterRecordType: 'Customer', BssiMasterRecordID: '10000', BssiEntityID: '100' };
  switch (variant) {
    case 'number':
      return '42';
    case 'types':
      return JSON.stringify({ value: [{ ...row, BssiAccessible: 'yes', LineNo: 'one', Quantity: {} }] });
    case 'nullRow':
      return '{"value":[null]}';
    case 'twice':
      return `{"value":[${JSON.stringify({ ...row, BssiAccessible: true }).replace('}', ',"BssiAccessible":false}')}]}`;
    case 'deep':
      return '['.repeat(26_000_000);
    case 'infinite':
      return `{"value":[${LINE_START},"LineNo":10000,"Amount":1e400}]}`;
    case 'longId':
      return JSON.stringify({ value: [{ ...row, BssiEntityID: '1'.repeat(2_000), BssiAccessible: true }] });
    case 'longDecimals':
      return `{"value":[${LONG_DECIMALS.map((amount, at) => `${LINE_START},"LineNo":${at + 1},"ItemNo":"1000","Amount":${amount}}`).join()}]}`;
    default:
      return '{"result":{"rows":12}}';
  }
}

const DTD_BOMB = `<?xml version="1.0"?><!DOCTYPE edmx [<!ENTITY a "aaaaaaaaaa">${Array.from(
  { length: 12 },
  (_none, n) => {
    const before = String.fromCharCode(97 + n);
    return `<!ENTITY ${String.fromCharCode(98 + n)} "${`&${before};`.repeat(10)}">`;
  },
).join('')}]><edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">&m;</edmx:Edmx>`;

function* endlessRows(): Generator<string> {
  yield '{"value":[{"n":0}';
  const chunk =
    ',{"BssiMasterRecordType":"Customer","BssiMasterRecordID":"10000","BssiEntityID":"100","BssiAccessible":true}'.repeat(
      600,
    );
  for (;;) yield chunk;
}

function* bomb(megabytes: number): Generator<Buffer> {
  // Gzip members may follow one another; each of these unfolds to 16 MB of blanks.
  yield gzipSync('{"value":[');
  const member = gzipSync(Buffer.alloc(16 * 1_048_576, 0x20));
  for (let done = 0; done < megabytes; done += 16) yield member;
  yield gzipSync(']}');
}

/** The whole answer that a fault puts in place of the real one; null when the real one goes on. */
export function answerOfFault(fault: Fault, foreignOrigin: string, request: MetRequest): Answer | null {
  switch (fault.kind) {
    case 'status':
      return statusAnswer(fault, request);
    case 'html200':
      return typed(
        200,
        'text/html',
        {},
        '<!DOCTYPE html><html><head><title>Sign in</title></head><body>Please sign in.</body></html>',
      );
    case 'empty200':
      return odataAnswer(200, '');
    case 'wrongJson':
      return odataAnswer(200, wrongJson(fault.variant));
    case 'badUtf8':
      return odataAnswer(
        200,
        Buffer.concat([
          Buffer.from('{"value":[{"BssiMasterRecordType":"'),
          Buffer.from([0xff, 0xc3, 0x28]),
          Buffer.from('"}]}'),
        ]),
      );
    case 'protoKeys':
      return odataAnswer(
        200,
        '{"__proto__":{"polluted":true},"value":[{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"BssiMasterRecordType":"Customer","BssiMasterRecordID":"10000","BssiEntityID":"100","BssiAccessible":true}]}',
      );
    case 'dtdBomb':
      return typed(200, 'application/xml', {}, DTD_BOMB);
    case 'vanish':
      return odataAnswer(404, errorBody('BadRequest_NotFound', 'No extension answers at this address.'));
    case 'redirect':
      return { status: 302, headers: { location: fault.location ?? `${foreignOrigin}/elsewhere` }, body: '' };
    case 'hugeBody':
      return odataAnswer(200, endlessRows());
    case 'gzipBomb':
      return odataAnswer(200, bomb(fault.megabytes ?? 4096), { 'content-encoding': 'gzip' });
    default:
      return null;
  }
}
