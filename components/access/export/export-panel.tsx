'use client';

import { Download } from 'lucide-react';
import dynamic from 'next/dynamic';
import { Button } from '@/components/ui/button';
import { Popover } from '@/components/ui/overlays/popover';
import type { ExportRequest } from './export-form';

const ExportForm = dynamic(async () => (await import('./export-form')).ExportForm);

/** The matrix as a file: says what it covers, asks for format and shape. */
export function ExportPanel(props: ExportRequest) {
  return (
    <Popover
      label="Export"
      align="end"
      className="w-80"
      trigger={
        <Button>
          <Download aria-hidden="true" className="size-4" />
          Export…
        </Button>
      }
    >
      {(close) => <ExportForm {...props} onDone={close} />}
    </Popover>
  );
}
