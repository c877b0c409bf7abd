import { fraction } from '@/lib/reference/data/random';
import type { Cell } from '@/lib/reference/data/security-data';

/** Checks one parameter of a fault; answers what is wanted when the value does not fit. */
type ParameterCheck = (value: unknown) => string | null;

const oneOf =
  (...values: readonly unknown[]): ParameterCheck =>
  (value) =>
    values.includes(value) ? null : `one of ${values.map((v) => JSON.stringify(v)).join(', ')}`;

const number =
  (least: number, most: number, whole = true): ParameterCheck =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most && (!whole || Number.isInteger(value))
      ? null
      : `a ${whole ? 'whole ' : ''}number from ${least} to ${most}`;

const text: ParameterCheck = (value) =>
  typeof value === 'string' && value.length > 0 && value.length <= 500
    ? null
    : 'a text of 1 to 500 characters';

const yesNo = oneOf(true, false);

const retryAfter: ParameterCheck = (value) =>
  number(0, 86_400, false)(value) === null ||
  (typeof value === 'string' && /^(none|absurd|date:\d{1,5})$/.test(value))
    ? null
    : 'seconds, "date:<seconds ahead>", "absurd" or "none"';

const cell: ParameterCheck = (value) => {
  const wanted = 'an object with recordType, recordId and entityId, at least one of them';
  if (typeof value !== 'object' || value === null) return wanted;
  const parts = Object.entries(value);
  const known = parts.every(
    ([name, part]) => ['recordType', 'recordId', 'entityId'].includes(name) && typeof part === 'string',
  );
  return known && parts.length > 0 ? null : wanted;
};

/** Parameters that say which requests a fault meets; every kind takes them. */
export const SELECTORS: Readonly<Record<string, ParameterCheck>> = {
  resource: oneOf('security', 'journal', 'metadata', 'companies', 'token', 'any'),
  method: oneOf('GET', 'POST'),
  afterPage: number(0, 1_000_000),
  count: number(1, 1_000_000_000),
  probability: number(0, 1, false),
  cell,
};

const DELAY = number(0, 3_600_000);

/** Every kind of fault with its own parameters. */
export const FAULT_KINDS = {
  status: {
    status: oneOf(400, 401, 403, 404, 408, 409, 429, 500, 502, 503, 504),
    retryAfter,
    body: oneOf('json', 'xml', 'html', 'plain', 'empty'),
    code: text,
    message: text,
    afterApply: yesNo,
  },
  slow: { delayMs: DELAY, slowBytes: number(1, 1_000_000_000) },
  hang: { afterApply: yesNo },
  hold: {},
  dropBefore: {},
  dropAfter: { outageMs: number(1, 600_000) },
  truncate: { variant: oneOf('framing', 'json') },
  html200: {},
  empty200: {},
  wrongJson: {
    variant: oneOf(
      ...['shape', 'number', 'types', 'nullRow', 'twice', 'deep', 'infinite', 'longId', 'longDecimals'],
    ),
  },
  badUtf8: {},
  protoKeys: {},
  dtdBomb: {},
  vanish: {},
  repeatNextLink: {},
  foreignNextLink: { variant: oneOf('origin', 'path') },
  redirect: { location: text },
  hugeBody: {},
  gzipBomb: { megabytes: number(1, 100_000) },
  duplicateRows: { rows: number(1, 1000) },
  endsEarly: { share: number(0, 1, false) },
  leavesOut: { recordType: text, entityId: text },
  echoDiffers: { variant: oneOf('value', 'key') },
  echoEmpty: {},
  notApplied: {},
  refuse: { ms: number(1, 600_000) },
} satisfies Record<string, Record<string, ParameterCheck>>;

type FaultKind = keyof typeof FAULT_KINDS;

/** Parameters without which a kind makes no sense. */
const REQUIRED: Readonly<Partial<Record<FaultKind, readonly string[]>>> = {
  status: ['status'],
  refuse: ['ms'],
};

export type FaultResource = 'security' | 'journal' | 'metadata' | 'companies' | 'token';

/** An active fault as it was put on the control port. */
export interface Fault {
  kind: FaultKind;
  resource?: FaultResource | 'any';
  method?: 'GET' | 'POST';
  /** Meets only pages after this one; the first page is 1. */
  afterPage?: number;
  /** How many requests it meets before it goes; endless without. */
  count?: number;
  /** Part of the requests it meets, decided by the seed. */
  probability?: number;
  cell?: Partial<Cell>;
  status?: number;
  retryAfter?: number | string;
  body?: 'json' | 'xml' | 'html' | 'plain' | 'empty';
  code?: string;
  message?: string;
  afterApply?: boolean;
  delayMs?: number;
  slowBytes?: number;
  variant?: string;
  location?: string;
  megabytes?: number;
  rows?: number;
  share?: number;
  recordType?: string;
  entityId?: string;
  ms?: number;
  outageMs?: number;
}

/** What a request shows to the selectors. */
export interface RequestFacts {
  resource: FaultResource | null;
  method: string;
  page: number;
  cell: Partial<Cell> | null;
}

const isKind = (kind: unknown): kind is FaultKind =>
  typeof kind === 'string' && Object.hasOwn(FAULT_KINDS, kind);

function readFault(given: unknown, at: number): Fault {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new RangeError(`Fault ${at} is not a JSON object.`);
  }
  const { kind, ...parameters }: Record<string, unknown> = { ...given };
  if (!isKind(kind)) {
    throw new RangeError(
      `Fault ${at} has the unknown kind ${JSON.stringify(kind) ?? 'none'}; known are ${Object.keys(FAULT_KINDS).join(', ')}.`,
    );
  }
  const checks: Record<string, (value: unknown) => string | null> = { ...SELECTORS, ...FAULT_KINDS[kind] };
  for (const [name, value] of Object.entries(parameters)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined) throw new RangeError(`Fault ${at} (${kind}) has no parameter "${name}".`);
    const wanted = check(value);
    if (wanted !== null) throw new RangeError(`Fault ${at} (${kind}): "${name}" must be ${wanted}.`);
  }
  for (const name of REQUIRED[kind] ?? []) {
    if (parameters[name] === undefined) throw new RangeError(`Fault ${at} (${kind}) needs "${name}".`);
  }
  return { kind, ...parameters };
}

/** Reads a set of faults: a list, one fault, `{"faults": […]}`, or `{}` for none. Throws RangeError with a sentence. */
export function readFaults(given: unknown): Fault[] {
  if (Array.isArray(given)) return given.map((fault, at) => readFault(fault, at + 1));
  if (typeof given === 'object' && given !== null) {
    const names = Object.keys(given);
    if (names.length === 0) return [];
    if (names.length === 1 && 'faults' in given) return readFaults(given.faults);
  }
  return [readFault(given, 1)];
}

const same = (a: string | undefined, b: string | undefined): boolean => a?.toUpperCase() === b?.toUpperCase();

function meets(fault: Fault, facts: RequestFacts): boolean {
  if (fault.resource !== undefined && fault.resource !== 'any' && fault.resource !== facts.resource)
    return false;
  // Without a word about the resource a fault meets the data and leaves the token endpoint alone.
  if (fault.resource === undefined && (facts.resource === null || facts.resource === 'token')) return false;
  if (fault.method !== undefined && fault.method !== facts.method) return false;
  if (fault.afterPage !== undefined && facts.page <= fault.afterPage) return false;
  if (fault.cell === undefined) return true;
  const { cell } = facts;
  return (
    cell !== null &&
    (fault.cell.recordType === undefined || same(fault.cell.recordType, cell.recordType)) &&
    (fault.cell.recordId === undefined || same(fault.cell.recordId, cell.recordId)) &&
    (fault.cell.entityId === undefined || same(fault.cell.entityId, cell.entityId))
  );
}

/** Faults that let the request go on, so that others may join them. */
const JOINABLE: ReadonlySet<FaultKind> = new Set([
  'slow',
  'hold',
  'duplicateRows',
  'endsEarly',
  'leavesOut',
  'repeatNextLink',
  'foreignNextLink',
]);

function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** The faults in force. */
export class Faults {
  private active: { fault: Fault; left: number; seen: number }[] = [];
  /** Settles when this set of faults is replaced: what is held then goes on. */
  private replaced = gate();
  private readonly gates = new WeakMap<Fault, Promise<void>>();

  constructor(private readonly seed: number) {}

  /** Puts a new set in place of the old one. */
  replace(faults: readonly Fault[]): void {
    this.replaced.open();
    this.replaced = gate();
    this.active = faults.map((fault) => ({ fault, left: fault.count ?? Infinity, seen: 0 }));
    for (const fault of faults) this.gates.set(fault, this.replaced.opened);
  }

  /** Resolves when a fault is no longer in force. */
  async untilReplaced(fault: Fault): Promise<void> {
    await this.gates.get(fault);
  }

  /** The faults in force with what is left of their counts; null means endless. */
  list(): { fault: Fault; left: number | null; met: number }[] {
    return this.active.map(({ fault, left, seen }) => ({
      fault,
      left: Number.isFinite(left) ? left : null,
      met: seen,
    }));
  }

  /** The faults that meet a request, in their order; counts go down. After one that decides the answer no more follow. */
  take(facts: RequestFacts): Fault[] {
    const taken: Fault[] = [];
    this.active.forEach((entry, at) => {
      const { fault } = entry;
      const decided = taken.some((earlier) => !JOINABLE.has(earlier.kind));
      if (decided || entry.left <= 0 || fault.kind === 'refuse' || !meets(fault, facts)) return;
      entry.seen += 1;
      if (fault.probability !== undefined && fraction(this.seed, entry.seen, 300 + at) >= fault.probability)
        return;
      entry.left -= 1;
      taken.push(fault);
    });
    return taken;
  }
}
