import 'server-only';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { UpstreamLogEntry } from '@/lib/server/upstream/transport/sender';
import { routeOf } from './routes';

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** The console's Prometheus metrics: one registry, in seconds and bytes. No label holds an address, a name or an ID of data. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests: Histogram<'route' | 'method' | 'status'>;
  readonly #service: Histogram<'connection' | 'resource' | 'method' | 'result'>;
  readonly #budget: Histogram<'connection'>;

  constructor() {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.#requests = new Histogram({
      name: 'mem_http_request_seconds',
      help: 'Time from a request to the end of its answer, by route, method and status.',
      labelNames: ['route', 'method', 'status'],
      buckets: seconds,
      registers,
    });
    this.#service = new Histogram({
      name: 'mem_service_request_seconds',
      help: 'Time of one request to the service; result is ok, or the code of the failure.',
      labelNames: ['connection', 'resource', 'method', 'result'],
      buckets: seconds,
      registers,
    });
    this.#budget = new Histogram({
      name: 'mem_service_wait_seconds',
      help: 'Time that a request to the service waited for the shared budget, a token or a pause.',
      labelNames: ['connection'],
      buckets: seconds,
      registers,
    });
  }

  /** Counts a request that has ended. @param path without its query. */
  noteRequest(path: string, method: string, status: number, ms: number): void {
    this.#requests.observe({ route: routeOf(path), method, status }, ms / 1000);
  }

  /** Counts one try of a request to the service. */
  noteServiceRequest(entry: UpstreamLogEntry): void {
    const { connection, resource, method, code, status } = entry;
    const result = code ?? (status === null ? 'aborted' : 'ok');
    this.#service.observe({ connection, resource, method, result }, entry.durationMs / 1000);
    this.#budget.observe({ connection }, entry.waitedMs / 1000);
  }
}
