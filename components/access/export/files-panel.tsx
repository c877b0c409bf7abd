'use client';

import { Download } from 'lucide-react';
import { OpenedByAddress } from '@/components/files/opened-by-address';
import { bodyOnDemand } from '@/components/ui/on-demand';
import { ButtonPopover } from '@/components/ui/overlays/popover';
import type { ExportRequest } from './export-form';

const ExportForm = bodyOnDemand(async () => (await import('./export-form')).ExportForm);

type FilesPanelProps = Omit<ExportRequest, 'matrix' | 'shown'> & {
  [Part in 'matrix' | 'shown']: ExportRequest[Part] | null;
};

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
