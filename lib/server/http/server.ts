import 'server-only';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { startOrExit, type ServedConsole } from '@/lib/server/composition';
import { welcome } from '@/lib/server/welcome';
import { limitArrival, longestArrival } from './arrival-time';
import { withReader } from './page-reader';
import { withSignal } from './page-signal';
import { staticFiles } from './static-files';
import { refuseUnreadable } from './unreadable-request';

/** What answers a request that came in and is no file of the build: Next's own handler. */
type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Opens the server.
 * @param next answers what is no file.
 * @param files folder of the build's static files; null in development.
 */
type Serve = (next: Handler, files: string | null) => Promise<void>;

/** In bytes: room for the cookies of other programs of the host, and a link that was made with longer filters than today's. */
const maxHeaderSize = 32 * 1024;

/** Told to end, the process gives what is in flight this long; whoever told it kills it after ten seconds or more. */
const drainMs = 8_000;

/** Starts the console, and tells the entry (`lib/commands/serve.js`) how to serve it once Next is ready. */
export async function startConsole(): Promise<void> {
  const parts = await startOrExit();
  const entry = globalThis as typeof globalThis & { tellServe?: (serve: Serve) => void };
  entry.tellServe?.((next, files) => serve(parts, next, files));
}

async function serve(parts: ServedConsole, next: Handler, folder: string | null): Promise<void> {
  const { config, entrance, log } = parts;
  const files = staticFiles(folder);
  // A caller that sends its request drop by drop is cut off; the time of an answer is not limited by this. A connection
  // without a request stays longer than those of proxies do: else one is closed just as a proxy sends the next by it.
  const limits = {
    maxHeaderSize,
    headersTimeout: 15_000,
    requestTimeout: longestArrival,
    keepAliveTimeout: 75_000,
  };
  const server = createServer(limits, (request, response) => {
    if (!server.listening) response.setHeader('Connection', 'close'); // or a page that goes on asking would keep the process
    if (!entrance.admit(request, response)) return;
    limitArrival(server, request);
    files(request, response, () => {
      const answer = () => next(request, response);
      withReader(request, () => withSignal(response, answer)).catch((error: unknown) => {
        log.error({ err: error }, 'A request could not be answered.');
        response.destroy();
      });
    });
  });
  refuseUnreadable(server, config.publicUrl, entrance.isForThisMachine);
  // Only development speaks over web sockets; Next leaves one that it does not know open for ever.
  if (folder !== null) server.on('upgrade', (_request, socket) => socket.destroy());
  try {
    server.listen(config.port, config.host);
    await once(server, 'listening');
  } catch (error) {
    process.stderr.write(
      `The console did not start. ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exit(1);
  }
  endWhenTold(server, parts);
  process.stdout.write(welcome(config, parts.controlUrl));
}

/** Ends the process in order when it is told to. */
function endWhenTold(server: Server, { drain }: ServedConsole): void {
  let isEnding = false;
  const end = (): void => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(0), drainMs).unref();
    const closed = once(server, 'close');
    server.close();
    void Promise.all([closed, drain.run()]).then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
}
