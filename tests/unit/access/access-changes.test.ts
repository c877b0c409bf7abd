import { describe, expect, it } from 'vitest';
import { AccessChanges, type ChangeNews } from '@/lib/client/access-changes';
import { ApiError } from '@/lib/client/api';
import type { AccessChange, AccessOutcome } from '@/lib/contract/access';
import type { Problem } from '@/lib/contract/errors';

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
    expect(changes.inFlight).toBe(1);
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
});
