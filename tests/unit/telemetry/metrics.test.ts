import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { UpstreamLogEntry } from '@/lib/server/upstream/transport/sender';
import { Metrics } from '@/lib/server/telemetry/metrics';
import { routeOf, routes } from '@/lib/server/telemetry/routes';

it.each([
  ['/api/changes/8efe63cf-35e0-4bc8-b8ed-4a7c16bd9d0c/undo', '/api/changes/[id]/undo'],
  ['/api/changes/made-up', '/api/changes/[id]'],
  ['/api/changes/history', '/api/changes/history'],
  ['/api/access/matrix', '/api/access/matrix'],
  ['/_next/static/chunks/0dn8b1dp_rkir.js', '/_next/…'],
  ['/wp-login.php', 'unknown'],
  ['/made-up/', 'unknown'],
  ['/', '/'],
])('the route of %s is %s', (path, route) => {
  expect(routeOf(path)).toBe(route);
});

it('paths that a stranger makes up are one route each time, whatever the answer', async () => {
  const metrics = new Metrics();
  for (let at = 0; at < 50; at++)
    for (const [path, status] of [
      [`/api/changes/${String(at)}`, 401],
      [`/${String(at)}/`, 308],
      [`/sign-in/${String(at)}`, 404],
    ] as const)
      metrics.noteRequest(path, 'GET', status, 1);
  const counts = (await metrics.registry.metrics()).match(/^mem_http_request_seconds_count.*$/gm);
  expect(counts).toEqual([
    'mem_http_request_seconds_count{route="/api/changes/[id]",method="GET",status="401"} 50',
    'mem_http_request_seconds_count{route="unknown",method="GET",status="308"} 50',
    'mem_http_request_seconds_count{route="unknown",method="GET",status="404"} 50',
  ]);
});

it('each page and route of the app is known by its name', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' });
  const found = files.flatMap((file) => {
    const path = /^(.*?)\/?(?:page\.tsx|route\.ts)$/.exec(file)?.[1];
    if (path === undefined || path.includes('[[')) return [];
    const parts = path.split('/').filter((part) => part !== '' && !part.startsWith('('));
    return `/${parts.map((part) => (part.startsWith('[') ? '[id]' : part)).join('/')}`;
  });
  expect([...routes].sort()).toEqual(found.sort());
});

it('a request to the service counts by what came of it', async () => {
  const metrics = new Metrics();
  const entry: Omit<UpstreamLogEntry, 'status' | 'code'> = {
    ...{ connection: 'default', method: 'GET' as const, resource: 'security' as const, attempt: 1, bytes: 1 },
    ...{ requestId: null, serviceRequestId: null, correlationId: null, durationMs: 20, waitedMs: 5 },
  };
  metrics.noteServiceRequest({ ...entry, status: 200, code: null });
  metrics.noteServiceRequest({ ...entry, status: 503, code: 'service-unavailable' });
  metrics.noteServiceRequest({ ...entry, status: null, code: null });
  const text = await metrics.registry.metrics();
  for (const result of ['ok', 'service-unavailable', 'aborted'])
    expect(text).toContain(
      `mem_service_request_seconds_count{connection="default",resource="security",method="GET",result="${result}"} 1`,
    );
});
