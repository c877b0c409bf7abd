import { describe, expect, it } from 'vitest';
import { createLog, secretFields } from '@/lib/server/log';

function listeningLog() {
  const lines: string[] = [];
  return { log: createLog('trace', { write: (line) => void lines.push(line) }), lines };
}

/** Everything some terminal, editor or log collector takes for the end of a line or for a command. */
const forged: [string, string][] = [
  ['LF', '\n'],
  ['CR', '\r'],
  ['CR LF', '\r\n'],
  ['VT', '\u000b'],
  ['FF', '\u000c'],
  ['a colour of ANSI', '\u001b[31m'],
  ['ANSI that clears the screen', '\u001b[2J'],
  ['a title of OSC', '\u001b]0;owned\u0007'],
  ['backspaces', '\b\b\b'],
  ['NUL', '\u0000'],
  ['DEL', '\u007f'],
  ['NEL', '\u0085'],
  ['CSI in one character', '\u009b31m'],
  ['LINE SEPARATOR', '\u2028'],
  ['PARAGRAPH SEPARATOR', '\u2029'],
];

it('a cause stands behind the sentence of its error', () => {
  const { log, lines } = listeningLog();
  const cause = new Error('connect ECONNREFUSED 127.0.0.1:1');
  log.warn({ err: new Error('Nothing listens at its address.', { cause }) }, 'Not read.');
  expect(JSON.parse(lines.join(''))).toMatchObject({
    err: { message: 'Nothing listens at its address. Cause: connect ECONNREFUSED 127.0.0.1:1' },
  });
});

describe('a text from outside', () => {
  it.each(forged)('with %s stays in its line, in whichever field it stands', (_, evil) => {
    const text = `before${evil}{"level":50,"msg":"forged"}`;
    const { log, lines } = listeningLog();
    const error = Object.assign(new Error(text, { cause: new Error(text) }), {
      note: text,
      deep: { note: text },
    });
    log.warn(text);
    log.warn({ path: text, deep: { list: [text, { [text]: text }] } }, 'a message');
    log.warn({ [text]: 1 }, text);
    log.error({ err: error }, text);
    log.error(error);
    log.child({ requestId: text }).info('%s', text);
    expect(lines).toHaveLength(6);
    for (const line of lines) {
      expect(line.endsWith('\n')).toBe(true);
      expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
      expect(line.trim().split(/\r\n|[\n\r\u000b\u000c\u0085\u2028\u2029]/)).toHaveLength(1);
    }
    const read = lines.map((line) => JSON.parse(line) as Record<string, unknown>); // JSON that pino wrote
    expect(read[0]).toMatchObject({ level: 40, msg: text });
    expect(read[1]).toMatchObject({ path: text, deep: { list: [text, { [text]: text }] } });
    expect(read[3]).toMatchObject({ level: 50, err: { message: expect.stringContaining(text) as string } });
    expect(read[5]).toMatchObject({ requestId: text, msg: text });
  });
});

describe('a secret', () => {
  const value = 'CANARY-4711';

  it('is named by each name that one travels under here', () => {
    expect(secretFields).toEqual(
      expect.arrayContaining([
        'authorization', 'cookie', 'set-cookie', 'password', 'token', 'clientSecret', 'access_token', 'refresh_token',
        'id_token', 'code_verifier', 'sessionToken', 'databaseUrl',
      ]),
    ); // prettier-ignore
  });

  it.each(secretFields)('under the name %s is taken out at any depth, and in errors', (name) => {
    const { log, lines } = listeningLog();
    log.info({ a: { b: { c: { d: [[{ e: { [name]: value, kept: 'KEPT' } }]] } } } });
    log.error({
      err: Object.assign(new Error('failed'), {
        a: { b: { c: { [name.toUpperCase()]: value, kept: 'KEPT' } } },
      }),
    });
    for (const line of lines.splice(0)) {
      expect(line).not.toContain(value);
      expect(line).toContain('(secret)');
      expect(line).toContain('KEPT');
    }
    log.info({ [name]: value }, 'a message');
    log.info({ a: { [name]: value } });
    log.info({ a: { b: { [name]: value } } });
    log.error({ err: Object.assign(new Error('failed'), { [name]: value, request: { [name]: value } }) });
    log.child({ [name]: value }).info('by a child');
    log.child({ a: { [name]: value } }).info('by a child');
    expect(lines).toHaveLength(6);
    for (const line of lines) {
      expect(line).not.toContain(value);
      expect(line).toContain('(secret)');
    }
  });

  it('of another kind does not go along by chance: what else stands in the entry is kept', () => {
    const { log, lines } = listeningLog();
    log.info({ password: value, path: '/api/access', tokens: 3 }, 'a message');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      password: '(secret)',
      path: '/api/access',
      tokens: 3,
    });
  });
});
