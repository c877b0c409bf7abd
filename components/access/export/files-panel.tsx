'use client';

import { Download } from 'lucide-react';
import { OpenedByAddress } from '@/components/files/opened-by-address';
import { bodyOnDemand } from '@/components/ui/on-demand';
import { ButtonPopover } from '@/components/ui/overlays/button-popover';
import type { ExportRequest } from './export-form';

const ExportForm = bodyOnDemand(async () => (await import('./export-form')).ExportForm);

/** As the form asks for it; without matrix while there is none. */
type FilesPanelProps = Omit<ExportRequest, 'matrix' | 'shown'> & {
  [Part in 'matrix' | 'shown']: ExportRequest[Part] | null;
};

/** The ways of the matrix into a file, and back out of one. */
export function FilesPanel({ matrix, shown, ...request }: FilesPanelProps) {
  return (
    <OpenedByAddress>
      <ButtonPopover
        label="Files"
        icon={Download}
        caption={<span className="@max-2xl:sr-only">Files…</span>}
        align="end"
        className="w-80"
      >
        {(close) =>
          matrix && shown ? (
            <ExportForm {...{ matrix, shown, ...request }} onDone={close} />
          ) : (
            <p className="text-sm text-text-muted">The matrix is still being read.</p>
          )
        }
      </ButtonPopover>
    </OpenedByAddress>
  );
}
