import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server as TcpServer, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createUpstream } from '@/lib/server/upstream/client';
import type { Upstream } from '@/lib/server/upstream/client';
import { settingsWith } from '@/tests/unit/upstream/settings';
import { all, failureOf, startStage, watchedLimiter } from './against-reference';

// Answers below the level of the reference service: other encodings, broken HTTP, sockets that end in odd moments.
const servers: (Server | TcpServer)[] = [];
const clients: Upstream[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function portOf(server: Server | TcpServer): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port; // a listening TCP server has one
}

async function clientOf(server: Server | TcpServer, bodyBytes?: number): Promise<Upstream> {
  const baseUrl = `http://127.0.0.1:${await portOf(server)}`;
  const client = createUpstream(settingsWith({ baseUrl, timeoutSeconds: 5, ratePerSecond: 500 }), {
    random: () => 0,
    ...(bodyBytes !== undefined && { bodyBytes }),
  });
  clients.push(client);
  return client;
}

const answering = (
  answer: (request: IncomingMessage, response: ServerResponse, count: number) => void,
): Server => {
  let count = 0;
  return createServer((request, response) => answer(request, response, ++count));
};
const rows = Array.from({ length: 500 }, (_, at) => ({
  BssiMasterRecordType: 'Item',
  BssiMasterRecordID: `I${at}`,
  BssiEntityID: '100',
  BssiAccessible: at % 2 === 0,
}));
const body = JSON.stringify({ value: rows });
const change = { recordType: 'Item', recordId: 'I1', entityId: '100', accessible: true };
const read = async (client: Upstream): Promise<number> =>
  (await all(client.readSecurity({}))).reduce((sum, page) => sum + page.rows.length, 0);

describe('packings', () => {
  it('asked for is gzip, and gzip cut short is asked for again', async () => {
    const packed = gzipSync(body);
    const client = await clientOf(
      answering((request, response, count) => {
        expect(request.headers['accept-encoding']).toBe('gzip');
        response.writeHead(200, { 'content-encoding': 'gzip' });
        response.end(count === 1 ? packed.subarray(0, packed.length - 20) : packed);
      }),
    );
    expect(await read(client)).toBe(500);
  });

  it('of an error body are read, and if broken leave the status its meaning', async () => {
    const error = gzipSync('{"error":{"code":"BadRequest","message":"No."}}');
    const client = await clientOf(
      answering((_, response, count) => {
        response.writeHead(400, { 'content-encoding': 'gzip' });
        response.end(count === 1 ? error : error.subarray(0, 20));
      }),
    );
    expect((await failureOf(read(client))).userMessage).toBe('The service refused the request: No.');
    expect(await failureOf(read(client))).toMatchObject({ code: 'rejected', status: 400, serviceCode: null });
  });
});

describe('error bodies', () => {
  it('without an end are cut and keep their status', async () => {
    const client = await clientOf(
      answering((_, response) => {
        response.writeHead(403, { 'content-type': 'text/plain' });
        const more = (): void =>
          void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more)));
        more();
      }),
    );
    const error = await failureOf(read(client));
    expect(error).toMatchObject({ code: 'service-forbidden', status: 403 });
    expect(error.userMessage.length).toBeLessThan(800);
  });
});

describe('statuses beyond the interface', () => {
  it('202 for a change leaves it unknown', async () => {
    const client = await clientOf(answering((_, response) => response.writeHead(202).end()));
    expect(await failureOf(client.postAccess(change))).toMatchObject({
      status: 202,
      executed: 'unknown',
      code: 'service-malformed',
    });
  });

  it('a redirect is not followed, and no header reaches its target', async () => {
    const reached: string[] = [];
    const target = createServer((request, response) => {
      reached.push(request.url ?? '');
      response.end('{"value":[]}');
    });
    const location = `http://127.0.0.1:${await portOf(target)}/elsewhere`;
    for (const status of [301, 302, 303, 307, 308]) {
      const client = await clientOf(
        answering((_, response) => response.writeHead(status, { location }).end()),
      );
      expect(await failureOf(read(client))).toMatchObject({ status, code: 'service-malformed' });
      expect(await failureOf(client.postAccess(change))).toMatchObject({ status, executed: 'unknown' });
    }
    expect(reached).toEqual([]);
  });

  it('a page linking to another origin sends nothing there', async () => {
    const reached: string[] = [];
    const target = createServer((request, response) => {
      reached.push(request.url ?? '');
      response.end('{"value":[]}');
    });
    const origin = `http://127.0.0.1:${await portOf(target)}`;
    const client = await clientOf(
      answering((request, response) =>
        response.end(JSON.stringify({ value: [], '@odata.nextLink': `${origin}${request.url}` })),
      ),
    );
    expect((await failureOf(read(client))).userMessage).toMatch(/leads outside/);
    expect(reached).toEqual([]);
  });
});

describe('spellings', () => {
  it('the exact assignment wins, wherever it stands among others that differ in case', async () => {
    const [other, exact] = ['i1', 'I1'].map((id) => ({
      value: [{ ...rows[0], BssiMasterRecordID: id, BssiAccessible: id === 'I1' }],
    }));
    const client = await clientOf(
      answering((request, response, count) => {
        const link = { '@odata.nextLink': `http://${request.headers.host}${request.url}&page=2` };
        response.end(JSON.stringify(count === 1 ? { ...other, ...link } : exact));
      }),
    );
    expect(await client.readCell({ recordType: 'Item', recordId: 'I1', entityId: '100' })).toBe(true);
  });
});

describe('pages of many megabytes', () => {
  const large = Array.from({ length: 60_000 }, (_, at) => ({
    ...rows[0],
    ...{ '@odata.etag': `W/"${'x'.repeat(100)}"`, BssiMasterRecordID: `I${at}` },
  }));

  it('come in parts, all of them, and count as one page', async () => {
    const client = await clientOf(
      answering((request, response, count) => {
        const link = { '@odata.nextLink': `http://${request.headers.host}${request.url}?page=2` };
        response.end(JSON.stringify(count === 1 ? { value: large, ...link } : { value: rows }));
      }),
    );
    const parts = await all(client.readSecurity({}));
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.flatMap((part) => part.rows.map((row) => row.BssiMasterRecordID))).toEqual(
      [...large, ...rows].map((row) => row.BssiMasterRecordID),
    );
    expect(new Set(parts.map(({ requestedTick }) => requestedTick)).size).toBe(2);
  });

  it('name a bad row by its place in the page', async () => {
    const client = await clientOf(
      answering((_, response) => response.end(JSON.stringify({ value: [...large, null] }))),
    );
    expect((await failureOf(read(client))).userMessage).toMatch(/^Row 60001 /);
  });

  it('are left where the reader leaves, between two parts', async () => {
    const client = await clientOf(answering((_, response) => response.end(JSON.stringify({ value: large }))));
    const stop = new AbortController();
    const reading = async () => {
      for await (const part of client.readSecurity({}, { signal: stop.signal }))
        stop.abort(new Error(`left after ${part.rows.length > 0}`));
    };
    await expect(reading()).rejects.toThrow('left after true');
  });
});

describe('the memory of answers', () => {
  const mb = 2 ** 20;
  const page = (link?: string): string =>
    JSON.stringify({
      value: rows,
      ...(link !== undefined && { '@odata.nextLink': link }),
      pad: 'x'.repeat(3 * mb),
    });

  it('is bounded for all reads together: what finds no room is asked for again, and then an error', async () => {
    const open: ServerResponse[] = [];
    const client = await clientOf(
      answering((request, response) => {
        if (request.url?.includes('I7')) {
          open.push(response); // holds its room until the test lets it end
          return void response.write(`{"value":[],"pad":"${'x'.repeat(5 * mb)}`);
        }
        response.end(page());
      }),
      13 * mb, // the slow one holds 8, a page that grows to 4 takes 6
    );
    const slow = client.readCell(
      { recordType: 'Item', recordId: 'I7', entityId: '100' },
      { deadlineMs: 50_000 },
    );
    await expect.poll(() => open.length).toBe(1);
    const failure = await failureOf(
      (async () => {
        for (;;) await read(client); // until the slow one holds enough
      })(),
    );
    expect(failure).toMatchObject({ kind: 'network', code: 'service-unavailable' });
    expect(failure.userMessage).toMatch(/as its memory allows/);
    for (const response of open) response.end('"}');
    expect(await slow).toBe(false);
    expect(await read(client)).toBe(500);
  });

  it('is free again after each page, however the read ends', async () => {
    const client = await clientOf(
      answering((request, response, count) => {
        if (count % 5 === 0) return void response.end(page().slice(0, -1));
        if (count % 7 === 0) return void response.writeHead(200, { 'content-length': 9 * mb }).write(page());
        response.end(page(`http://${request.headers.host}${request.url}&page=${count}`));
      }),
      20 * mb,
    );
    for (let times = 0; times < 12; times++) {
      const pages = client.readSecurity({ recordType: 'Item' }, { deadlineMs: 500 });
      const left = times % 3 === 0 ? pages.next().then(() => pages.return()) : all(pages);
      const failure = await left.then(
        () => null,
        (error: unknown) => error as Error,
      );
      expect(String(failure)).not.toMatch(/memory/);
    }
  });
});

describe('sockets', () => {
  const tcp = (talk: (socket: Socket, count: number) => void): TcpServer => {
    let count = 0;
    return createTcpServer((socket) => {
      count++;
      socket.on('error', () => undefined);
      socket.once('data', () => talk(socket, count));
    });
  };

  it.each([
    ['talk no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['end within the head', 'HTTP/1.1 200 OK\r\ncontent-type: appl'],
    ['end before the announced length', 'HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n{"value":['],
    ['end within a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1000\r\n{"value":['],
    ['send a head without end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`],
  ])('that %s are network errors; a change then is unknown', async (_, answer) => {
    const client = await clientOf(tcp((socket) => socket.end(answer)));
    expect(await failureOf(read(client))).toMatchObject({ kind: 'network', code: 'service-unavailable' });
    expect(await failureOf(client.postAccess(change))).toMatchObject({
      kind: 'network',
      executed: 'unknown',
    });
  });

  it('that end after a good answer do no harm to the next read', async () => {
    const client = await clientOf(
      tcp((socket) => socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`)),
    );
    for (let call = 0; call < 5; call++) expect(await read(client)).toBe(500);
  });

  it('stay open between calls', async () => {
    let sockets = 0;
    const server = answering((_, response) => response.end(body));
    server.on('connection', () => sockets++);
    const client = await clientOf(server);
    for (let call = 0; call < 10; call++) await read(client);
    // A second one may open in the instant in which the first is not yet free again.
    expect(sockets).toBeLessThanOrEqual(2);
  });
});

describe('the reader', () => {
  it('that stops caring while the next page is on its way leaves nothing behind', async () => {
    const stage = await startStage({ pageSize: 100 });
    try {
      await stage.faults({ kind: 'hang', afterPage: 1 });
      const { rateLimiter, seen } = watchedLimiter();
      const pages = stage.connect({}, { rateLimiter }).readSecurity({});
      expect((await pages.next()).done).toBe(false);
      await pages.return();
      await expect.poll(() => seen.inFlight).toBe(0);
    } finally {
      await stage.close();
    }
  });
});
