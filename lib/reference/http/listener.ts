import { createServer, type RequestListener, type Server } from 'node:http';

/** A listening port that can be shut for a while, so that connections are refused. */
export class Listener {
  private server: Server;
  private reopening: NodeJS.Timeout | null = null;
  private closed = false;
  port = 0;

  constructor(
    private readonly handler: RequestListener,
    private readonly host: string,
  ) {
    this.server = this.makeServer();
  }

  /** Listens on the port; 0 takes a free one. Rejects when the port is taken. */
  async open(port: number): Promise<void> {
    await listen(this.server, port, this.host);
    const address = this.server.address();
    this.port = typeof address === 'object' && address !== null ? address.port : port;
  }

  /** Refuses connections for `ms` milliseconds, ends the open ones, then listens again on the same port. */
  async refuse(ms: number): Promise<void> {
    await this.shut();
    if (this.reopening !== null) clearTimeout(this.reopening);
    this.reopening = setTimeout(() => void this.reopen(), ms);
  }

  /** Listens again at once if the port is shut. */
  async reopen(): Promise<void> {
    if (this.reopening !== null) clearTimeout(this.reopening);
    this.reopening = null;
    if (this.closed || this.server.listening) return;
    this.server = this.makeServer();
    await listen(this.server, this.port, this.host);
  }

  /** Closes for good; ends open connections. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.reopening !== null) clearTimeout(this.reopening);
    await this.shut();
  }

  private async shut(): Promise<void> {
    const { server } = this;
    if (!server.listening) return;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }

  private makeServer(): Server {
    return createServer({ maxHeaderSize: 65_536, keepAliveTimeout: 30_000 }, this.handler);
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
