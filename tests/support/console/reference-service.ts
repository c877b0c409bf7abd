import type { AccessChange, Cell } from '@/lib/contract/access/access';
import { SecurityData } from '@/lib/reference/data/security-data';
import { parseSize } from '@/lib/reference/data/size';
import { startReferenceService, type ReferenceOptions, type RunningReference } from '@/lib/reference/service';

/** A change of a cell from the value it has. */
export type Turn = Required<AccessChange>;

/** What a test says to a reference service past any console. */
export interface ServiceControl {
  /** Speaks to the control port. @throws Error with what it answers instead of a success. */
  control: (method: string, path: string, body?: unknown) => Promise<unknown>;
  /** What goes wrong from now on; nothing unless told. */
  faults: (...faults: object[]) => Promise<void>;
  /** The value that the service has; null: no such assignment. */
  truth: (cell: Cell) => Promise<boolean | null>;
  /** Changes a cell, past the console. */
  outside: (change: AccessChange) => Promise<void>;
  /** How many changes reached the service since its counters began. */
  totalPosts: () => Promise<number>;
}

/** A running reference service. */
export interface ReferenceService extends ServiceControl {
  reference: RunningReference;
  /** The next so many assignments that nobody has used yet, each to be turned round from the value of the beginning. */
  fresh: (count: number) => Turn[];
  /** The same, one. */
  one: () => Turn;
}

/** Starts one on free ports, in memory only. */
export async function startService(options: ReferenceOptions = {}): Promise<ReferenceService> {
  const reference = await startReferenceService({ stateFile: null, ...options });
  const turns = allTurns(options);
  const one = (): Turn => {
    const { value } = turns.next();
    if (!value) throw new Error('The service has too few assignments for these tests.');
    return value;
  };
  const fresh = (count: number) => Array.from({ length: count }, one);
  return { ...controlAt(reference.controlUrl), reference, fresh, one };
}

/** By the address of a control port. */
export function controlAt(controlUrl: string): ServiceControl {
  const control: ServiceControl['control'] = async (method, path, body) => {
    const response = await fetch(`${controlUrl}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${String(response.status)}: ${await response.text()}`);
    return response.json().catch(() => null) as Promise<unknown>;
  };
  return {
    control,
    faults: async (...faults) => void (await control('PUT', '/faults', faults)),
    truth: async ({ recordType, recordId, entityId }) => {
      const where = new URLSearchParams({ recordType, recordId, entityId }).toString();
      const answer = await fetch(`${controlUrl}/cell?${where}`);
      return answer.ok ? ((await answer.json()) as { accessible: boolean }).accessible : null; // the control port's own shape
    },
    outside: async ({ recordType, recordId, entityId, accessible }) =>
      void (await control('POST', '/outside-change', { recordType, recordId, entityId, accessible })),
    totalPosts: async () => ((await control('GET', '/counters')) as { totalPosts: number }).totalPosts, // as above
  };
}

/** Every assignment of a service as it begins, in its order: it computes them from its seed and its size. */
export function* allTurns({ seed = 1, size = 'demo' }: ReferenceOptions): Generator<Turn, undefined> {
  const { entities, records, pattern } = new SecurityData(seed, parseSize(size));
  const row = new Uint8Array(entities.codes.length);
  for (const [at, recordId] of records.ids.entries()) {
    const recordType = records.types[records.typeOf[at] ?? 0] ?? '';
    pattern.fill(at, row);
    for (const [column, entityId] of entities.codes.entries()) {
      const expected = row[column] === 1;
      yield { recordType, recordId, entityId, accessible: !expected, expected };
    }
  }
}
