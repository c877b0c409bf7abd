import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import type { ErrorCode } from '@/lib/contract/error-codes';
import { BodyMemory } from '@/lib/server/bounded-body';
import { Budget } from './budget';
import type { BudgetUse, SharedRateLimiter } from './budget';
import type { Priority } from './budget-state';
import { secretsOf } from '@/lib/server/upstream/settings';
import type { ConnectionSettings } from '@/lib/server/upstream/settings';
import { startDeadline } from './deadline';
import type { Deadline } from './deadline';
import { errorFromAnswer } from '@/lib/server/upstream/errors/error-answer';
import { UpstreamError } from '@/lib/server/upstream/errors/upstream-error';
import { largest } from './body';
import { exchange, ExchangeError } from './exchange';
import type { WireAnswer } from './exchange';
import {
  abortedAfterSend,
  errorFromExchange,
  timedOut,
  stillThrottled,
} from '@/lib/server/upstream/errors/exchange-errors';
import { mayRepeat, retryAfterMs, retryMs, throttleMs } from './retry';
import type { TryOutcome } from './retry';
import { requestIdOf } from '@/lib/server/upstream/errors/user-message';
import { credentialsOf } from './token';
import type { Credentials } from './token';

export type Resource = 'security' | 'journal' | 'metadata';

const readInWords: Record<Resource, string> = {
  security: 'assignments',
  journal: 'journal lines',
  metadata: 'the description of its interface',
};

export interface Ask {
  method: 'GET' | 'POST';
  resource: Resource;
  url: URL;
  accept: string;
  maxBytes: number;
  body?: string;
}

/** Options of a call. A read rejects with the reason of its signal. */
export interface CallOptions {
  signal?: AbortSignal;
  priority?: Priority;
  requestId?: string;
  /** Overrides the connection's `timeoutSeconds`. */
  deadlineMs?: number;
  /** Runs right before each try is sent; a rejection prevents it. */
  beforeSend?: () => Promise<void>;
}

/** One try in the log: no address, query or secret. */
export interface UpstreamLogEntry {
  connection: string;
  method: 'GET' | 'POST';
  resource: Resource;
  attempt: number;
  status: number | null;
  code: ErrorCode | null;
  durationMs: number;
  waitedMs: number;
  bytes: number;
  requestId: string | null;
  serviceRequestId: string | null;
  correlationId: string | null;
}

export type UpstreamLog = (entry: UpstreamLogEntry) => void;

export interface UpstreamParts {
  log?: UpstreamLog;
  now?: () => number;
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  random?: () => number;
  /** Shares the budget with other replicas; without it this process counts alone. */
  rateLimiter?: SharedRateLimiter;
  bodyBytes?: number;
}

const monotonic = (): number => performance.now();

export class Sender {
  readonly #budget: Budget;
  readonly #pool: Pool;
  readonly #credentials: Credentials;
  readonly #closing = new AbortController();
  readonly #memory: BodyMemory;
  readonly #parts: Required<Omit<UpstreamParts, 'rateLimiter' | 'bodyBytes'>>;

  constructor(
    readonly settings: ConnectionSettings,
    origin: string,
    parts: UpstreamParts,
  ) {
    const sleep = (ms: number, signal: AbortSignal): Promise<void> => wait(ms, undefined, { signal });
    this.#parts = { log: () => undefined, now: Date.now, sleep, random: Math.random, ...parts };
    this.#memory = new BodyMemory(parts.bodyBytes ?? largest.together);
    this.#budget = new Budget(settings, monotonic, parts.rateLimiter);
    const clocks = { monotonic, sleep: this.#parts.sleep, random: this.#parts.random };
    this.#credentials = credentialsOf(settings.auth, clocks);
    // One spare connection, because an aborted request may leave one hanging.
    this.#pool = new Pool(origin, { connections: settings.concurrency + 1, connect: { timeout: 10_000 } });
  }

  /** The caller releases the answer's body. @throws UpstreamError, or the caller's reason for an aborted read. */
  async send(ask: Ask, options: CallOptions = {}): Promise<WireAnswer> {
    const callers =
      options.signal === undefined ? [this.#closing.signal] : [options.signal, this.#closing.signal];
    const deadline = startDeadline(
      options.deadlineMs ?? this.settings.timeoutSeconds * 1000,
      callers,
      monotonic,
    );
    try {
      return await this.#tries(ask, options, deadline);
    } finally {
      deadline.over();
    }
  }

  throttledForMs(): number {
    return this.#budget.pausedForMs();
  }

  budgetUse(): BudgetUse {
    return this.#budget.use();
  }

  /** Asks for a new token; false where this connection needs none. @throws UpstreamError. */
  renewToken(signal: AbortSignal): Promise<boolean> {
    return this.#credentials.renew(signal);
  }

  async close(): Promise<void> {
    this.#closing.abort(
      new UpstreamError({
        kind: 'network',
        code: 'service-unavailable',
        userMessage: 'The console is closing this connection. Nothing was sent.',
        executed: 'no',
      }),
    );
    await Promise.all([this.#pool.destroy(), this.#credentials.close()]);
    this.#budget.close();
  }

  async #tries(ask: Ask, options: CallOptions, deadline: Deadline): Promise<WireAnswer> {
    let last: UpstreamError | null = null;
    let renewed = false;
    for (let attempt = 1; ; attempt++) {
      const tried = await this.#once(ask, options, deadline, attempt, last);
      if ('answer' in tried) return tried.answer;
      last = tried.error;
      if (last.status === 401 && !renewed && this.#credentials.refused(tried.authorization)) {
        renewed = true;
        continue;
      }
      if (!mayRepeat(ask.method, tried.outcome, attempt)) throw last;
      if (last.status === 429) continue;
      const waitMs = last.retryAfterMs ?? retryMs(attempt, this.#parts.random);
      if (waitMs > deadline.left()) throw last;
      const error = last;
      await this.#parts.sleep(waitMs, deadline.signal).catch(() => {
        throw deadline.ended() === 'time' ? error : deadline.signal.reason;
      });
    }
  }

  async #once(
    ask: Ask,
    options: CallOptions,
    deadline: Deadline,
    attempt: number,
    last: UpstreamError | null,
  ): Promise<
    { answer: WireAnswer } | { error: UpstreamError; outcome: TryOutcome; authorization: string | null }
  > {
    const beganAt = monotonic();
    const { release, authorization } = await this.#waitForBudget(
      options.priority ?? 'interactive',
      deadline,
      last,
    );
    await options.beforeSend?.().catch((error: unknown) => {
      release();
      throw error;
    });
    const sentAt = monotonic();
    const note = (status: number | null, error: UpstreamError | null, answer: WireAnswer | null): void =>
      this.#parts.log({
        connection: this.settings.key,
        method: ask.method,
        resource: ask.resource,
        attempt,
        status,
        code: error?.code ?? null,
        durationMs: Math.round(monotonic() - sentAt),
        waitedMs: Math.round(sentAt - beganAt),
        bytes: answer?.wireBytes ?? 0,
        requestId: options.requestId ?? null,
        serviceRequestId: error?.serviceRequestId ?? requestIdOf(answer?.header('request-id') ?? null),
        correlationId: error?.correlationId ?? null,
      });
    try {
      const request = {
        method: ask.method,
        url: ask.url,
        headers: this.#headers(ask, authorization, options.requestId),
        ...(ask.body === undefined ? {} : { body: ask.body }),
        maxBytes: ask.maxBytes,
        signal: deadline.signal,
      };
      const answer = await exchange(this.#pool, request, this.#memory);
      if (answer.status !== 429) this.#budget.taken();
      const error =
        answer.status >= 200 && answer.status < 300
          ? null
          : this.#errorFromResponse(ask, answer, authorization);
      note(answer.status, error, answer);
      return error === null
        ? { answer }
        : { error, outcome: { kind: 'answer', status: answer.status }, authorization };
    } catch (broken) {
      if (!(broken instanceof ExchangeError)) throw broken;
      const error = this.#explained(ask, broken, deadline);
      note(null, error instanceof UpstreamError ? error : null, null);
      if (!(error instanceof UpstreamError) || error.kind !== 'network' || deadline.ended() !== null)
        throw error;
      return { error, outcome: { kind: 'network', sent: broken.sent }, authorization };
    } finally {
      release();
    }
  }

  async #waitForBudget(
    priority: Priority,
    deadline: Deadline,
    last: UpstreamError | null,
  ): Promise<{ release: () => void; authorization: string | null }> {
    let release: (() => void) | null = null;
    let hasToken = false;
    try {
      const pause = this.#budget.pausedForMs();
      if (pause > deadline.left()) throw stillThrottled(pause, last);
      const early = await this.#credentials.header(deadline.signal);
      hasToken = true;
      release = await this.#budget.acquire(priority, deadline.signal);
      // Another request may have renewed the token in the meantime.
      return { release, authorization: this.#credentials.atHand() ?? early };
    } catch (error) {
      release?.();
      if (error instanceof UpstreamError || deadline.ended() !== 'time') throw error;
      const pause = this.#budget.pausedForMs();
      throw pause > 0 ? stillThrottled(pause, last) : (last ?? timedOut(hasToken ? false : 'no token'));
    }
  }

  #headers(ask: Ask, authorization: string | null, requestId: string | undefined): Record<string, string> {
    return {
      accept: ask.accept,
      'accept-language': 'en-US', // the service translates captions otherwise
      'accept-encoding': 'gzip',
      'user-agent': 'mem-console',
      ...(ask.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(authorization === null ? {} : { authorization }),
      // Microsoft's telemetry records this id.
      ...(requestId === undefined ? {} : { 'client-request-id': requestId }),
    };
  }

  #errorFromResponse(ask: Ask, answer: WireAnswer, authorization: string | null): UpstreamError {
    const hinted = retryAfterMs(answer.header('retry-after'), answer.header('date'), this.#parts.now());
    if (answer.status === 429) this.#budget.pause((row) => hinted ?? throttleMs(row, this.#parts.random));
    const token = authorization?.split(' ')[1];
    return errorFromAnswer(
      {
        status: answer.status,
        body: answer.body.toString('utf8'),
        serviceRequestId: requestIdOf(answer.header('request-id')),
        retryAfterMs: answer.status === 429 ? this.#budget.pausedForMs() : hinted,
        asked: ask.method === 'POST' ? 'change assignments' : `read ${readInWords[ask.resource]}`,
      },
      [...secretsOf(this.settings.auth), ...(token === undefined ? [] : [token])],
    );
  }

  #explained(ask: Ask, broken: ExchangeError, deadline: Deadline): unknown {
    const ended = deadline.ended();
    if (ended === 'time') return timedOut(broken.sent);
    if (ended === 'caller')
      return ask.method === 'POST' && broken.sent ? abortedAfterSend(broken.cause) : broken.cause;
    return errorFromExchange(broken);
  }
}
