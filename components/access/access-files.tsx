'use client';

import { Upload } from 'lucide-react';
import Link from 'next/link';
import type { ComponentProps } from 'react';
import { buttonClasses } from '@/components/ui/button-classes';
import { withQuery } from '@/lib/client/paths';
import { ExportPanel } from './export-panel';

/** The ways of the matrix out of the console and back in; the filter goes along. */
export function AccessFiles({
  mayChange,
  ...shown
}: ComponentProps<typeof ExportPanel> & { mayChange: boolean }) {
  const { type, q, entity } = shown.filter;
  const filter = { type, q: q === '' ? undefined : q, entity: entity === '' ? undefined : entity };
  return (
    <div data-print="hide" className="flex gap-2">
      <ExportPanel {...shown} />
      {mayChange && (
        <Link
          href={withQuery('/changes/import', { connection: shown.connection, ...filter })}
          className={buttonClasses()}
        >
          <Upload aria-hidden="true" className="size-4" />
          Import…
        </Link>
      )}
    </div>
  );
}
