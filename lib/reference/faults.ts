import { FAULT_KINDS, REQUIRED, SELECTORS, type FaultKind } from './fault-catalogue';
import { fraction } from './random';
import type { Cell } from './security-data';

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
  ms?: number;
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
  'duplicateRows',
  'repeatNextLink',
  'foreignNextLink',
]);

/** The faults in force. */
export class Faults {
  private active: { fault: Fault; left: number; seen: number }[] = [];

  constructor(private readonly seed: number) {}

  /** Puts a new set in place of the old one. */
  replace(faults: readonly Fault[]): void {
    this.active = faults.map((fault) => ({ fault, left: fault.count ?? Infinity, seen: 0 }));
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
