import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { credentialsOf } from '@/lib/server/upstream/transport/token';

it('a sign-in service that never answers is given up in time, though memory is collected meanwhile', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a listening server has one
  const credentials = credentialsOf(
    {
      mode: 'client-credentials',
      tokenUrl: `http://127.0.0.1:${String(port)}/token`,
      ...{ clientId: 'console', clientSecret: 'a secret', scope: 'any' },
    },
    { monotonic: () => performance.now(), sleep: () => Promise.resolve(), random: () => 0 },
    500,
  );
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // as the flag says
  const collecting = setInterval(collect, 50);
  try {
    const tried = credentials.renew(new AbortController().signal).then(
      () => 'issued',
      () => 'given up',
    );
    const late = new Promise((resolve) => setTimeout(resolve, 5_000, 'late'));
    expect(await Promise.race([tried, late])).toBe('given up');
  } finally {
    clearInterval(collecting);
    await credentials.close();
    server.close();
  }
});
