import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { problemSchema } from '@/lib/contract/errors';
import { freePort, type ConsoleProcess } from '@/tests/support/console/console-process';
import { ask, problemIn } from '@/tests/support/console/raw-request';
import { behindProxy, sharedConsole } from '@/tests/support/console/shared-console';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

let running: ConsoleProcess;
let script = '';

beforeAll(async () => {
  running = await sharedConsole(behindProxy);
  const { text } = await ask(running.url, '/sign-in');
  script = /\/_next\/static\/[^"]+\.js/.exec(text)?.[0] ?? '';
});
/** The bytes of an answer as they came over the wire. */
async function bytesOf(path: string, headers: Record<string, string>) {
  const outgoing = request(running.url + path, { headers }).end();
  const [response] = (await once(outgoing, 'response')) as [NodeJS.ReadableStream & { headers: object }]; // what the event carries
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(Buffer.from(chunk));
  return { headers: response.headers, body: Buffer.concat(chunks) };
}

it('keeps a connection longer than a proxy does, which would send its next request by it', async () => {
  const { headers } = await bytesOf('/api/health', { connection: 'keep-alive' });
  expect(headers).toMatchObject({ 'keep-alive': 'timeout=75' });
});

describe('a file of the build', () => {
  const plain = (): Buffer => readFileSync(join('.next', script.slice('/_next/'.length)));

  it('comes as it was packed at the build, for ever, in what the browser takes', async () => {
    const kinds: [string, string | undefined, (body: Buffer) => Buffer][] = [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip, deflate', 'gzip', gunzipSync],
      ['identity', undefined, (body) => body],
    ];
    for (const [accept, encoding, unpacked] of kinds) {
      const { headers, body } = await bytesOf(script, { 'accept-encoding': accept });
      expect(headers, accept).toMatchObject({
        'cache-control': 'public,max-age=31536000,immutable',
        'content-type': 'text/javascript',
        'content-length': String(body.length),
        vary: 'Accept-Encoding',
      });
      expect((headers as Record<string, unknown>)['content-encoding'], accept).toBe(encoding);
      expect(unpacked(body).equals(plain()), accept).toBe(true);
      if (encoding !== undefined) expect(body.length).toBeLessThan(plain().length / 2);
    }
  });

  it('is not sent again to who has it', async () => {
    const etag = String((await ask(running.url, script)).headers.etag);
    const again = await ask(running.url, script, { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('comes in part where one plain range is asked for, else whole', async () => {
    const size = plain().length;
    const ask206 = async (range: string) => ask(running.url, script, { headers: { range } });
    const part = await ask206('bytes=2-5');
    expect([part.status, part.headers['content-range'], part.text]).toEqual([
      206,
      `bytes 2-5/${String(size)}`,
      plain().subarray(2, 6).toString(),
    ]);
    expect((await ask206(`bytes=${String(size - 3)}-`)).text).toBe(plain().subarray(-3).toString());
    expect((await ask206(`bytes=${String(size)}-`)).status).toBe(416);
    for (const odd of ['bytes=-5', 'bytes=5-2', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=a-b', ''])
      expect((await ask206(odd)).headers['content-length'], odd).toBe(String(size));
  });

  it('lies in the folder of static files', async () => {
    for (const path of [
      '../BUILD_ID',
      '%2e%2e/BUILD_ID',
      '..%2fBUILD_ID',
      '%2e%2e%2f%2e%2e%2fpackage.json',
      '',
    ])
      expect((await ask(running.url, `/_next/static/${path}`)).status, path).not.toBe(200);
  });
});

it('a connection that wants to become another protocol is closed', async () => {
  const { hostname, port } = new URL(running.url);
  for (const path of ['/nowhere', '/access', '/_next/hmr']) {
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    const ended = once(socket, 'close');
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    await ended; // the test's own limit is the judge
  }
});

it('what is no HTTP is refused in words, with the headers of every answer', async () => {
  const { hostname, port } = new URL(running.url);
  const sends = async (bytes: string): Promise<string> => {
    const socket = connect(Number(port), hostname).setEncoding('utf8');
    onTestFinished(() => void socket.destroy());
    let answer = '';
    socket.on('data', (text: string) => (answer += text));
    const ended = once(socket, 'close');
    socket.write(bytes);
    await ended;
    return answer;
  };
  const host = `Host: ${hostname}\r\n`;
  const long = `X-Long: ${'x'.repeat(40_000)}\r\n`;
  for (const [bytes, status] of [
    ['NONSENSE\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\n${host}bad header\r\n\r\n`, 400],
    [`GET / HTTP/1.1\r\n${host}${long}\r\n`, 431],
  ] as const) {
    const [head = '', body = ''] = (await sends(bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${String(status)} `));
    const requestId = /^X-Request-Id: (.+)$/m.exec(head)?.[1];
    for (const line of ['Content-Type: application/problem+json', 'X-Content-Type-Options: nosniff'])
      expect(head).toContain(line);
    const problem = problemSchema.parse(JSON.parse(body));
    expect(problem).toMatchObject({ code: 'invalid-request', status, requestId });
  }
});

it('a page is drawn in the first language of its browser and the time zone that it has noted', async () => {
  const drawn = async (headers: Record<string, string>) => {
    const { text } = await ask(running.url, '/sign-in', { headers });
    return /<html[^>]*>/.exec(text)?.[0] ?? '';
  };
  const cookie = 'mem-reader=Asia%2FTokyo';
  const noted = await drawn({ cookie, 'accept-language': 'de-CH,fr' });
  expect(noted).toContain('data-locale="de-CH"');
  expect(noted).toContain('data-time-zone="Asia/Tokyo"');
  for (const [language, locale] of [
    ['*', 'en'],
    ['ko-KR', 'en'],
    ['fr-FR,en', 'fr'],
  ] as const)
    // prettier-ignore
    expect(await drawn({ 'accept-language': language })).toContain(`data-locale="${locale}"`);
});

it('started past its own server, the console answers nothing', async () => {
  const port = await freePort();
  const next = resolve('node_modules', 'next', 'dist', 'bin', 'next');
  const child = spawn(
    process.execPath,
    [next, 'start', resolve('.'), '-p', String(port), '-H', '127.0.0.1'],
    {
      cwd: temporaryFolder('mem-past'),
      env: { ...process.env, NODE_ENV: 'production', REFERENCE_SIZE: 'records=60,entities=6,lines=60' },
      stdio: 'ignore',
    },
  );
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const url = `http://127.0.0.1:${String(port)}`;
  await expect.poll(() => fetch(`${url}/api/health`).then(({ status }) => status, () => 0)).toBe(500); // prettier-ignore
  const headers = { 'x-console-entrance': 'guessed' };
  expect(problemIn(await ask(url, '/api/session', { headers })).code).toBe('internal');
  expect((await ask(url, '/sign-in', { headers })).status).toBe(500);
});
