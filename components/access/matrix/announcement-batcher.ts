import { cellKey } from '@/lib/domain/access/cell-key';
import { remoteEditsInWords, type RemoteEdit } from '@/lib/domain/access/remote-edit-words';

/** What happens within this time is said in one sentence. */
const firstMs = 1_000;
/** Sentences come no faster than this: a screen reader that reads them out says nothing else. */
const betweenMs = 10_000;

/** Gathers what others changed into sentences: the first one soon, those after it seldom, each cell counted once. */
export class AnnouncementBatcher {
  readonly #say: (words: string) => void;
  #cells = new Map<string, RemoteEdit>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the last sentence was said (`performance.now`). */
  #saidAt = -Infinity;

  constructor(say: (words: string) => void) {
    this.#say = say;
  }

  /** Takes what was heard of a cell; of two in one sentence the later one counts. */
  add(cell: RemoteEdit): void {
    this.#cells.set(cellKey(cell), cell);
    const wait = Math.max(firstMs, this.#saidAt + betweenMs - performance.now());
    this.#timer ??= setTimeout(() => this.#tell(), wait);
  }

  /** Says nothing more. */
  close(): void {
    clearTimeout(this.#timer);
  }

  #tell(): void {
    const cells = [...this.#cells.values()];
    this.#cells = new Map();
    this.#timer = undefined;
    this.#saidAt = performance.now();
    this.#say(remoteEditsInWords(cells));
  }
}
