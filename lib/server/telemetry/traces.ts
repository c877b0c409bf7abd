import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as Api from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TraceSettings } from '@/lib/server/config/config';
import { RecentMap } from '@/lib/server/recent-map';
import type { UpstreamLogEntry } from '@/lib/server/upstream/transport/sender';
import { consoleVersion } from '@/lib/server/version';
import { routeOf } from './routes';

/**
 * Follows a request through the console: the request, its verb, its statements and its requests to the service are spans
 * of one trace. A span has no address with a query, no name, no ID of data and no words of an error.
 */
export interface Traces {
  /** Answers a request inside a span that ends with the response. Goes on with the caller's `traceparent`. */
  request: <T>(request: IncomingMessage, response: ServerResponse, answer: () => T) => T;
  verb: <T>(request: Pick<Request, 'method' | 'url'>, work: () => Promise<T>) => Promise<T>;
  /** Notes a statement that has ended. @param sql with placeholders. */
  statement?: (sql: string, ms: number, failed: boolean) => void;
  /** Notes one try of a request to the service; a change set's belong to the request that made the set. */
  serviceRequest: (entry: UpstreamLogEntry) => void;
  /** Sends what is left. */
  close: () => Promise<void>;
}

export const noTraces: Traces = {
  request: (_request, _response, answer) => answer(),
  verb: (_request, work) => work(),
  serviceRequest: () => undefined,
  close: () => Promise.resolve(),
};

const exportTimeoutMs = 5_000;
/** A set of 100,000 assignments would fill a trace. */
const mostAfterRequest = 200;
const longestSql = 500;
/** Event streams end with their page, and probes ask all day. */
const unfollowed = new Set(['/api/events', '/api/health', '/api/health/ready', '/api/metrics']);

/** Loads OpenTelemetry only where an endpoint is set. */
export async function openTraces(
  settings: TraceSettings | null,
  log: Pick<Logger, 'warn' | 'info'>,
): Promise<Traces> {
  if (settings === null) return noTraces;
  const [api, { BatchSpanProcessor, TracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const { version, commit } = consoleVersion;
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: settings.headers,
    timeoutMillis: exportTimeoutMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'mem-console',
      'service.version': version,
      'service.instance.id': randomUUID(), // tells replicas apart
      ...(commit !== null && { 'vcs.ref.head.revision': commit }),
    }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: watched(exporter, log), exportTimeoutMillis: exportTimeoutMs }),
    ],
  });
  // The provider stays unknown to the process: Next would add spans of its own, which hold whole addresses.
  const close = () => provider.shutdown().catch(() => undefined); // the log has told that they do not arrive
  return tracesBy(api, provider.getTracer('mem-console', version), close);
}

function tracesBy(api: typeof Api, tracer: Api.Tracer, close: () => Promise<void>): Traces {
  const current = new AsyncLocalStorage<Api.Span>();
  const requests = new RecentMap<string, { span: Api.Span; left: number }>(1_000);
  const within = (span: Api.Span): Api.Context => api.trace.setSpan(api.ROOT_CONTEXT, span);
  /** The span that the work at hand belongs to; work that outlives its request belongs to none. */
  const active = (): Api.Span | undefined => {
    const span = current.getStore();
    return span?.isRecording() === true ? span : undefined;
  };
  const note = (
    name: string,
    parent: Api.Span,
    ms: number,
    { kind = api.SpanKind.INTERNAL, failure, ...attributes }: Noted,
  ): void => {
    const endTime = Date.now();
    const options = { kind, attributes, startTime: endTime - ms };
    const span = tracer.startSpan(name, options, within(parent));
    if (failure !== undefined) fail(span, failure);
    span.end(endTime);
  };
  const fail = (span: Api.Span, failure: string): void => {
    span.setAttribute('error.type', failure).setStatus({ code: api.SpanStatusCode.ERROR });
  };
  return {
    request: (request, response, answer) => {
      const path = request.url?.split('?')[0] ?? '/';
      if (unfollowed.has(path)) return answer();
      const method = request.method ?? '';
      const requestId = String(request.headers['x-request-id']);
      const attributes = { 'http.request.method': method, 'mem.request_id': requestId };
      const caller = callerOf(api, request.headers.traceparent);
      const span = tracer.startSpan(method, { kind: api.SpanKind.SERVER, attributes }, caller);
      requests.set(requestId, { span, left: mostAfterRequest });
      response.once('close', () => {
        const { statusCode } = response;
        const route = routeOf(path);
        span.updateName(`${method} ${route}`);
        span.setAttributes({ 'http.route': route, 'http.response.status_code': statusCode });
        if (statusCode >= 500) fail(span, String(statusCode));
        span.end();
      });
      return current.run(span, answer);
    },
    verb: async ({ method, url }, work) => {
      const parent = active();
      if (parent === undefined) return work();
      const name = `verb ${method} ${routeOf(new URL(url).pathname)}`;
      const span = tracer.startSpan(name, {}, within(parent));
      try {
        return await current.run(span, work);
      } catch (error) {
        fail(span, codeOf(error));
        throw error;
      } finally {
        span.end();
      }
    },
    statement: (sql, ms, failed) => {
      const parent = active();
      if (parent === undefined) return;
      const text = sql.slice(0, longestSql).replaceAll(/'(?:[^']|'')*(?:'|$)/g, '?');
      const [operation = 'statement'] = /^\w+/.exec(text.trim().toLowerCase()) ?? [];
      const [, table] = /\b(?:from|into|update)\s+"?(\w+)/i.exec(text) ?? [];
      const attributes = { 'db.operation.name': operation, 'db.query.text': text };
      note(table === undefined ? operation : `${operation} ${table}`, parent, ms, {
        ...attributes,
        ...(failed && { failure: 'database' }),
      });
    },
    serviceRequest: (entry) => {
      const { connection, method, resource, attempt, status, code, requestId, durationMs, waitedMs } = entry;
      const asked = requestId === null ? undefined : requests.get(requestId);
      const parent = active() ?? asked?.span;
      if (parent === undefined || (asked?.left ?? 1) <= 0) return;
      if (asked && !asked.span.isRecording()) asked.left--;
      note(`${method} ${resource}`, parent, durationMs, {
        kind: api.SpanKind.CLIENT,
        'http.request.method': method,
        ...(status !== null && { 'http.response.status_code': status }),
        ...{ 'mem.connection': connection, 'mem.attempt': attempt, 'mem.waited_ms': waitedMs },
        ...(code !== null && { failure: code }),
      });
    },
    close,
  };
}

interface Noted extends Api.Attributes {
  kind?: Api.SpanKind;
  /** Why it failed, as a code. */
  failure?: string;
}

/** The code of a failure that the console knows, else the kind of error: its words may hold what people typed. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

const traceparent = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

/** The context that the caller sent (W3C Trace Context); an unreadable one begins a trace. */
function callerOf(api: typeof Api, header: string | string[] | undefined): Api.Context {
  const [, traceId = '', spanId = '', flags = '0'] = traceparent.exec(String(header)) ?? [];
  const caller = { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true };
  return api.isSpanContextValid(caller)
    ? api.trace.setSpanContext(api.ROOT_CONTEXT, caller)
    : api.ROOT_CONTEXT;
}

/** Logs once that traces do not arrive, and once that they do again. */
function watched(exporter: SpanExporter, log: Pick<Logger, 'warn' | 'info'>): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const { error } = result;
        if (error && !isFailing)
          log.warn({ code: codeOf(error) }, 'Traces do not reach OTEL_EXPORTER_OTLP_ENDPOINT.');
        if (!error && isFailing) log.info('Traces reach OTEL_EXPORTER_OTLP_ENDPOINT again.');
        isFailing = error !== undefined;
        done(result);
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}
