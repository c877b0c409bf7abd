import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from '@/lib/client/api';
import type { CellPhase } from '@/lib/client/matrix/annotated-cells';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import type { Cell, MatrixStatus } from '@/lib/contract/access/access';
import type { Problem } from '@/lib/contract/errors';
import type { AccessEvent } from '@/lib/contract/events';
import { remoteEditsInWords } from '@/lib/domain/access/remote-edit-words';
import { entityOrder, recordOrder } from '@/lib/domain/access/filter/matrix-filter';
import { visibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import { matrixOverview, rangeInWords } from '@/lib/domain/access/matrix-overview';
import { noNames } from '@/lib/domain/access/names/matrix-names';
import { someSet } from '@/tests/support/changes/some-set';
import {
  answeringStore,
  cell,
  matrixOf,
  setIs,
  settled,
  status,
  told,
} from '@/tests/support/browser/answering-store';

let lastEntry = 10;
/** The next entries of the ledger tell this of cells. */
const take = (store: MatrixStore, cells: AccessEvent['cells']): void => store.takeCells(cells, ++lastEntry);

type Post = ReturnType<typeof answeringStore>['posts'][number];

const problem = (more: Partial<Problem>): ApiError =>
  new ApiError({
    title: 'No',
    status: 422,
    code: 'rejected',
    detail: 'It is locked.',
    requestId: 'r',
    ...more,
  });

describe('a change of access', () => {
  it('is shown at once, sent with the value seen, and settled by the answer', async () => {
    const { store, posts, looks, said } = answeringStore();
    const done = store.edits.switch(cell, false);
    expect(looks).toEqual(['pending granted']);
    expect(store.cells.inFlight > 0).toBe(true);
    expect(posts[0]?.change).toEqual({ ...cell, accessible: true, expected: false });
    posts[0]?.answer({ outcome: 'applied', changeId: '1' });
    await done;
    expect(looks).toEqual(['pending granted', 'settled granted']);
    expect(store.cells.inFlight).toBe(0);
    expect(said).toEqual([{ cell, kind: 'proven', title: 'Entity 100 can now use Customer 40000.' }]);
  });

  it('is sent once, however often the switch is pressed before the answer', async () => {
    const { store, posts, looks, said } = answeringStore();
    const done = store.edits.switch(cell, false);
    await store.edits.switch(cell, true);
    await store.edits.switch(cell, true);
    expect(posts).toHaveLength(1);
    expect(said.map(({ title }) => title)).toEqual(
      Array(2).fill('Customer 40000, entity 100: the change before is still on its way.'),
    );
    posts[0]?.answer({ outcome: 'already', changeId: '1' });
    await done;
    // Who gave it the value before is not known: it may have been this person, in another tab.
    expect(said.at(-1)?.title).toBe(
      'Entity 100 can now use Customer 40000: it was changed elsewhere meanwhile, so nothing was sent.',
    );
    expect(looks.at(-1)).toBe('settled granted');
  });

  it('rolls back and says why when the service refuses', async () => {
    const { store, posts, said } = answeringStore();
    const done = store.edits.switch(cell, false);
    posts[0]?.fail(problem({}));
    await done;
    expect(store.cells.note(cell)).toMatchObject({
      phase: 'refused',
      words: 'The service refused: It is locked. Nothing was changed.',
    });
    expect(said).toMatchObject([
      { kind: 'problem', detail: 'The service refused: It is locked. Nothing was changed.' },
    ]);
  });

  it('stays unknown without proof, and refuses to be pressed until then', async () => {
    const { store, posts, said } = answeringStore();
    const done = store.edits.switch(cell, false);
    posts[0]?.answer({ outcome: 'unknown', changeId: '1', detail: 'Not proven.' });
    await done;
    expect(store.cells.note(cell)).toMatchObject({ phase: 'unconfirmed', words: 'Not proven.' });
    await store.edits.switch(cell, true);
    expect(posts).toHaveLength(1);
    store.show({ matrix: matrixOf(true), status: status({ ledgerSeq: 99 }) }, store.ask());
    expect(store.cells.note(cell)).toBeUndefined();
    await settled(); // the change set cannot be read
    expect(said.at(-1)?.title).toBe(
      'Customer 40000, entity 100: the outcome is known now, the switch shows it.',
    );
  });

  it('is taken back like any other once it is known that it was made after all', async () => {
    const { store, posts } = answeringStore();
    const done = store.edits.switch(cell, false);
    posts[0]?.fail(problem({ code: 'internal', status: 503 })); // the answer is lost
    await settled();
    expect([store.own.last, store.own.isNewestMade]).toEqual([null, false]);
    posts[1]?.answer({ outcome: 'applied', changeId: 'late' });
    await done;
    expect(store.own.isNewestMade).toBe(true);
    undoLast(store);
    expect(posts[2]?.change).toMatchObject({ ...cell, accessible: false, undoOf: 'late' });
  });

  it('that is confirmed late is offered from then on', async () => {
    const { store, posts, sets, undone } = answeringStore();
    const done = store.edits.switch(cell, false);
    posts[0]?.answer({ outcome: 'unknown', changeId: 'late' });
    await done;
    expect([store.own.last, store.own.isNewestMade]).toEqual([null, false]);
    sets.set('late', setIs('done', { id: 'late', kind: 'switch' }));
    store.show({ matrix: matrixOf(true), status: status({ ledgerSeq: 99 }) }, store.ask());
    await settled();
    undone[0]?.answer([]);
    await settled();
    expect(store.own.find('late')).toMatchObject({ kind: 'switch', cell, value: true });
    expect(store.own.isNewestMade).toBe(true);
  });

  it('is sent again, as the same change, until the console answers it', async () => {
    const { store, posts, looks, said, pauses } = answeringStore();
    const done = store.edits.switch(cell, false);
    const failures = [
      new ApiError({ ...problem({}).problem, code: 'internal' }, true),
      problem({ code: 'service-unavailable', status: 503 }),
      problem({ code: 'rate-limited', status: 429 }),
      new ApiError({ ...problem({}).problem, code: 'internal' }, true),
      problem({ code: 'ledger-unavailable', status: 503 }),
      problem({ code: 'internal', status: 502 }),
      problem({ code: 'internal', status: 502 }),
    ];
    for (const [at, failure] of failures.entries()) {
      posts[at]?.fail(failure);
      await settled();
      expect([looks.at(-1), store.cells.inFlight, posts.length]).toEqual(['unanswered granted', 1, at + 2]);
    }
    posts.at(-1)?.answer({ outcome: 'applied', changeId: 's' });
    await done;
    for (const [at, { change, key }] of posts.entries()) {
      const { pressedMsAgo, ...pressed } = change;
      expect([pressed, key]).toEqual([posts[0]?.change, posts[0]?.key]);
      expect(typeof pressedMsAgo).toBe(at === 0 ? 'undefined' : 'number'); // the console sends no old press late
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
    expect([looks.at(-1), store.cells.inFlight]).toEqual(['settled granted', 0]);
    expect(said.map(({ kind }) => kind)).toEqual(['problem', 'proven']);
  });

  it('believes a refusal of the change that it sent again', async () => {
    const { store, posts, looks } = answeringStore();
    const done = store.edits.switch(cell, false);
    posts[0]?.fail(new ApiError({ ...problem({}).problem, code: 'internal' }, true));
    await settled();
    posts[1]?.fail(problem({ code: 'rejected', status: 422, current: false }));
    await done;
    expect(looks.at(-1)).toBe('refused denied');
    expect(posts).toHaveLength(2);
  });

  it.each([
    ['already', (post: Post): void => post.answer({ outcome: 'already', changeId: 's' })],
    [
      'a conflict',
      (post: Post): void => post.fail(problem({ code: 'conflict', status: 409, current: null })),
    ],
  ])('after a lost answer never says that nothing was sent or changed: %s', async (_, end) => {
    const { store, posts, said } = answeringStore();
    const done = store.edits.switch(cell, false);
    posts[0]?.fail(new ApiError({ ...problem({}).problem, code: 'internal' }, true));
    await settled();
    const [, repeated] = posts;
    if (repeated) end(repeated);
    await done;
    expect(said).toHaveLength(2);
    for (const { title, detail } of said) expect(`${title} ${detail ?? ''}`).not.toMatch(/nothing was/i);
  });

  it('says who changed the cell meanwhile, when that is known, and what it has now', async () => {
    const { store, posts, looks, said } = answeringStore();
    const done = store.edits.switch(cell, false);
    const changedBy = { name: 'Dana', at: new Date().toISOString() };
    posts[0]?.fail(problem({ code: 'conflict', status: 409, current: true, changedBy }));
    await done;
    const time = new Date(changedBy.at).toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit' });
    const sentence = `Dana changed it at ${time}; it has access now. Nothing was changed. Press the switch again if you still want to change it.`;
    expect([looks.at(-1), store.cells.note(cell)?.words]).toEqual(['conflict granted', sentence]);
    expect(said[0]?.detail).toBe(sentence);
  });
});

it('a change that met with another one under way is refused in its own words', async () => {
  const { store, posts } = answeringStore();
  const done = store.edits.switch(cell, false);
  posts[0]?.fail(problem({ code: 'conflict', status: 409, detail: 'Another change is being made.' }));
  await done;
  const words = 'Another change is being made. Nothing was changed.';
  expect(store.cells.note(cell)).toEqual({ phase: 'refused', words });
});

describe('a change that was refused without a word of the value', () => {
  const busy = problem({ code: 'rate-limited', status: 429, detail: 'Too many requests.' });
  /** The document says no access; the person gave it since, by entry 102. */
  async function givenSince() {
    const answering = answeringStore();
    const { store, posts } = answering;
    store.show({ matrix: matrixOf(), status: status({ ledgerSeq: 100 }) }, store.ask());
    const done = store.edits.switch(cell, false);
    posts[0]?.answer({ outcome: 'applied', changeId: '1', seq: 102 });
    await done;
    return answering;
  }

  it('leaves the cell what it was before the press, until a document contains it', async () => {
    const { store, posts, looks } = await givenSince();
    const done = store.edits.switch(cell, true);
    posts[1]?.fail(busy);
    await done;
    expect(looks.at(-1)).toBe('refused granted');
    store.show({ matrix: matrixOf(), status: status({ ledgerSeq: 101 }) }, store.ask());
    expect(store.cells.stateAt(0, 0)).toBe('granted');
    store.show({ matrix: matrixOf(), status: status({ ledgerSeq: 102 }) }, store.ask());
    expect([store.cells.note(cell)?.phase, store.cells.stateAt(0, 0)]).toEqual(['refused', 'denied']);
  });

  it('does not bring back what a document that came meanwhile contains', async () => {
    const { store, posts } = await givenSince();
    const done = store.edits.switch(cell, true);
    store.show({ matrix: matrixOf(), status: status({ ledgerSeq: 110 }) }, store.ask());
    posts[1]?.fail(busy);
    await done;
    expect([store.cells.note(cell)?.phase, store.cells.stateAt(0, 0)]).toEqual(['refused', 'denied']);
  });
});

it('a change whose answer was lost is left to the console where it answers this person no more', async () => {
  for (const code of ['forbidden', 'not-found', 'invalid-request', 'signed-out'] as const) {
    const { store, posts, looks, said } = answeringStore();
    const done = store.edits.switch(cell, false);
    posts[0]?.fail(problem({ code: 'internal', status: 503 }));
    await settled();
    posts[1]?.fail(problem({ code, status: 403 }));
    await done;
    expect([looks.at(-1), store.cells.inFlight, posts.length]).toEqual(['unconfirmed granted', 0, 2]);
    expect(said.at(-1)).toMatchObject({
      kind: 'problem',
      detail: expect.not.stringContaining('again') as string,
    });
    store.show({ matrix: matrixOf(true), status: status({ ledgerSeq: 99 }) }, store.ask());
    expect(store.cells.note(cell)).toBeUndefined();
    expect(said.at(-1)?.title).toMatch(/the outcome is known now, the switch shows it\.$/);
  }
});

describe('what the console tells of a cell', () => {
  it('leaves a change that the person has under way alone until its own answer', async () => {
    const { store, posts, looks } = answeringStore();
    const done = store.edits.switch(cell, true);
    take(store, [told({ accessible: true })]);
    expect(looks).toEqual(['pending denied']);
    posts[0]?.fail(problem({ code: 'conflict', status: 409, current: true }));
    await done;
    expect(looks.at(-1)).toBe('conflict granted');
    take(store, [told({ accessible: false })]);
    expect(looks.at(-1)).toBe('conflict denied');
  });

  it('gives way to what somebody changed after it, though its answer comes last', async () => {
    const { store, posts, looks } = answeringStore();
    const done = store.edits.switch(cell, false);
    store.takeCells([told({ accessible: true })], 50); // the change itself
    store.takeCells([told({ accessible: false })], 51); // a colleague's after it
    posts[0]?.answer({ outcome: 'applied', changeId: 's', seq: 50 });
    await done;
    expect(looks.at(-1)).toBe('settled denied');
  });

  it('whose answer was lost gives way to what somebody changed before its repetition was answered', async () => {
    const { store, posts, looks } = answeringStore();
    store.show({ matrix: matrixOf(), status: status({ ledgerSeq: 49 }) }, store.ask());
    const done = store.edits.switch(cell, false);
    posts[0]?.fail(problem({ code: 'internal', status: 503 }));
    await settled();
    store.takeCells([told({ accessible: true })], 50); // the change itself
    store.takeCells([told({ accessible: false })], 51); // a colleague's after it
    posts[1]?.answer({ outcome: 'applied', changeId: 's' }); // read from its row, which has no number
    await done;
    expect(looks.at(-1)).toBe('settled denied');
  });

  it('marks what somebody sent without proof, keeps it from being pressed, and takes the mark off again', async () => {
    const { store, posts, looks, said } = answeringStore();
    take(store, [told({ unconfirmed: true, applied: false })]);
    expect(looks).toEqual(['unconfirmed granted']);
    expect(store.cells.note(cell)?.words).toContain('Dana changed this');
    const own = told({ entityId: '110', unconfirmed: true, person: { id: 'me', name: 'Me' } });
    take(store, [own]); // from another tab
    expect(store.cells.note(own)?.words).toContain('You changed this');
    await store.edits.switch(cell, true);
    expect(posts).toHaveLength(0);
    take(store, [told()]);
    expect(looks.at(-1)).toBe('settled granted');
    expect(said.map(({ title }) => title)).not.toContainEqual(
      expect.stringContaining('the outcome is known'),
    );
  });
});

describe('what the service is known to have', () => {
  const rows = (store: MatrixStore, state: 'nobody' | 'has') => {
    const { matrix } = store.cells;
    const orders = { records: recordOrder(matrix), entities: entityOrder(matrix, noNames) };
    const query = { recordTypes: [], text: '', entity: '100', rows: state, isUsedOnly: true } as const;
    const shown = visibleMatrix(matrix, orders, { ...query, sort: { by: 'id' }, isReversed: false });
    return [shown.records.length, shown.entities.length];
  };

  it('is what filters, empty columns and the overview go by, before another document comes', async () => {
    const { store, posts } = answeringStore();
    store.show({ matrix: matrixOf(), status: status() }, store.ask());
    const before = store.cells.matrix;
    const done = store.edits.switch(cell, false);
    expect([rows(store, 'nobody'), rows(store, 'has')]).toEqual([
      [1, 0],
      [0, 0],
    ]); // it is not known yet
    posts[0]?.answer({ outcome: 'applied', changeId: '1', seq: 5 });
    await done;
    expect([rows(store, 'nobody'), rows(store, 'has')]).toEqual([
      [0, 0],
      [1, 1],
    ]);
    const one = Uint32Array.of(0);
    expect([...matrixOverview(before, one, one, { columns: 1, rows: 1 }).granted]).toEqual([255]);
    expect(rangeInWords(before, one, one, { top: 0, bottom: 0, left: 0, right: 0 })).toContain('has access');
    expect(store.document?.matrix).toBe(before); // so that no row moves by itself
  });

  it('goes into the next document where that is older, and into none that is newer', () => {
    const { store } = answeringStore();
    store.show({ matrix: matrixOf(), status: status() }, store.ask());
    store.takeCells([told()], 100);
    store.show({ matrix: matrixOf(), status: status({ ledgerSeq: 99, version: 'b' }) }, store.ask());
    expect(rows(store, 'has')).toEqual([1, 1]);
    store.show({ matrix: matrixOf(), status: status({ ledgerSeq: 101, version: 'c' }) }, store.ask());
    expect(rows(store, 'has')).toEqual([0, 0]);
    store.takeCells([told()], 100); // told late, and contained
    expect(rows(store, 'has')).toEqual([0, 0]);
  });
});

describe('edits of others in words', () => {
  it.each([
    [[told()], 'Dana gave entity 100 access to Customer 40000.'],
    [
      [told({ unconfirmed: true })],
      'Dana changed Customer 40000, entity 100; whether it happened is not known yet.',
    ],
    [
      [told({ outside: true, person: null, accessible: null })],
      'Customer 40000, entity 100 was changed in the service, not by this console: it is no longer set up.',
    ],
    [[told(), told({ person: { id: 'e', name: 'Eve' } })], '2 assignments in view were changed by others.'],
  ])('%#', (cells, words) => {
    expect(remoteEditsInWords(cells)).toBe(words);
  });
});

/** Takes back the newest change of the tab, as its button does. */
function undoLast(store: MatrixStore): void {
  const { last } = store.own;
  if (last?.kind !== 'switch') throw new Error('It was a switch.');
  store.edits.undo(last);
}

describe('the mark of a change that was read back', () => {
  it('goes when the undo of its set begins, so that it is not taken for the mark of the undo', () => {
    const { store } = answeringStore();
    store.show({ matrix: matrixOf(), status: status() }, store.ask());
    take(store, [told({ changeSetId: 'some' })]);
    expect(store.cells.annotation(cell)?.mark).toBe('just-proven');
    store.takeSet(someSet({ id: 'undo', undoOf: 'other' }), false);
    expect(store.cells.annotation(cell)?.mark).toBe('just-proven');
    store.takeSet(someSet({ id: 'undo', undoOf: 'some' }), false);
    expect(store.cells.annotation(cell)).toBeUndefined();
    take(store, [told({ accessible: false, changeSetId: 'undo' })]);
    store.takeSet(someSet({ id: 'undo', undoOf: 'some' }), false);
    expect(store.cells.annotation(cell)?.mark).toBe('just-proven');
  });

  it('comes back where the undo has left the value', () => {
    const { store } = answeringStore();
    store.show({ matrix: matrixOf(), status: status() }, store.ask());
    const left = { ...cell, entityId: '110' };
    take(store, [told({ changeSetId: 'some' }), told({ ...left, changeSetId: 'some' })]);
    const undo = someSet({ id: 'undo', undoOf: 'some' });
    store.takeSet(undo, false);
    take(store, [told({ accessible: false, applied: false, changeSetId: null })]); // by another person
    store.takeSet({ ...undo, state: 'done' }, true);
    expect(store.cells.annotation(cell)).toBeUndefined();
    expect(store.cells.annotation(left)?.mark).toBe('just-proven');
  });

  it('is drawn anew once while the undo goes on, however often it says how far it is', () => {
    const { store } = answeringStore();
    store.show({ matrix: matrixOf(), status: status() }, store.ask());
    take(store, [told({ changeSetId: 'some' })]);
    const drawn: Cell[] = [];
    store.subscribe((cells) => drawn.push(...cells));
    const undo = someSet({ id: 'undo', undoOf: 'some' });
    for (let event = 0; event < 3; event++) store.takeSet(undo, false);
    expect(drawn).toEqual([cell]);
  });

  it('goes where a document has another value, of which no event told', () => {
    const { store } = answeringStore();
    store.show({ matrix: matrixOf(), status: status() }, store.ask());
    const left = { ...cell, entityId: '110' };
    take(store, [told({ changeSetId: 'some' }), told({ ...left, changeSetId: 'some' })]);
    const undo = someSet({ id: 'undo', undoOf: 'some' });
    store.takeSet(undo, false);
    const matrix = matrixOf(true);
    matrix.set(0, 0, 'denied');
    store.show(
      { matrix, status: status({ ledgerSeq: ++lastEntry, outside: { count: 1, cells: [cell] } }) },
      store.ask(),
    );
    store.takeSet({ ...undo, state: 'done' }, true);
    expect(store.cells.annotation(cell)?.mark).toBe('outside');
    expect(store.cells.annotation(left)?.mark).toBe('just-proven');
  });
});

describe('taking back', () => {
  const other = { ...cell, entityId: '110' };
  const done = { outcome: 'applied', changeId: 'one' } as const;

  it('reverses the newest change once it was made, and only once', async () => {
    const { store, posts } = answeringStore();
    void store.edits.switch(cell, false);
    expect([store.own.last, store.own.isNewestMade]).toEqual([null, false]);
    posts[0]?.answer(done);
    await settled();
    expect(store.own.last).toEqual({ kind: 'switch', cell, value: true, changeSetId: 'one' });
    expect(posts[0]?.change.undoOf).toBeUndefined();
    undoLast(store);
    expect(posts[1]?.change).toMatchObject({ ...cell, accessible: false, expected: true, undoOf: 'one' });
    posts[1]?.answer({ outcome: 'applied', changeId: 'back' });
    await settled();
    expect([store.own.last, store.own.isNewestMade]).toEqual([null, true]);
  });

  it('that was refused leaves the change to be taken back, and is not taken for made', async () => {
    const { store, posts } = answeringStore();
    void store.edits.switch(cell, false);
    posts[0]?.answer(done);
    await settled();
    undoLast(store);
    posts[1]?.fail(problem({}));
    await settled();
    expect(store.own.last).toMatchObject({ changeSetId: 'one' });
    expect(store.own.isNewestMade).toBe(false);
  });

  it('sends nothing for what was taken back since, by somebody else or the undo of a set', async () => {
    const { store, posts, said } = answeringStore();
    store.show({ matrix: matrixOf(), status: status() }, store.ask());
    void store.edits.switch(cell, false);
    posts[0]?.answer({ ...done, seq: ++lastEntry });
    await settled();
    take(store, [told({ accessible: false })]);
    undoLast(store);
    expect(posts).toHaveLength(1);
    expect(said.at(-1)).toMatchObject({
      title: expect.stringMatching(/changed back since\. Nothing was sent\.$/) as string,
    });
    expect(store.own.last).toBeNull();
    expect([...store.own.unchanged]).toEqual(['one']); // though the server goes on listing it
  });

  it('sends nothing for a cell that a colleague has open', async () => {
    const { store, posts, said } = answeringStore();
    void store.edits.switch(cell, false);
    posts[0]?.answer(done);
    await settled();
    take(store, [told({ accessible: false, unconfirmed: true, applied: false, changeSetId: null })]);
    undoLast(store);
    expect(posts).toHaveLength(1);
    expect(said.at(-1)?.title).toMatch(/not known yet whether the change before happened/);
    expect(store.own.last).toMatchObject({ changeSetId: 'one' });
  });

  it.each(['refused', 'already', 'unknown'] as const)(
    'the newest press was not made where it is %s, until one is',
    async (end) => {
      const { store, posts } = answeringStore();
      const press = (at: number, one: typeof cell) => {
        void store.edits.switch(one, false);
        return posts[at];
      };
      press(0, cell)?.answer(done);
      await settled();
      const second = press(1, other);
      expect(store.own.isNewestMade).toBe(false);
      if (end === 'refused') second?.fail(problem({}));
      else second?.answer({ outcome: end, changeId: 'two' });
      await settled();
      expect([store.own.last, store.own.isNewestMade]).toMatchObject([{ changeSetId: 'one' }, false]);
      press(2, { ...cell, entityId: '120' })?.answer({ ...done, changeId: 'three' });
      await settled();
      expect([store.own.last, store.own.isNewestMade]).toMatchObject([{ changeSetId: 'three' }, true]);
    },
  );
});

it('waits only for switches without a first answer', async () => {
  const { store, posts } = answeringStore();
  let isOver = false;
  void store.edits.switch(cell, false);
  void store.whenAnswered().then(() => (isOver = true));
  await settled();
  expect(isOver).toBe(false);
  posts[0]?.fail(problem({ code: 'internal', status: 503 }));
  await settled();
  expect([isOver, store.cells.inFlight]).toEqual([true, 1]);
});

describe('what is newer', () => {
  /** A store with a note of that phase, or a value that was heard, at entry 100 of the ledger. */
  async function noted(phase: CellPhase | 'heard') {
    const { store, posts, said } = answeringStore();
    store.show({ matrix: matrixOf(), status: status() }, store.ask());
    if (phase === 'heard') store.takeCells([told()], 100);
    else if (phase === 'unconfirmed') store.takeCells([told({ unconfirmed: true, applied: false })], 100);
    else {
      void store.edits.switch(cell, false);
      if (phase === 'unanswered') posts[0]?.fail(problem({ code: 'internal', status: 503 }));
      if (phase === 'refused') posts[0]?.fail(problem({ current: true }));
      await settled();
    }
    expect(store.cells.note(cell)?.phase ?? 'heard').toBe(phase);
    const shows = (ledgerSeq: number, more: Parameters<typeof status>[0] = {}) =>
      store.show({ matrix: matrixOf(), status: status({ ledgerSeq, ...more }) }, store.ask());
    return { store, shows, said };
  }

  it('keeps what was told until a document contains it, so that an older one cannot flip it back', async () => {
    const { store, shows } = await noted('heard');
    shows(99, { version: 'b' });
    expect(store.cells.stateAt(0, 0)).toBe('granted');
    shows(100);
    expect(store.cells.stateAt(0, 0)).toBe('denied');
  });

  it('never lets a matrix replace a change that is on its way, or whose fate the page is asking for', async () => {
    for (const phase of ['pending', 'unanswered'] as const) {
      const { store, shows } = await noted(phase);
      shows(900);
      expect(store.cells.note(cell)?.phase).toBe(phase);
    }
  });

  it('keeps an unconfirmed change until the console no longer names it in a document that goes so far', async () => {
    const { store, shows } = await noted('unconfirmed');
    shows(200, { unknown: [cell] });
    expect(store.cells.note(cell)?.phase).toBe('unconfirmed');
    store.takeStatus(status({ ledgerSeq: 300, version: 'b' }), store.ask());
    expect(store.cells.note(cell)?.phase).toBe('unconfirmed'); // its outcome is in another version
    expect(store.isKeptUp).toBe(false);
    shows(300, { version: 'b' });
    expect(store.cells.note(cell)).toBeUndefined();
  });

  it('takes a status of the version on the screen for what is on the screen', async () => {
    const { store } = await noted('heard');
    store.takeStatus(status({ ledgerSeq: 300 }), store.ask());
    expect([store.cells.heard(cell), store.cells.stateAt(0, 0)]).toEqual([undefined, 'granted']);
    store.takeStatus(status({ ledgerSeq: 301, unknown: [cell] }), store.ask());
    expect(store.cells.annotationAt(0, 0)).toMatchObject({ mark: 'unconfirmed' });
    store.takeStatus(status({ ledgerSeq: 302 }), store.ask());
    expect(store.cells.annotationAt(0, 0)).toMatchObject({ mark: 'just-proven' });
  });

  it('marks a change that was read back for ten minutes, and below it what was changed outside until it is reviewed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { store } = await noted('heard');
    const outside = { count: 1, cells: [cell] };
    const touched: (readonly Cell[])[] = [];
    store.subscribe((cells) => touched.push(cells));
    store.takeStatus(status({ ledgerSeq: 300, outside }), store.ask());
    expect(touched.flat()).toContainEqual(cell);
    const markAfter = (ms: number) => {
      vi.setSystemTime(Date.now() + ms);
      return store.cells.annotationAt(0, 0)?.mark;
    };
    expect([markAfter(0), markAfter(2_000), markAfter(600_000)]).toEqual([
      'just-proven',
      'proven',
      'outside',
    ]);
    store.takeStatus(status({ ledgerSeq: 301 }), store.ask());
    expect(markAfter(0)).toBeUndefined();
    store.takeCells([told({ accessible: true, applied: true })], 400);
    expect(markAfter(0)).toBe('just-proven');
    store.takeCells([told({ accessible: false, applied: false, outside: true, person: null })], 401);
    expect(markAfter(0)).toBeUndefined(); // what the change left is gone
  });

  it('marks a change as read back also where the document came before the event', async () => {
    const { store } = await noted('unconfirmed');
    store.show({ matrix: matrixOf(true), status: status({ ledgerSeq: 300 }) }, store.ask());
    expect(store.cells.annotationAt(0, 0)).toBeUndefined(); // whether it was applied is not known yet
    store.takeCells([told({ accessible: false, applied: true })], 299);
    expect(store.cells.annotationAt(0, 0)).toBeUndefined(); // it has that value no more
    store.takeCells([told({ accessible: true, applied: true })], 300);
    expect(store.cells.annotationAt(0, 0)).toMatchObject({ mark: 'just-proven' });
  });

  it('keeps the mark of a refused change, but takes its value from newer documents', async () => {
    const { store, shows } = await noted('refused');
    shows(200);
    expect([store.cells.note(cell)?.phase, store.cells.stateAt(0, 0)]).toEqual(['refused', 'denied']);
    store.clearMarks();
    expect(store.cells.note(cell)).toBeUndefined();
  });

  it('keeps the value the service named when its mark is cleared before a newer document came', async () => {
    const { store } = await noted('refused');
    store.clearMarks();
    expect([store.cells.note(cell), store.cells.stateAt(0, 0)]).toEqual([undefined, 'granted']);
  });

  it('orders an answer by its entry, and without one by what was asked for later', async () => {
    for (const seq of [undefined, 50]) {
      const { store, posts } = answeringStore();
      store.show({ matrix: matrixOf(), status: status() }, store.ask());
      const before = store.ask();
      const done = store.edits.switch(cell, false);
      posts[0]?.answer({ outcome: 'applied', changeId: 's', ...(seq !== undefined && { seq }) });
      await done;
      store.show({ matrix: matrixOf(), status: status({ ledgerSeq: 49 }) }, before);
      expect(store.cells.stateAt(0, 0)).toBe('granted');
      store.takeCells([told({ accessible: false })], seq === undefined ? 1 : 49); // a change before
      expect(store.cells.stateAt(0, 0)).toBe('granted');
      store.show({ matrix: matrixOf(true), status: status({ ledgerSeq: 50 }) }, store.ask());
      expect(store.cells.heard(cell)).toBeUndefined();
    }
  });

  it('leaves a newer document where it is, unless the ledger is another one', () => {
    const { store } = answeringStore();
    const [older, newer] = [matrixOf(), matrixOf(true)];
    store.show({ matrix: newer, status: status({ ledgerSeq: 9 }) }, store.ask());
    store.show({ matrix: older, status: status({ ledgerSeq: 8 }) }, store.ask());
    expect(store.document?.matrix).toBe(newer);
    store.show(
      { matrix: older, status: status({ ledgerSeq: 1, asOf: '2026-11-21T10:00:00Z' }) },
      store.ask(),
    );
    expect(store.document?.matrix).toBe(older);
  });

  it('says that events keep the document up only from where none was missed', () => {
    const { store } = answeringStore();
    const shows = (ledgerSeq: number) =>
      store.show({ matrix: matrixOf(), status: status({ ledgerSeq }) }, store.ask());
    shows(5);
    expect(store.isKeptUp).toBe(false);
    store.takeHello(7, false);
    expect(store.isKeptUp).toBe(false);
    shows(7);
    expect(store.isKeptUp).toBe(true);
    store.takeCells([told()], 9);
    expect(store.isKeptUp).toBe(true);
    store.takeHello(12, true);
    expect(store.isKeptUp).toBe(false);
  });

  it('is not behind another replica that has read no later and heard of no more', () => {
    const { store } = answeringStore();
    store.takeHello(5, false);
    store.show({ matrix: matrixOf(), status: status({ version: 'b', ledgerSeq: 9 }) }, store.ask());
    const says = (more: Partial<MatrixStatus>) => {
      store.takeStatus(status({ version: 'a', ledgerSeq: 9, ...more }), store.ask());
      return [store.isBehind, store.isKeptUp];
    };
    expect(says({ asOf: '2026-11-20T09:00:00Z' })).toEqual([false, true]);
    expect(says({ version: 'b' })).toEqual([false, true]);
    expect(says({ ledgerSeq: 10 })).toEqual([true, true]);
    expect(says({ asOf: '2026-11-20T11:00:00Z' })).toEqual([true, false]);
  });

  it('hears of cells after the ledger was put back to an older one', () => {
    const { store } = answeringStore();
    store.show({ matrix: matrixOf(), status: status({ ledgerSeq: 90 }) }, store.ask());
    store.takeHello(90, false);
    store.takeCells([told({ accessible: true })], 99);
    store.takeHello(10, true);
    expect(store.isKeptUp).toBe(false);
    store.takeCells([told({ accessible: false })], 11);
    expect(store.cells.heard(cell)).toMatchObject({ value: 'denied', seq: 11 });
    store.show({ matrix: matrixOf(), status: status({ ledgerSeq: 12 }) }, store.ask());
    expect(store.isKeptUp).toBe(true);
  });
});

describe('what the person can take back', () => {
  it('is no set that was undone, or of which nothing was done', async () => {
    const { store } = answeringStore();
    await store.apply([{ cell, wanted: true }], () => Promise.resolve('one'));
    await store.apply([{ cell, wanted: true }], () => Promise.resolve('two'));
    const none = {
      total: 1,
      pending: 0,
      applied: 0,
      already: 1,
      conflict: 0,
      rejected: 0,
      unknown: 0,
      cancelled: 0,
    };
    store.takeSet(setIs('done', { id: 'two', counts: none }), true);
    expect(store.own.last).toMatchObject({ changeSetId: 'one' });
    store.takeSet(setIs('done', { id: 'back', kind: 'undo', undoOf: 'one' }), true);
    expect(store.own.last).toBeNull();
  });
});
