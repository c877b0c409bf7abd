import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A proxy in front of a console that wants a sign-in of its own, at another origin, as sign-on proxies do, and takes lines
 * of 8 KB, as nginx does unless told.
 */
export interface SignOnProxy {
  url: string;
  /** Ends the session at the proxy: from now on it redirects whatever is asked for to its sign-in. */
  endSession: () => void;
  close: () => void;
}

/** Where the proxy listens, before the console that it leads to is started: the console has to know its address. */
export async function signOnProxy(console: (url: string) => Promise<string>): Promise<SignOnProxy> {
  let isOver = false;
  let target = '';
  // The session at the provider is alive, so a visit there is the whole sign-in.
  const provider = await listening(
    createServer((asked, answer) => {
      isOver = false;
      const back = new URL(asked.url ?? '/', 'http://provider.invalid').searchParams.get('back') ?? '';
      answer.writeHead(302, { location: back }).end();
    }),
  );
  const proxy = await listening(
    createServer((asked, answer) => {
      if (isOver) {
        const back = encodeURIComponent(`${proxy.url}${asked.url ?? '/'}`);
        return void answer.writeHead(302, { location: `${provider.url}/?back=${back}` }).end();
      }
      const { method, headers, url: path } = asked;
      if (`${method ?? ''} ${path ?? ''} HTTP/1.1`.length > longestLine)
        return void answer.writeHead(414, { 'content-type': 'text/html' }).end('<h1>URI Too Long</h1>');
      if (Object.entries(headers).some(([name, value]) => `${name}: ${String(value)}`.length > longestLine))
        return void answer.writeHead(400, { 'content-type': 'text/html' }).end('<h1>Header Too Large</h1>');
      const onward = request(new URL(path ?? '/', target), { method, headers }, (answered) => {
        answer.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(answer);
      });
      onward.on('error', () => answer.destroy());
      answer.on('close', () => onward.destroy());
      asked.pipe(onward);
    }),
  );
  target = await console(proxy.url);
  return {
    url: proxy.url,
    endSession: () => {
      isOver = true;
      proxy.server.closeAllConnections(); // streams of events end too
    },
    close: () => {
      for (const { server } of [proxy, provider]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

const longestLine = 8_190;

async function listening(server: Server): Promise<{ server: Server; url: string }> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, url: `http://localhost:${String((server.address() as AddressInfo).port)}` }; // a listening server has one
}
