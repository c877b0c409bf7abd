import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { certificateEnd } from '@/lib/server/upstream/transport/reach';

it('a handshake that never ends is given up in time, though memory is collected meanwhile', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a listening server has one
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // as the flag says
  const collecting = setInterval(collect, 50);
  try {
    const leaving = new AbortController();
    const tried = certificateEnd(new URL(`https://127.0.0.1:${String(port)}`), leaving.signal, 500).then(
      () => 'opened',
      () => 'given up',
    );
    const late = new Promise((resolve) => setTimeout(resolve, 5_000, 'late'));
    expect(await Promise.race([tried, late])).toBe('given up');
    leaving.abort();
  } finally {
    clearInterval(collecting);
    server.close();
  }
});
