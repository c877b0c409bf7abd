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

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Opens the server. @param files folder of the build's static files; null in development. */
type Serve = (next: Handler, files: string | null) => Promise<void>;

/** Bytes: other programs of the host add cookies, and old links may have longer filters. */
const maxHeaderSize = 32 * 1024;

/** Time for requests in flight; service managers kill a process after ten seconds or more. */
const drainMs = 8_000;

/** Starts the console and gives the entry (`lib/commands/serve.js`) a way to serve it. */
export async function startConsole(): Promise<void> {
  const parts = await startOrExit();
  const entry = globalThis as typeof globalThis & { tellServe?: (serve: Serve) => void };
  entry.tellServe?.((next, files) => serve(parts, next, files));
}

async function serve(parts: ServedConsole, next: Handler, folder: string | null): Promise<void> {
  const { config, gate, log, traces } = parts;
  const files = staticFiles(folder);
  // An idle connection outlives those of a proxy, which may send a request at the last moment.
  const limits = {
    maxHeaderSize,
    headersTimeout: 15_000,
    requestTimeout: longestArrival,
    keepAliveTimeout: 75_000,
  };
  const server = createServer(limits, (request, response) => {
    if (!server.listening) response.setHeader('Connection', 'close'); // otherwise a page that keeps asking keeps the process
    if (!gate.admit(request, response)) return;
    limitArrival(server, request);
    files(request, response, () => {
      const answer = () => next(request, response);
      const followed = () => traces.request(request, response, answer);
      withReader(request, () => withSignal(response, followed)).catch((error: unknown) => {
        log.error({ err: error }, 'A request could not be answered.');
        response.destroy();
      });
    });
  });
  refuseUnreadable(server, config.publicUrl);
  // Next never closes an unknown web socket, and only development uses them.
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

function endWhenTold(server: Server, { drain, log }: ServedConsole): void {
  let isEnding = false;
  const end = (): void => {
    if (isEnding) return;
    isEnding = true;
    log.info('The console stops.');
    setTimeout(() => process.exit(0), drainMs).unref();
    const closed = once(server, 'close');
    server.close();
    void Promise.all([closed, drain.run()]).then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
}
