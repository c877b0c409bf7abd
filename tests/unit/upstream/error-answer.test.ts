import { describe, expect, it } from 'vitest';
import { codeOf, errorFromAnswer, readErrorBody } from '@/lib/server/upstream/errors/error-answer';
import { plainMessage, requestIdOf } from '@/lib/server/upstream/errors/user-message';

const correlation = '6a0b6c1d-0000-4000-8000-123456789abc';
const body = (code: string, message: string): string =>
  JSON.stringify({ error: { code, message: `${message}  CorrelationId:  ${correlation}.` } });
const answer = (status: number, text: string) => ({
  status,
  body: text,
  serviceRequestId: 'req-1',
  retryAfterMs: null,
  asked: 'read journal lines',
});

describe('codes', () => {
  it.each([
    [400, 'BadRequest', 'rejected'],
    [500, 'Application_StringExceededLength', 'rejected'],
    [401, 'Authentication_InvalidCredentials', 'service-refused-credentials'],
    [500, 'Unauthorized', 'service-refused-credentials'],
    [400, 'Authorization_RequestDenied', 'service-forbidden'],
    [400, 'BadRequest_ResourceNotFound', 'service-not-found'],
    [400, 'Internal_CompanyNotFound', 'service-not-found'],
    [400, 'Application_TooManyRequests', 'service-throttled'],
    [401, null, 'service-refused-credentials'],
    [403, null, 'service-forbidden'],
    [404, null, 'service-not-found'],
    [408, null, 'service-timeout'],
    [504, null, 'service-timeout'],
    [429, null, 'service-throttled'],
    [415, null, 'rejected'],
    [302, null, 'service-malformed'],
    [500, null, 'service-unavailable'],
    [503, 'Unknown_Code', 'service-unavailable'],
  ] as const)('%i %s is %s', (status, serviceCode, code) => {
    expect(codeOf(status, serviceCode)).toBe(code);
  });
});

describe('bodies', () => {
  it.each([
    [
      'JSON',
      body('BadRequest', 'No.'),
      { serviceCode: 'BadRequest', message: `No.  CorrelationId:  ${correlation}.` },
    ],
    ['older JSON', '{"error":{"code":"X","message":{"lang":"en","value":"No."}}}', { serviceCode: 'X', message: 'No.' }],
    [
      'XML',
      '<?xml version="1.0"?><m:error xmlns:m="x"><m:code>X</m:code><m:message xml:lang="en">A &amp; B &lt;</m:message></m:error>',
      { serviceCode: 'X', message: 'A & B <' },
    ],
    ['HTML', '<!DOCTYPE html><html><title>502</title>', { serviceCode: null, message: null }],
    ['plain text', 'Bad gateway', { serviceCode: null, message: 'Bad gateway' }],
    ['nothing', '', { serviceCode: null, message: null }],
    ['cut JSON', '{"error":{"code":"X', { serviceCode: null, message: null }],
    ['other JSON', '{"error":null}', { serviceCode: null, message: null }],
    ['numbers for texts', '{"error":{"code":1,"message":[]}}', { serviceCode: null, message: null }],
  ])('%s', (_, text, read) => {
    expect(readErrorBody(text)).toEqual(read);
  }); // prettier-ignore
});

describe('errors', () => {
  it('carry sentence, correlation id and request id apart', () => {
    const error = errorFromAnswer(
      answer(
        400,
        body(
          'Internal_InvalidTableRelation',
          "The field 'Entity ID' contains a value ('X') that cannot be found.",
        ),
      ),
      [],
    );
    expect(error).toMatchObject({
      kind: 'http',
      code: 'rejected',
      status: 400,
      serviceCode: 'Internal_InvalidTableRelation',
      userMessage:
        "The service refused the request: The field 'Entity ID' contains a value ('X') that cannot be found.",
      correlationId: correlation,
      serviceRequestId: 'req-1',
      executed: 'no',
    });
  });

  it('name the permission sets and the licence on 403', () => {
    expect(errorFromAnswer(answer(403, ''), []).userMessage).toMatch(
      /BSSI MEM and BSSI MONETIZATION.*licence/,
    );
  });

  it('say that a redirect is not followed', () => {
    expect(errorFromAnswer(answer(307, ''), []).userMessage).toMatch(/redirect.*does not follow/);
  });

  it.each([
    [400, 'no'],
    [429, 'no'],
    [501, 'no'],
    [302, 'unknown'],
    [408, 'unknown'],
    [500, 'unknown'],
  ] as const)('after %i a POST was executed: %s', (status, executed) => {
    expect(errorFromAnswer(answer(status, ''), []).executed).toBe(executed);
  });

  it('never repeat a secret, an address or a control character', () => {
    const said =
      'Token s3cr3t-value\u001b[31m refused\r\nat https://api.example.test/v2.0/x?y=1 \u2028 twice s3cr3t-value \u202e';
    const { userMessage } = errorFromAnswer(answer(400, body('BadRequest', said)), ['s3cr3t-value']);
    expect(userMessage).toBe(
      'The service refused the request: Token [removed] [31m refused at [address] twice [removed]',
    );
  });
});

describe('sentences', () => {
  it('end where what the service said ends', () => {
    const messageOf = (said: string) => errorFromAnswer(answer(503, body('X', said)), []).userMessage;
    expect(messageOf('Service is being updated')).toMatch(/It said: Service is being updated\.$/);
    expect(messageOf('Try again!')).toMatch(/It said: Try again!$/);
  });

  it('are bounded', () => {
    expect(plainMessage('x'.repeat(10_000))).toHaveLength(500);
    expect(plainMessage('x'.repeat(10_000)).endsWith('…')).toBe(true);
    // PostgreSQL refuses half of a pair, which would stop a whole set.
    expect(plainMessage('x'.repeat(498) + '😀'.repeat(9))).not.toMatch(/\p{Surrogate}/u);
    expect(plainMessage('half \ud83d of it, 😀 whole')).toBe('half  of it, 😀 whole');
  });
});

describe('request ids', () => {
  it.each([
    ['6a0b6c1d-0000-4000-8000-123456789abc', '6a0b6c1d-0000-4000-8000-123456789abc'],
    ['x'.repeat(101), null],
    ['a b', null],
    [null, null],
  ])('%s becomes %s', (header, id) => {
    expect(requestIdOf(header)).toBe(id);
  });
});
