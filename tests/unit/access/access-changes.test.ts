import { describe, expect, it } from 'vitest';
import { AccessChanges, type ChangeNews } from '@/lib/client/access-changes';
import { ApiError } from '@/lib/client/api';
import type { AccessChange, AccessOutcome } from '@/lib/contract/access';
import type { Problem } from '@/lib/contract/errors';
import type { AccessEvent } from '@/lib/contract/events';
import { newsInWords } from '@/lib/domain/access/access-words';

const cell = { recordType: 'Customer', recordId: '40000', entityId: '100' };

/** A console whose answers the test gives one by one. */
function answering() {
  const posts: {
    change: AccessChange;
    answer: (outcome: AccessOutcome) => void;
    fail: (error: Error) => void;
  }[] = [];
  const reads: ((value: boolean | null | Error) => void)[] = [];
  const news: ChangeNews[] = [];
  const looks: (string | undefined)[] = [];
  let now = 0;
  const changes = new AccessChanges({
    post: (change) =>
      new Promise((answer, fail) => {
        posts.push({ change, answer, fail });
      }),
    read: () =>
      new Promise((resolve, reject) => {
        reads.push((value) => (value instanceof Error ? reject(value) : resolve(value)));
      }),
    now: () => ++now,
    wait: (ms) => {
      now += ms;
      return Promise.resolve();
    },
  });
  changes.subscribe({
    cells: () => {
      const overlay = changes.overlay(cell);
      looks.push(overlay && `${overlay.phase} ${String(overlay.value)}`);
    },
    news: (one) => news.push(one),
  });
  return { changes, posts, reads, news, looks, now: () => now };
}

const problem = (more: Partial<Problem>): ApiError =>
  new ApiError({
    title: 'No',
    status: 422,
    code: 'rejected',
    detail: 'It is locked.',
    requestId: 'r',
    ...more,
  });

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('a change of access', () => {
  it('is shown at once, sent with the value seen, and settled by the answer', async () => {
    const { changes, posts, looks, news } = answering();
    const done = changes.change(cell, false);
    expect(looks).toEqual(['pending granted']);
    expect(changes.steps.isHeld).toBe(true);
    expect(posts[0]?.change).toEqual({ ...cell, accessible: true, expected: false });
    posts[0]?.answer({ outcome: 'applied', changeId: '1' });
    await done;
    expect(looks).toEqual(['pending granted', 'settled granted']);
    expect(changes.inFlight).toBe(0);
    expect(news).toEqual([{ cell, kind: 'quiet', title: 'Customer 40000 now has access in entity 100.' }]);
  });

  it('is sent once, however often the switch is pressed before the answer', async () => {
    const { changes, posts, news } = answering();
    const done = changes.change(cell, false);
    await changes.change(cell, true);
    await changes.change(cell, true);
    expect(posts).toHaveLength(1);
    expect(news.map(({ title }) => title)).toEqual(
      Array(2).fill('Customer 40000, entity 100: the change before is still on its way.'),
    );
    posts[0]?.answer({ outcome: 'already', changeId: '1' });
    await done;
    expect(changes.overlay(cell)?.phase).toBe('settled');
  });

  it('rolls back and says why when the service refuses', async () => {
    const { changes, posts, news } = answering();
    const done = changes.change(cell, false);
    posts[0]?.fail(problem({}));
    await done;
    expect(changes.overlay(cell)).toMatchObject({
      phase: 'refused',
      value: undefined,
      note: 'The service refused: It is locked. Nothing was changed.',
    });
    expect(news).toMatchObject([
      { kind: 'problem', detail: 'The service refused: It is locked. Nothing was changed.' },
    ]);
  });

  it('shows the value the service has when somebody else was faster', async () => {
    const { changes, posts, news } = answering();
    const done = changes.change(cell, true);
    posts[0]?.fail(problem({ code: 'conflict', status: 409, current: null }));
    await done;
    expect(changes.overlay(cell)).toMatchObject({ phase: 'conflict', value: 'none' });
    expect(news[0]?.detail).toContain('no longer has this combination');
  });

  it('stays unknown without proof, and refuses to be pressed until then', async () => {
    const { changes, posts, news } = answering();
    const done = changes.change(cell, false);
    posts[0]?.answer({ outcome: 'unknown', changeId: '1', detail: 'Not proven.' });
    await done;
    expect(changes.overlay(cell)).toMatchObject({ phase: 'unknown', note: 'Not proven.' });
    await changes.change(cell, true);
    expect(posts).toHaveLength(1);
    const status = { statusRequestedAt: 99, statusVersion: 'b', unknown: [] };
    changes.reconcile({ documentRequestedAt: 98, documentVersion: 'b', ...status });
    expect(changes.overlay(cell)).toBeUndefined();
    expect(news.at(-1)?.title).toBe(
      'Customer 40000, entity 100: the outcome is known now, the switch shows it.',
    );
  });

  it('asks for the cell until it is answered when the console gave no answer', async () => {
    const { changes, posts, reads, looks } = answering();
    const done = changes.change(cell, false);
    posts[0]?.fail(problem({ code: 'internal', status: 503 }));
    await settled();
    expect(looks.at(-1)).toBe('unanswered granted');
    expect(changes.inFlight).toBe(1);
    reads[0]?.(problem({ code: 'service-unavailable', status: 503 }));
    await settled();
    expect(looks.at(-1)).toBe('unanswered granted');
    reads[1]?.(true);
    await done;
    expect(looks.at(-1)).toBe('settled granted');
    expect(changes.inFlight).toBe(0);
  });

  it('does not believe the old value while the console may still be at the change', async () => {
    const { changes, posts, reads, looks, now } = answering();
    const done = changes.change(cell, false);
    posts[0]?.fail(new ApiError({ ...problem({}).problem, code: 'internal' }, true));
    await settled();
    const since = now();
    for (let asked = 0; looks.at(-1) === 'unanswered granted'; asked++) {
      expect(reads).toHaveLength(asked + 1);
      reads[asked]?.(asked % 2 === 0 ? false : null);
      await settled();
    }
    await done;
    expect(now() - since).toBeGreaterThan(50_000);
    expect(looks.at(-1)).toMatch(/^settled (denied|none)$/);
  });

  it('says who changed the cell meanwhile, when that is known, and what it has now', async () => {
    const { changes, posts, news } = answering();
    const done = changes.change(cell, false);
    const changedBy = { name: 'Dana', at: new Date().toISOString() };
    posts[0]?.fail(problem({ code: 'conflict', status: 409, current: true, changedBy }));
    await done;
    const time = new Date(changedBy.at).toLocaleTimeString();
    const sentence = `Dana changed it at ${time}; it has access now. Nothing was changed.`;
    expect(changes.overlay(cell)).toMatchObject({ phase: 'conflict', value: 'granted', note: sentence });
    expect(news[0]?.detail).toContain(sentence);
  });

  it('that met with another one under way is refused in its own words', async () => {
    const { changes, posts } = answering();
    const done = changes.change(cell, false);
    posts[0]?.fail(problem({ code: 'conflict', status: 409, detail: 'Another change is being made.' }));
    await done;
    const note = 'Another change is being made. Nothing was changed.';
    expect(changes.overlay(cell)).toMatchObject({ phase: 'refused', value: undefined, note });
  });
});

const told = (more: Partial<AccessEvent['cells'][number]> = {}): AccessEvent['cells'][number] => ({
  ...cell,
  accessible: true,
  open: false,
  applied: true,
  outside: false,
  changeSetId: 's',
  person: { id: 'dana', name: 'Dana' },
  ...more,
});

describe('what the console tells of a cell', () => {
  it('is shown until a matrix that was asked for later has it', () => {
    const { changes, looks } = answering();
    changes.hear([told()]);
    changes.hear([told({ accessible: null, outside: true })]);
    expect(looks).toEqual(['settled granted', 'settled none']);
    const status = { statusRequestedAt: 0, statusVersion: 'b', unknown: [] };
    changes.reconcile({ documentRequestedAt: 1, documentVersion: 'a', ...status });
    expect(changes.overlay(cell)).toBeDefined();
    changes.reconcile({ documentRequestedAt: 10_000, documentVersion: 'b', ...status });
    expect(changes.overlay(cell)).toBeUndefined();
  });

  it('leaves a change that the person has under way alone until its own answer', async () => {
    const { changes, posts, looks } = answering();
    const done = changes.change(cell, true);
    changes.hear([told({ accessible: true })]);
    expect(looks).toEqual(['pending denied']);
    posts[0]?.fail(problem({ code: 'conflict', status: 409, current: true }));
    await done;
    expect(looks.at(-1)).toBe('conflict granted');
    changes.hear([told({ accessible: false })]);
    expect(looks.at(-1)).toBe('conflict denied');
  });

  it('marks what somebody sent without proof, keeps it from being pressed, and takes the mark off again', async () => {
    const { changes, posts, looks, news } = answering();
    changes.hear([told({ open: true, applied: false })]);
    expect(looks).toEqual(['unknown granted']);
    expect(changes.overlay(cell)?.note).toContain('Dana changed this');
    await changes.change(cell, true);
    expect(posts).toHaveLength(0);
    changes.hear([told()]);
    expect(looks.at(-1)).toBe('settled granted');
    expect(news.map(({ title }) => title)).not.toContainEqual(
      expect.stringContaining('the outcome is known'),
    );
  });

  it("settles the person's own change that had no proof, with a word", async () => {
    const { changes, posts, looks, news } = answering();
    const done = changes.change(cell, false);
    posts[0]?.answer({ outcome: 'unknown', changeId: 's', detail: 'Not proven.' });
    await done;
    changes.hear([told({ open: true, applied: false })]);
    expect(changes.overlay(cell)?.note).toBe('Not proven.');
    changes.hear([told()]);
    expect(looks.at(-1)).toBe('settled granted');
    expect(news.at(-1)?.title).toContain('the outcome is known now');
  });
});

describe('news of others in words', () => {
  it.each([
    [[told()], 'Dana gave Customer 40000 access in entity 100.'],
    [[told({ accessible: false })], 'Dana removed the access of Customer 40000 in entity 100.'],
    [
      [told({ open: true })],
      'Dana changed Customer 40000, entity 100; whether it happened is not known yet.',
    ],
    [
      [told({ outside: true, person: null })],
      'Customer 40000, entity 100 was changed in the service, not by this console: it has access now.',
    ],
    [
      [told({ outside: true, person: null, accessible: null })],
      'Customer 40000, entity 100 was changed in the service, not by this console: the service no longer has it.',
    ],
    [[told(), told({ entityId: '200' })], 'Dana changed 2 combinations in view.'],
    [[told(), told({ person: { id: 'e', name: 'Eve' } })], '2 combinations in view were changed by others.'],
    [
      [told({ outside: true }), told({ outside: true, entityId: '2' })],
      '2 combinations in view were changed in the service, not by this console.',
    ],
  ])('%#', (cells, words) => {
    expect(newsInWords(cells)).toBe(words);
  });
});

describe('taking back', () => {
  const other = { ...cell, entityId: '110' };
  const done = { outcome: 'applied', changeId: 'one' } as const;

  it('reverses the newest change once it was made, and only once', async () => {
    const { changes, posts } = answering();
    void changes.change(cell, false);
    posts[0]?.answer(done);
    await settled();
    expect(changes.undoLast()).toEqual({ kind: 'switch', cell, value: true });
    expect(posts[1]?.change).toMatchObject({ ...cell, accessible: false, expected: true });
    posts[1]?.fail(problem({}));
    await settled();
    expect(changes.undoLast()).toBeNull();
  });

  it('takes nothing else back in place of a change that a colleague has open', async () => {
    const { changes, posts } = answering();
    for (const [at, one] of [cell, other].entries()) {
      void changes.change(one, false);
      posts[at]?.answer(done);
      await settled();
    }
    const person = { id: 'b', name: 'Berit' };
    changes.hear([
      { ...other, accessible: false, open: true, person, applied: false, outside: false, changeSetId: null },
    ]);
    expect(changes.undoLast()).toMatchObject({ cell: other });
    expect(changes.undoLast()).toBeNull();
    expect(posts).toHaveLength(2);
  });

  it('tells when nothing is under way any more, also of what takes back', async () => {
    const { changes, posts } = answering();
    const seen: boolean[] = [];
    changes.steps.subscribe(() => seen.push(changes.steps.isHeld));
    for (const at of [0, 1]) {
      if (at === 0) void changes.change(cell, false);
      else changes.undoLast();
      expect(changes.inFlight).toBe(1);
      posts[at]?.answer(done);
      await settled();
      expect(seen.at(-1)).toBe(false);
    }
  });

  it('goes back step by step, and never does again what it took back', async () => {
    const { changes, posts } = answering();
    for (const [at, one] of [cell, other].entries()) {
      void changes.change(one, false);
      posts[at]?.answer(done);
      await settled();
    }
    changes.steps.begin({ kind: 'set', changeSetId: 'a', cells: 3 })();
    expect(changes.undoLast()).toMatchObject({ kind: 'set', changeSetId: 'a' });
    expect(changes.undoLast()).toMatchObject({ kind: 'set', changeSetId: 'a' }); // it has not been undone
    expect(posts).toHaveLength(2); // a set is undone where it is shown
    changes.steps.dropSet('a');
    for (const [at, one] of [other, cell].entries()) {
      expect(changes.steps.last).toMatchObject({ cell: one });
      expect(changes.undoLast()).toMatchObject({ cell: one, value: true });
      expect(posts[2 + at]?.change).toMatchObject({ ...one, accessible: false, expected: true });
      posts[2 + at]?.answer(done);
      await settled();
    }
    expect(changes.undoLast()).toBeNull();
    expect(posts).toHaveLength(4);
  });

  it('never reverses an older one in place of one that is under way, was refused, or was so already', async () => {
    const { changes, posts } = answering();
    void changes.change(cell, false);
    void changes.change(other, false);
    posts[1]?.fail(problem({}));
    posts[0]?.answer(done);
    await settled();
    expect(changes.undoLast()).toBeNull();
    void changes.change(other, false);
    expect(changes.undoLast()).toBeNull();
    expect(changes.steps.last).toBeNull();
    posts[2]?.answer(done);
    await settled();
    void changes.change(cell, false);
    posts[3]?.answer({ outcome: 'already', changeId: 'two' });
    await settled();
    expect(changes.undoLast()).toBeNull();
    expect(posts).toHaveLength(4);
  });
});
