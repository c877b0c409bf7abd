import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service whose every answer has one and the same row, and a link to a page that was not asked for yet. */
export interface EndlessService {
  baseUrl: string;
  /** Pages asked for so far. */
  asked: () => number;
  close: () => Promise<void>;
}

/** Starts one on a free port of the loopback. */
export async function startEndlessService(row: Record<string, unknown>): Promise<EndlessService> {
  let asked = 0;
  const server = createServer((request, response) => {
    const link = new URL(request.url ?? '', `http://${request.headers.host ?? ''}`);
    link.searchParams.set('$skiptoken', String(++asked));
    response.end(JSON.stringify({ value: [row], '@odata.nextLink': link.href }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a listening TCP server has one
  return {
    baseUrl: `http://127.0.0.1:${String(port)}`,
    asked: () => asked,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
