import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
}

/** How a receiver answers: a status, or as a hostile one would. */
export type Manner = number | 'hang' | 'garbage' | 'endless' | 'close' | 'redirect';

/** A webhook receiver on loopback. */
export interface WebhookReceiver {
  url: string;
  received: Received[];
  /** How it answers from now on. */
  manner: Manner;
  close: () => Promise<void>;
}

export async function startWebhookReceiver(manner: Manner = 200): Promise<WebhookReceiver> {
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => void answer(request, response));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a listening server has one
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${String(port)}`,
    received: [],
    manner,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    receiver.received.push({ path: request.url ?? '', headers: request.headers, text });
    const { manner: how } = receiver;
    if (typeof how === 'number') response.writeHead(how).end('ok');
    else if (how === 'redirect') response.writeHead(307, { location: `${receiver.url}/elsewhere` }).end();
    else if (how === 'garbage') request.socket.end('220 this is no HTTP\r\n\r\n');
    else if (how === 'close') request.socket.destroy();
    else if (how === 'endless') {
      response.writeHead(200);
      const more = (): void => void (response.destroyed || response.write(Buffer.alloc(65_536), more));
      more();
    }
  }

  return receiver;
}
