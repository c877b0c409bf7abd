import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connectionTestSchema } from '@/lib/contract/connections';
import { startReferenceService } from '@/lib/reference/service';
import { connectionSettings } from '@/tests/support/console/connections-file';
import { startConsole } from '@/tests/support/console/console-process';
import { ask } from '@/tests/support/console/raw-request';
import { selfSigned } from '@/tests/support/console/test-certificate';
import { writeSession } from '@/tests/support/console/written-session';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

it('a service whose certificate the operator trusts passes every step of a test', async () => {
  const service = await startReferenceService({ stateFile: null, size: 'records=5,entities=3,lines=5' });
  const pair = selfSigned();
  const server = createServer(pair, (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const onward = request(`${service.baseUrl}${url ?? ''}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  const trusted = join(temporaryFolder('mem-trusted'), 'ca.pem');
  writeFileSync(trusted, pair.cert);
  const place = { ...service, baseUrl: `https://localhost:${String(port)}` };
  const running = await startConsole({
    ...connectionSettings([{ label: 'Encrypted', place }]),
    NODE_EXTRA_CA_CERTS: trusted,
  });
  try {
    const { cookie } = writeSession(running, 'demo', ['auditor']);
    const headers = { cookie, origin: running.url };
    const answer = await ask(running.url, '/api/connections/test', { method: 'POST', headers });
    const { steps } = connectionTestSchema.parse(JSON.parse(answer.text));
    expect(steps.map(({ step, result }) => `${step} ${result}`)).toEqual([
      'address passed',
      'certificate passed',
      'token skipped',
      'metadata passed',
      'assignments passed',
      'lines passed',
    ]);
    expect(steps[1]?.detail).toContain('2120-01-01');
  } finally {
    await running.stop();
    server.closeAllConnections();
    server.close();
    await service.close();
  }
});
