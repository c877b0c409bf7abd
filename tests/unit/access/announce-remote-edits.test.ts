import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AnnouncementBatcher } from '@/components/access/matrix/use-announce-remote-edits';
import { remoteEditsInWords, type RemoteEdit } from '@/lib/domain/access/remote-edit-words';

let said: string[] = [];
let batcher: AnnouncementBatcher;

beforeEach(() => {
  vi.useFakeTimers();
  said = [];
  batcher = new AnnouncementBatcher((cells) => said.push(remoteEditsInWords(cells)));
});
afterEach(() => {
  batcher.close();
  vi.useRealTimers();
});

const cell = (recordId: number, more: Partial<RemoteEdit> = {}): RemoteEdit => ({
  recordType: 'Customer',
  recordId: String(recordId),
  entityId: '100',
  accessible: true,
  unconfirmed: false,
  outside: false,
  person: { name: 'Dana' },
  ...more,
});

describe('what others change', () => {
  it('is said within a second', () => {
    batcher.add(cell(1));
    vi.advanceTimersByTime(1_000);
    expect(said).toEqual(['Dana gave entity 100 access to Customer 1.']);
  });

  it('is said seldom while it goes on: a set of 450 cells, 16 a second, is four sentences', () => {
    for (let i = 0; i < 450; i++) {
      batcher.add(cell(i));
      vi.advanceTimersByTime(1_000 / 16);
    }
    vi.advanceTimersByTime(60_000);
    expect(said).toHaveLength(4);
    const counts = said.map((words) => Number(/^Dana changed (\d+) assignments in view/.exec(words)?.[1]));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(450);
  });

  it('counts a cell once that was open and then decided', () => {
    batcher.add(cell(1, { unconfirmed: true, accessible: null }));
    batcher.add(cell(1));
    batcher.add(cell(2, { unconfirmed: true, accessible: null }));
    batcher.add(cell(2));
    vi.advanceTimersByTime(1_000);
    expect(said).toEqual(['Dana changed 2 assignments in view.']);
  });

  it('is said soon again after a while of silence, and not at all when nobody listens any more', () => {
    batcher.add(cell(1));
    vi.advanceTimersByTime(20_000);
    batcher.add(cell(2));
    vi.advanceTimersByTime(1_000);
    expect(said).toHaveLength(2);
    batcher.add(cell(3));
    batcher.close();
    vi.advanceTimersByTime(60_000);
    expect(said).toHaveLength(2);
  });
});
