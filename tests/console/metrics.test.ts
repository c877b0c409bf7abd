import { expect, it, onTestFinished } from 'vitest';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { ask, signInFrom } from '@/tests/support/console/raw-request';

const token = 'a-token-for-prometheus';

async function started(settings: Record<string, string> = {}): Promise<ConsoleProcess> {
  const running = await startConsole(settings);
  onTestFinished(() => running.stop());
  return running;
}

const metricsOf = (running: ConsoleProcess, headers: Record<string, string> = {}) =>
  ask(running.url, '/api/metrics', { headers });

it('metrics are for this machine only while no token is set, and not by way of a proxy', async () => {
  const running = await started({ LOG_LEVEL: 'info' });
  expect(running.output()).toMatch(/"version":"[^"]+","commit":.*"The console starts."/);
  const cookie = await signInFrom(running.url, 'security-administrator');
  await ask(running.url, '/api/access/matrix', { headers: { cookie, accept: 'application/json' } });
  const { status, text, headers } = await metricsOf(running);
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(text).toContain(
    'mem_http_request_seconds_count{route="/api/access/matrix",method="GET",status="200"}',
  );
  expect(text).toMatch(/^mem_database_writable 1$/m);
  expect(text).toMatch(/^mem_sessions 1$/m);
  await expect
    .poll(async () => (await metricsOf(running)).text)
    .toMatch(/^mem_service_up\{connection="default"\} 1$/m);
  expect((await metricsOf(running, { 'x-forwarded-for': '10.0.0.9' })).status).toBe(403);
  expect((await metricsOf(running, { forwarded: 'for=10.0.0.9' })).status).toBe(403);
  expect((await metricsOf(running, { 'x-console-here': '1', via: '1.1 proxy' })).status).toBe(403);
});

it('with a token metrics want it, from this machine too, and they hold no id, name or secret', async () => {
  const running = await started({ METRICS_TOKEN: token });
  const cookie = await signInFrom(running.url, 'security-administrator');
  expect((await metricsOf(running)).status).toBe(401);
  expect((await metricsOf(running, { authorization: 'Bearer another-token-for-it' })).status).toBe(401);
  await ask(running.url, '/api/changes/8efe63cf-35e0-4bc8-b8ed-4a7c16bd9d0c', { headers: { cookie } });
  await ask(running.url, '/api/made/up/by/a/stranger', {});
  const { status, text } = await metricsOf(running, { authorization: `Bearer ${token}`, via: '1.1 proxy' });
  expect(status).toBe(200);
  expect(text).toContain('route="unknown"');
  for (const secret of [token, '8efe63cf', 'stranger', cookie.split('=')[1] ?? '?', running.directory])
    expect(text).not.toContain(secret);
});
