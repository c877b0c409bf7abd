import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A network between the console and a server, which a test can break. */
export interface TcpRelay {
  port: number;
  /** Breaks every connection; new ones are passed on again. */
  cut: () => void;
  /** From now on swallows all bytes in both directions without closing anything, as a dead network does. */
  freeze: () => void;
  /** Passes on again, but breaks what was open while it froze. */
  thaw: () => void;
  close: () => Promise<void>;
}

/** Listens on loopback and passes everything on to the host and port of `url`. */
export async function relayTo(url: string): Promise<TcpRelay> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createServer((near) => {
    const far = connect(Number(port === '' ? 5432 : port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (!frozen) to.write(bytes);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        if (!frozen) to.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cut,
    freeze: () => {
      frozen = true;
    },
    thaw: () => {
      cut();
      frozen = false;
    },
    close: async () => {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}
