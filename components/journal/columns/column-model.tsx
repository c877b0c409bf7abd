'use client';

import { useLayoutEffect } from 'react';
import type { JournalAddress } from '../journal-address';
import type { ColumnArrangement } from './head-pointing';
import { arrangementOf, useJournalTable } from './journal-table';

interface ColumnModelProps {
  address: JournalAddress;
  /** Columns that are left out for now, being empty. */
  hidden: readonly string[];
  /** Told how columns are arranged, as they are now. */
  onReady: (columns: ColumnArrangement) => void;
  /** Told where the code of this did not come. */
  onMissing: () => void;
}

/** The column model as the heads use it; nothing to be seen. */
export function ColumnModel({ address, hidden, onReady }: ColumnModelProps) {
  const table = useJournalTable(address, hidden);
  useLayoutEffect(() => onReady(arrangementOf(table)), [table, onReady]);
  return null;
}
