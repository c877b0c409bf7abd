import { expect, it } from 'vitest';
import type { UpstreamLogEntry } from '@/lib/server/upstream/transport/sender';
import { Metrics, routeOf } from '@/lib/server/telemetry/metrics';

it.each([
  ['/api/changes/8efe63cf-35e0-4bc8-b8ed-4a7c16bd9d0c/undo', 202, '/api/changes/[id]/undo'],
  ['/api/access/matrix', 200, '/api/access/matrix'],
  ['/_next/static/chunks/0dn8b1dp_rkir.js', 200, '/_next/…'],
  ['/wp-login.php', 404, 'unknown'],
  ['/', 200, '/'],
])('the route of %s with %i is %s', (path, status, route) => {
  expect(routeOf(path, status)).toBe(route);
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
