'use client';

import { useEffect, useEffectEvent } from 'react';
import { announce } from '@/components/access/edit/change-messages';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import type { Cell } from '@/lib/contract/access/access';
import { cellKey } from '@/lib/domain/access/cell-key';
import { remoteEditsInWords, type RemoteEdit } from '@/lib/domain/access/remote-edit-words';

/** Says which cells in view other people changed, here or elsewhere; their switches show it too. */
export function useAnnounceRemoteEdits(store: MatrixStore, isInView: (cell: Cell) => boolean): void {
  const isSeen = useEffectEvent(isInView);
  useEffect(() => {
    const batcher = new AnnouncementBatcher((cells) => announce(remoteEditsInWords(cells, store.names)));
    const stop = store.onRemoteEdits((cells) => {
      for (const cell of cells) if (isSeen(cell)) batcher.add(cell);
    });
    return () => {
      stop();
      batcher.close();
    };
  }, [store]);
}

/** All edits within this time are one sentence. */
const firstMs = 1_000;
/** A screen reader that reads sentences out says nothing else meanwhile: they come no faster than this. */
const betweenMs = 10_000;

/** Gathers edits of other people for sentences: the first one soon, later ones seldom, each cell counted once. */
export class AnnouncementBatcher {
  readonly #say: (cells: readonly RemoteEdit[]) => void;
  #cells = new Map<string, RemoteEdit>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the last sentence was said (`performance.now`). */
  #saidAt = -Infinity;

  constructor(say: (cells: readonly RemoteEdit[]) => void) {
    this.#say = say;
  }

  /** Takes an edit; of two of one cell in one sentence the later one counts. */
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
    this.#say(cells);
  }
}
