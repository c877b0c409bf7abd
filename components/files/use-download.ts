'use client';

import { useState } from 'react';
import { notify } from '@/components/ui/feedback/toast-store';
import { problemOf } from '@/lib/client/api';
import { saveFile, type NamedFile } from '@/lib/client/downloads';

interface Download {
  ask: () => Promise<NamedFile>;
  /** Told once the browser keeps the file. */
  onDone: (kept: NamedFile) => void | Promise<void>;
  /** Aborted: the person wants no file any more, and nothing is said of it. */
  signal?: AbortSignal;
}

/**
 * Asks the console for a file and has the browser keep it; whether one is on its way, and how one is begun.
 * @param failed title of the message where there is no file.
 */
export function useDownload(failed: string): [boolean, (download: Download) => Promise<void>] {
  const [isPending, setPending] = useState(false);
  const begin = async ({ ask, onDone, signal }: Download) => {
    setPending(true);
    try {
      const kept = await ask();
      saveFile(kept.file, kept.name);
      await onDone(kept);
    } catch (error) {
      if (error instanceof Error && signal?.aborted !== true) notify.problem(failed, problemOf(error).detail);
    } finally {
      setPending(false);
    }
  };
  return [isPending, begin];
}
