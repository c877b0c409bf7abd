import type { MatrixStatus, ChangeAccess, AccessOutcome } from '@/lib/contract/access/access';
import type { ChangeCell, ChangeSet } from '@/lib/contract/changes/changes';
import type { AccessEvent } from '@/lib/contract/events';
import type { ApiError } from '@/lib/client/api';
import { MatrixStore } from '@/lib/client/matrix/matrix-store';
import type { Announcement } from '@/lib/client/matrix/optimistic-edits';
import type { StagedKeeper } from '@/lib/client/matrix/staged-changes';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import type { AccessMatrix } from '@/lib/domain/access/matrix';

export const cell = { recordType: 'Customer', recordId: '40000', entityId: '100' };

/** A store over a console whose answers the test gives one by one; nothing has been read yet. */
export function answeringStore(keeper: StagedKeeper | null = null) {
  const posts: {
    change: ChangeAccess;
    key: string;
    answer: (outcome: AccessOutcome) => void;
    fail: (error: Error) => void;
  }[] = [];
  /** What is said of change sets; of others that the console is away. */
  const sets = new Map<string, ChangeSet | ApiError>();
  const undone: { answer: (cells: readonly ChangeCell[]) => void }[] = [];
  const said: Announcement[] = [];
  const looks: string[] = [];
  let setsRead = 0;
  const pauses: number[] = [];
  const store = new MatrixStore({
    personId: 'me',
    keeper,
    transport: {
      post: (change, key) =>
        new Promise((answer, fail) => {
          posts.push({ change, key, answer, fail });
        }),
      readSet: (id) => {
        setsRead++;
        const set = sets.get(id) ?? new Error('away');
        return set instanceof Error ? Promise.reject(set) : Promise.resolve(set);
      },
      readUndone: () =>
        new Promise((answer) => {
          undone.push({ answer });
        }),
      wait: (ms) => {
        pauses.push(ms);
        return ms === 5_000 ? new Promise<boolean>(() => undefined) : Promise.resolve(false);
      },
    },
  });
  store.subscribe((cells) => {
    if (!cells.some(({ entityId }) => entityId === cell.entityId)) return;
    const [note, heard] = [store.cells.note(cell), store.cells.heard(cell)];
    const value = note?.value ?? heard?.value ?? store.cells.stateOf(cell); // not all tests have a matrix
    looks.push(`${note?.phase ?? 'settled'} ${value}`);
  });
  store.onAnnouncement((one) => said.push(one));
  return { store, posts, sets, undone, said, looks, pauses, asked: () => setsRead };
}

export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** A status of a matrix that was read to its end. */
export function status(more: Partial<MatrixStatus> = {}): MatrixStatus {
  return {
    version: 'a',
    ledgerSeq: 1,
    complete: true,
    loading: false,
    assignments: 2,
    arrived: 2,
    records: 1,
    entities: 2,
    asOf: '2026-11-20T10:00:00Z',
    problem: null,
    unknown: [],
    doubt: null,
    outside: { count: 0, cells: [] },
    ...more,
  };
}

/** A matrix of the cell and its neighbour in entity 110, neither with access unless told. */
export function matrixOf(isGranted = false): AccessMatrix {
  const matrix = new GrowingMatrix();
  for (const entityId of ['100', '110']) matrix.add(cell.recordType, cell.recordId, entityId, isGranted);
  return matrix;
}

/** What an event tells of the cell. */
export const told = (more: Partial<AccessEvent['cells'][number]> = {}): AccessEvent['cells'][number] => ({
  ...cell,
  accessible: true,
  unconfirmed: false,
  applied: true,
  outside: false,
  changeSetId: 's',
  person: { id: 'dana', name: 'Dana' },
  ...more,
});

/** A change set, as far as the store looks at it. */
export function setIs(state: ChangeSet['state'], more: Partial<ChangeSet> = {}): ChangeSet {
  const counts = {
    total: 2,
    pending: 0,
    applied: 1,
    already: 0,
    conflict: 1,
    rejected: 0,
    unknown: 0,
    cancelled: 0,
  };
  const person = { id: 'me', name: 'Me' };
  return { id: 'set', state, kind: 'changes', undoOf: null, person, counts, ...more } as ChangeSet; // the rest is not looked at
}
