import 'server-only';

/** Interactive requests (a person waits) go before background ones. */
export type Priority = 'interactive' | 'background';

/** What all who share a budget may send together. */
export interface TurnLimits {
  /** Requests in flight at once. */
  concurrency: number;
  /** Requests in any `windowMs`. */
  perWindow: number;
  windowMs: number;
}

/** How one process stands when it asks for turns: whole figures, so that a question or answer that is lost does no harm. */
export interface TurnAsk {
  inFlight: number;
  waiting: Record<Priority, number>;
  /** The service said to wait so long, in ms; null: it did not. */
  pauseMs: number | null;
  /** The service took a request since it last said to wait. */
  taken: boolean;
}

/** What it gets. */
export interface TurnAnswer {
  turns: Record<Priority, number>;
  /** When to ask again for what still waits, in ms; null: when one of its own requests has ended. */
  waitMs: number | null;
  /** For how long nobody may send, in ms. */
  pauseMs: number;
  /** How often in a row the service said to wait. */
  throttles: number;
  /** Processes seen within ten minutes, this one included. */
  processes: number;
}

/** What is known of one budget, as plain JSON: in memory for one process, in PostgreSQL for several replicas. */
export interface TurnState {
  /** When it was asked last. */
  at: number;
  /** How many turns were given so far. */
  given: number;
  /** When the last ones were, oldest first: as many as a window holds. */
  givenAt: number[];
  /** Interactive turns in a row while a background request waited. */
  interactiveRun: number;
  pausedUntil: number;
  /** Until then requests go one by one. */
  aloneUntil: number;
  throttles: number;
  processes: Record<string, ProcessState>;
}

interface ProcessState {
  seenAt: number;
  inFlight: number;
  /** Since when a request waits there; null: none does. */
  waitsSince: Record<Priority, number | null>;
  /** Until then it is expected to ask again for what waits. */
  backBy: number;
}

/** While a background request waits, at most this many interactive ones pass it in a row. */
const longestRun = 4;
/** After a pause requests go one by one until the service takes one, but no longer than this. */
const longestAloneMs = 5_000;
const longestPauseMs = 300_000;
/** What a process has in flight counts for so long after it was last heard of. */
const leaseMs = 5_000;
const rememberMs = 600_000;
/** Where another process has to move first, whoever waits looks again after this long. */
const pollMs = 25;
const graceMs = 200;
/** Among processes that wait with the same right, one that waits longer by this much goes first. */
const patienceMs = 100;

/** The state of a budget that nobody has used. */
export function freshTurns(): TurnState {
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

/** The state of a budget whose window is full at `now`. */
export function usedTurns({ perWindow }: TurnLimits, now: number): TurnState {
  return { ...freshTurns(), givenAt: Array<number>(perWindow).fill(now) };
}

/**
 * Gives a process as many turns as there are now, and notes them in the state. Interactive requests of any process go
 * before background ones of any other, but while both wait, one in five is a background one.
 */
export function takeTurns(
  state: TurnState,
  process: string,
  ask: TurnAsk,
  limits: TurnLimits,
  now: number,
): TurnAnswer {
  if (now < state.at) moveTimes(state, now - state.at);
  state.at = now;
  notePause(state, ask, now);
  const others = othersThan(state, process, now);
  const known = state.processes[process];
  const mine: ProcessState = {
    seenAt: now,
    inFlight: ask.inFlight,
    waitsSince: {
      interactive: ask.waiting.interactive > 0 ? (known?.waitsSince.interactive ?? now) : null,
      background: ask.waiting.background > 0 ? (known?.waitsSince.background ?? now) : null,
    },
    backBy: 0,
  };
  const left = { ...ask.waiting };
  const turns = { interactive: 0, background: 0 };
  const poll = others.count > 0 ? pollMs : null;
  let waitMs: number | null = null;
  while (left.interactive + left.background > 0) {
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
    const waits = (priority: Priority): boolean =>
      left[priority] > 0 || others.waitsSince[priority] < Infinity;
    const both = waits('interactive') && waits('background');
    const priority = both
      ? state.interactiveRun < longestRun
        ? 'interactive'
        : 'background'
      : waits('interactive')
        ? 'interactive'
        : 'background';
    const since = mine.waitsSince[priority];
    if (left[priority] === 0 || since === null || others.waitsSince[priority] < since - patienceMs) {
      waitMs = poll;
      break;
    }
    state.given++;
    state.givenAt.push(now);
    state.interactiveRun = both && priority === 'interactive' ? state.interactiveRun + 1 : 0;
    mine.inFlight++;
    turns[priority]++;
    left[priority]--;
    mine.waitsSince[priority] = left[priority] > 0 ? now : null;
  }
  state.givenAt = state.givenAt.slice(-limits.perWindow);
  state.processes[process] = { ...mine, backBy: now + (waitMs ?? 0) + graceMs };
  return {
    turns,
    waitMs,
    pauseMs: Math.max(0, state.pausedUntil - now),
    throttles: state.throttles,
    processes: others.count + 1,
  };
}

/** The clock was set back: what was noted moves with it, so that nobody waits for times that are far off now. */
function moveTimes(state: TurnState, byMs: number): void {
  state.givenAt = state.givenAt.map((time) => time + byMs);
  state.pausedUntil += byMs;
  state.aloneUntil += byMs;
  for (const process of Object.values(state.processes)) {
    process.seenAt += byMs;
    process.backBy += byMs;
    for (const priority of ['interactive', 'background'] as const) {
      const since = process.waitsSince[priority];
      if (since !== null) process.waitsSince[priority] = since + byMs;
    }
  }
}

function notePause(state: TurnState, ask: TurnAsk, now: number): void {
  if (ask.pauseMs !== null) {
    // Several requests in flight hear of one and the same pause.
    if (state.pausedUntil <= now) state.throttles++;
    state.pausedUntil = Math.max(state.pausedUntil, now + Math.min(ask.pauseMs, longestPauseMs));
    state.aloneUntil = state.pausedUntil + longestAloneMs;
  } else if (ask.taken && state.pausedUntil <= now) {
    state.throttles = 0;
    state.aloneUntil = 0;
  }
}

/** When the oldest turn of a full window leaves it. */
function windowOpensAt(state: TurnState, { perWindow, windowMs }: TurnLimits): number {
  return (state.givenAt.at(-perWindow) ?? -Infinity) + windowMs;
}

/** What the other processes come to, together; forgets those that were not heard of for long. */
function othersThan(
  state: TurnState,
  process: string,
  now: number,
): { count: number; inFlight: number; waitsSince: Record<Priority, number> } {
  const found = { count: 0, inFlight: 0, waitsSince: { interactive: Infinity, background: Infinity } };
  for (const [name, { seenAt, inFlight, waitsSince, backBy }] of Object.entries(state.processes)) {
    if (seenAt < now - rememberMs) delete state.processes[name];
    else if (name !== process) {
      found.count++;
      if (seenAt + leaseMs > now) found.inFlight += inFlight;
      if (backBy <= now) continue;
      for (const priority of ['interactive', 'background'] as const)
        found.waitsSince[priority] = Math.min(found.waitsSince[priority], waitsSince[priority] ?? Infinity);
    }
  }
  return found;
}
