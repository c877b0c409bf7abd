import 'server-only';

/**
 * In this order they go first. A person waits for an interactive request. Nobody waits for a scheduled one: all of them
 * together take at most a fifth of the rate, and half of the places in flight, because a page of a long list is slow.
 */
export const priorities = ['interactive', 'background', 'scheduled'] as const;

export type Priority = (typeof priorities)[number];

export interface WindowLimits {
  concurrency: number;
  /** Requests in any `windowMs`. */
  perWindow: number;
  windowMs: number;
}

/** What a process reports: totals, so a lost message does no harm. */
export interface GrantRequest {
  inFlight: number;
  /** Of these, scheduled ones. */
  scheduledInFlight: number;
  waiting: Record<Priority, number>;
  /** The pause in ms that the service demanded; null: none. */
  pauseMs: number | null;
  /** The service accepted a request after its last 429. */
  taken: boolean;
}

export interface Grant {
  granted: Record<Priority, number>;
  /** Time in ms until the process asks again; null: until one of its own requests ends. */
  waitMs: number | null;
  pauseMs: number;
  /** Consecutive 429. */
  throttles: number;
  /** Processes seen within ten minutes, this one included. */
  processes: number;
}

/** The state of one budget as JSON: in memory, or in PostgreSQL for several replicas, so its names are fixed. */
export interface BudgetState {
  at: number;
  given: number;
  /** Times of the last grants, oldest first, one window long. */
  givenAt: number[];
  /** Consecutive grants while a request of a lower priority waited. */
  interactiveRun: number;
  /** Time of the last scheduled grant; missing in a state of an older release. */
  scheduledAt?: number;
  pausedUntil: number;
  /** Until this time requests go one by one. */
  aloneUntil: number;
  throttles: number;
  processes: Record<string, ProcessState>;
}

interface ProcessState {
  seenAt: number;
  inFlight: number;
  /** Of these, scheduled ones; missing in a state of an older release. */
  scheduled?: number;
  /** When the oldest waiting request came; null: none waits. */
  waitsSince: Partial<Record<Priority, number | null>>;
  /** By this time the process should have asked again. */
  backBy: number;
}

/** Requests in a row that may pass a waiting request of a lower priority. */
const mostPassingInRow = 4;
/** Scheduled requests take at most one part in this many of the rate. */
const scheduledShare = 5;
/** Longest time in which requests go one by one after a pause. */
const longestAloneMs = 5_000;
const longestPauseMs = 300_000;
const countSilentMs = 5_000;
const forgetAfterMs = 600_000;
/** How often a process asks again while it waits for another process. */
const pollMs = 25;
const lateMs = 200;
/** A process goes first if it has waited this much longer. */
const fairnessMs = 100;

export function unusedBudget(): BudgetState {
  return {
    at: 0,
    given: 0,
    givenAt: [],
    interactiveRun: 0,
    pausedUntil: 0,
    aloneUntil: 0,
    throttles: 0,
    processes: {},
  };
}

export function fullBudget({ perWindow }: WindowLimits, now: number): BudgetState {
  return { ...unusedBudget(), givenAt: Array<number>(perWindow).fill(now) };
}

/** Grants as much as possible and updates the state. While two priorities wait, one request in five is of the lower. */
export function grantRequests(
  state: BudgetState,
  process: string,
  ask: GrantRequest,
  limits: WindowLimits,
  now: number,
): Grant {
  if (now < state.at) shiftTimes(state, now - state.at);
  state.at = now;
  recordPause(state, ask, now);
  const others = sumOfOthers(state, process, now);
  const known = state.processes[process];
  const mine = {
    seenAt: now,
    inFlight: ask.inFlight,
    scheduled: ask.scheduledInFlight,
    waitsSince: Object.fromEntries(
      priorities.map((one) => [one, ask.waiting[one] > 0 ? (known?.waitsSince[one] ?? now) : null]),
    ),
    backBy: 0,
  } satisfies ProcessState;
  const left = { ...ask.waiting };
  const granted = { interactive: 0, background: 0, scheduled: 0 };
  const poll = others.count > 0 ? pollMs : null;
  let waitMs: number | null = null;
  while (priorities.some((one) => left[one] > 0)) {
    const isAlone = now < state.aloneUntil;
    if (mine.inFlight + others.inFlight >= (isAlone ? 1 : limits.concurrency)) {
      waitMs = poll ?? (isAlone ? state.aloneUntil - now : null);
      break;
    }
    const opensAt = Math.max(state.pausedUntil, windowOpensAt(state, limits));
    if (opensAt > now) {
      waitMs = opensAt - now;
      break;
    }
    const scheduledOpensAt = (state.scheduledAt ?? -Infinity) + scheduledShare * timePerRequest(limits);
    const hasRoom = mine.scheduled + others.scheduled < Math.max(1, Math.floor(limits.concurrency / 2));
    const [first, lower] = priorities.filter(
      (one) =>
        (left[one] > 0 || others.waitsSince[one] < Infinity) &&
        (one !== 'scheduled' || (hasRoom && scheduledOpensAt <= now)),
    );
    if (first === undefined) {
      waitMs = hasRoom ? scheduledOpensAt - now : poll;
      break;
    }
    const priority = lower !== undefined && state.interactiveRun >= mostPassingInRow ? lower : first;
    const since = mine.waitsSince[priority] ?? null;
    if (left[priority] === 0 || since === null || others.waitsSince[priority] < since - fairnessMs) {
      waitMs = poll;
      break;
    }
    if (priority === 'scheduled') {
      state.scheduledAt = now;
      mine.scheduled++;
    }
    state.given++;
    state.givenAt.push(now);
    state.interactiveRun = lower !== undefined && priority === first ? state.interactiveRun + 1 : 0;
    mine.inFlight++;
    granted[priority]++;
    left[priority]--;
    mine.waitsSince[priority] = left[priority] > 0 ? now : null;
  }
  state.givenAt = state.givenAt.slice(-limits.perWindow);
  state.processes[process] = { ...mine, backBy: now + (waitMs ?? 0) + lateMs };
  return {
    granted,
    waitMs,
    pauseMs: Math.max(0, state.pausedUntil - now),
    throttles: state.throttles,
    processes: others.count + 1,
  };
}

/** Moves all times back with a clock that was set back. */
function shiftTimes(state: BudgetState, byMs: number): void {
  state.givenAt = state.givenAt.map((time) => time + byMs);
  state.pausedUntil += byMs;
  state.aloneUntil += byMs;
  if (state.scheduledAt !== undefined) state.scheduledAt += byMs;
  for (const process of Object.values(state.processes)) {
    process.seenAt += byMs;
    process.backBy += byMs;
    for (const priority of priorities) {
      const since = process.waitsSince[priority] ?? null;
      if (since !== null) process.waitsSince[priority] = since + byMs;
    }
  }
}

function recordPause(state: BudgetState, ask: GrantRequest, now: number): void {
  if (ask.pauseMs !== null) {
    // Several requests in flight report the same pause.
    if (state.pausedUntil <= now) state.throttles++;
    state.pausedUntil = Math.max(state.pausedUntil, now + Math.min(ask.pauseMs, longestPauseMs));
    state.aloneUntil = state.pausedUntil + longestAloneMs;
  } else if (ask.taken && state.pausedUntil <= now) {
    state.throttles = 0;
    state.aloneUntil = 0;
  }
}

/** The rate, as milliseconds for each request. */
function timePerRequest({ perWindow, windowMs }: WindowLimits): number {
  return windowMs / perWindow;
}

function windowOpensAt(state: BudgetState, { perWindow, windowMs }: WindowLimits): number {
  return (state.givenAt.at(-perWindow) ?? -Infinity) + windowMs;
}

/** Sums up the other processes and forgets those silent for ten minutes. */
function sumOfOthers(
  state: BudgetState,
  process: string,
  now: number,
): { count: number; inFlight: number; scheduled: number; waitsSince: Record<Priority, number> } {
  const waitsSince = { interactive: Infinity, background: Infinity, scheduled: Infinity };
  const found = { count: 0, inFlight: 0, scheduled: 0, waitsSince };
  for (const [name, { seenAt, inFlight, scheduled = 0, waitsSince, backBy }] of Object.entries(
    state.processes,
  )) {
    if (seenAt < now - forgetAfterMs) delete state.processes[name];
    else if (name !== process) {
      found.count++;
      if (seenAt + countSilentMs > now) {
        found.inFlight += inFlight;
        found.scheduled += scheduled;
      }
      if (backBy <= now) continue;
      for (const priority of priorities)
        found.waitsSince[priority] = Math.min(found.waitsSince[priority], waitsSince[priority] ?? Infinity);
    }
  }
  return found;
}
