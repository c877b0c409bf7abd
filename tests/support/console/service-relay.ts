import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A way to a service that a test may change on the way back. */
export interface ServiceRelay {
  url: string;
  /** Changes the text of `$metadata`; nothing unless set. */
  metadata: (text: string) => string;
  close: () => void;
}

/** Passes requests on to a service, byte for byte but for its `$metadata`; what breaks there breaks here. */
export async function startServiceRelay(service: string): Promise<ServiceRelay> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    const onward = request(new URL(url, service), { method, headers, agent: false }, (answer) => {
      answer.on('error', () => outgoing.destroy());
      if (!url.endsWith('$metadata')) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        return;
      }
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => {
        outgoing.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/xml' });
        outgoing.end(relay.metadata(text));
      });
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a listening server has one
  const relay: ServiceRelay = {
    url: `http://127.0.0.1:${String(port)}`,
    metadata: (text) => text,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return relay;
}
