'use client';

import { useState } from 'react';
import { notify } from '@/components/ui/feedback/toast-store';
import { problemOf } from '@/lib/client/api';
import { saveFile, type NamedFile } from '@/lib/client/downloads';

interface Download {
  ask: () => Promise<NamedFile>;
  onDone: (kept: NamedFile) => void | Promise<void>;
  /** Once aborted, a failure is not shown. */
  signal?: AbortSignal;
}

/**
 * Asks the console for a file and saves it.
 * @param failed title of the message about a failure. @returns whether a download runs, and a function that starts
 * one.
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
