'use client';

import { Download } from 'lucide-react';
import { OpenedByAddress } from '@/components/files/opened-by-address';
import { bodyOnDemand } from '@/components/ui/on-demand';
import { ButtonPopover } from '@/components/ui/overlays/popover';
import type { ExportRequest } from './export-form';

const ExportForm = bodyOnDemand(async () => (await import('./export-form')).ExportForm);

/** @param request null: there are no lines. */
export function ExportPanel({ request }: { request: ExportRequest | null }) {
  return (
    <OpenedByAddress>
      <ButtonPopover label="Export" icon={Download} caption="Export…" align="end" className="w-96">
        {(close) =>
          request === null ? (
            <p className="text-sm text-text-muted">There are no lines to export yet.</p>
          ) : (
            <ExportForm {...request} onDone={close} />
          )
        }
      </ButtonPopover>
    </OpenedByAddress>
  );
}
