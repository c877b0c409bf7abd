import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startConsole } from '@/tests/support/console/console-process';
import { ask, json } from '@/tests/support/console/raw-request';
import { startService } from '@/tests/support/console/reference-service';
import { writeSession } from '@/tests/support/console/written-session';

/* Traces of a console, as an OTLP receiver on loopback gets them. */

const password = 'canary-trace-password-41c7';
const receiverKey = 'canary-receiver-key-93fa';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
}

/** Takes what a console sends, and keeps the spans, all it was sent, and the key that came with it. */
async function startReceiver() {
  const received = { url: '', spans: [] as Span[], text: '', keys: new Set<unknown>() };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      type Sent = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
      const { resourceSpans } = JSON.parse(body) as Sent; // as OTLP defines it
      received.spans.push(...resourceSpans.flatMap((one) => one.scopeSpans.flatMap(({ spans }) => spans)));
      received.text += body;
      received.keys.add(`${request.url ?? ''} ${String(request.headers['x-key'])}`);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo; // a listening server has one
  received.url = `http://127.0.0.1:${String(port)}`;
  return received;
}

it('a request, its verb, its statements and its requests to the service are one trace, without a secret or a filter', async () => {
  const receiver = await startReceiver();
  const service = await startService({
    size: 'records=60,entities=6,lines=60',
    auth: { mode: 'basic', username: 'console', password },
  });
  onTestFinished(() => service.reference.close());
  const { baseUrl, tenantId, environment, companyId, publisher } = service.reference;
  const running = await startConsole({
    ...{ MEM_BASE_URL: baseUrl, MEM_TENANT_ID: tenantId, MEM_ENVIRONMENT: environment },
    ...{ MEM_COMPANY_ID: companyId, MEM_PUBLISHER: publisher, SIGN_IN: 'demo' },
    ...{ MEM_AUTH: 'basic', MEM_USERNAME: 'console', MEM_PASSWORD: password },
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: `x-key=${receiverKey}`,
  });
  onTestFinished(() => running.stop());
  const { cookie } = writeSession(running, 'demo', ['security-administrator']);
  const caller = { trace: 'aaaabbbbccccddddaaaabbbbccccdddd', span: '1234567890abcdef' };
  const { expected: _, ...cell } = service.one();
  const switched = await ask(running.url, '/api/access', {
    method: 'POST',
    headers: { ...json, cookie, origin: running.url, traceparent: `00-${caller.trace}-${caller.span}-01` },
    body: JSON.stringify(cell),
  });
  expect(switched.status).toBe(200);
  const filters = ['canary-filter-7d1e', 'canary-search-52ab', 'canary-record-08cd'];
  for (const path of [
    `/journal?q=${filters[0] ?? ''}`,
    `/api/journal?q=${filters[1] ?? ''}`,
    `/api/access?recordType=Customer&recordId=${filters[2] ?? ''}&entityId=100`,
    '/api/health',
  ])
    await ask(running.url, path, { headers: { cookie } });
  await running.stop(); // sends what is left

  const { spans, text, keys } = receiver;
  expect([...keys]).toEqual([`/v1/traces ${receiverKey}`]);
  const of = spans.filter(({ traceId }) => traceId === caller.trace);
  const named = (name: string) => of.find((span) => span.name === name);
  const request = named('POST /api/access');
  expect(request?.parentSpanId).toBe(caller.span);
  const verb = named('verb POST /api/access');
  expect(verb?.parentSpanId).toBe(request?.spanId);
  for (const name of ['insert ledger_entry', 'POST security', 'GET security'])
    expect(named(name)?.parentSpanId, name).toBe(verb?.spanId);
  expect(spans.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['GET /journal', 'verb GET /api/journal']),
  );
  expect(spans.filter(({ name }) => name.includes('health'))).toEqual([]);
  expect(text).toContain('"mem.request_id"');
  const session = cookie.split('=')[1] ?? '';
  const inBasic = Buffer.from(`console:${password}`).toString('base64');
  for (const secret of [password, inBasic, receiverKey, session, ...filters])
    expect(text).not.toContain(secret);
  expect(running.output()).not.toContain(receiverKey);
  expect(running.output()).not.toContain(password);
});
