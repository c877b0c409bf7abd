'use client';

import type { ComponentProps } from 'react';
import { ImportLink } from '@/components/shell/import-link';
import { ExportPanel } from './export-panel';

/** The ways of the matrix out of the console and back in; the filter goes along. */
export function AccessFiles({
  mayChange,
  ...shown
}: ComponentProps<typeof ExportPanel> & { mayChange: boolean }) {
  return (
    <div data-print="hide" className="flex gap-2">
      <ExportPanel {...shown} />
      {mayChange && <ImportLink connection={shown.connection} filter={shown.filter} />}
    </div>
  );
}
