import type { Cell } from '@/lib/contract/access/access';

/** A change set that was made in this tab and stands: one switch, with the value it set, or changes applied together. */
export type OwnChange = { changeSetId: string } & (
  { kind: 'switch'; cell: Cell; value: boolean } | { kind: 'set'; cells: number }
);

/** What the person wants of a change set; the page asks before it is done. */
interface Question {
  changeSetId: string;
  kind: 'undo' | 'cancel';
  /** The newest act of this tab was not made, was undone elsewhere, or is unconfirmed: this change is older. */
  isOlder: boolean;
}

/** The server lists older changes. */
const mostKept = 100;

/**
 * The changes made in this tab that stand, and the question about a change set that is open. Which change is the
 * person's last one is for the server to say: another tab may have made a newer one.
 */
export class OwnChanges {
  #changes: readonly OwnChange[] = [];
  #question: Question | null = null;
  #begun = 0;
  #newestMade = 0;
  readonly #unchanged = new Set<string>();
  readonly #changed: () => void;

  /** @param changed called when the newest change or the question is another one. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The newest change that stands; null: there is none. The same object until another one is the newest. */
  get last(): OwnChange | null {
    return this.#changes.at(-1) ?? null;
  }

  /**
   * Whether the newest change begun in this tab was made, and was not undone elsewhere. It was not while it waits, without
   * proof, or if refused.
   */
  get isNewestMade(): boolean {
    return this.#newestMade === this.#begun;
  }

  /** Change sets whose value was changed back by another person: the server lists them, but nothing is left to undo. */
  get unchanged(): ReadonlySet<string> {
    return this.#unchanged;
  }

  get question(): Question | null {
    return this.#question;
  }

  /** The change of this change set, if it was made in this tab and stands. */
  find(changeSetId: string): OwnChange | undefined {
    return this.#changes.find((change) => change.changeSetId === changeSetId);
  }

  /**
   * A change begins. @param undoOf the change set that it takes back, if it is an undo.
   * @returns a function to call when it was made, also if that is known only later.
   */
  begin(undoOf?: string): (made: OwnChange) => void {
    const number = ++this.#begun;
    return (made) => {
      this.#newestMade = Math.max(this.#newestMade, number);
      if (undoOf === undefined) this.#set([...this.#changes, made].slice(-mostKept));
      else this.#remove(undoOf);
    };
  }

  /** Nothing of a change set is left to undo, as after an undo in another tab. */
  drop(changeSetId: string): void {
    if (this.last?.changeSetId === changeSetId) this.#newestMade = -1;
    this.#remove(changeSetId);
  }

  /** As `drop`, found by an undo here; the server may go on listing the change set. */
  dropUnchanged(changeSetId: string): void {
    this.#unchanged.add(changeSetId);
    this.#remove(changeSetId);
  }

  /** Asks whether to undo a change set, or to cancel it. */
  ask(changeSetId: string, kind: Question['kind'] = 'undo', isOlder = false): void {
    this.#question = { changeSetId, kind, isOlder };
    this.#changed();
  }

  /** The question is answered, or closed. */
  answered(): void {
    if (this.#question === null) return;
    this.#question = null;
    this.#changed();
  }

  #remove(changeSetId: string): void {
    this.#set(this.#changes.filter((change) => change.changeSetId !== changeSetId));
  }

  #set(changes: readonly OwnChange[]): void {
    const before = this.last;
    this.#changes = changes;
    if (before !== this.last) this.#changed();
  }
}
