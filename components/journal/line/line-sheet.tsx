'use client';

import { bodyOnDemand } from '@/components/ui/on-demand';
import { SidePanel } from '@/components/ui/overlays/side-panel';
import type { LineKey } from '@/lib/domain/journal/query';
import { LineChecks } from './line-checks';
import type { LineOpenedProps } from './line-opened';

const LineOpened = bodyOnDemand(async () => (await import('./line-opened')).LineOpened);

interface LineSheetProps extends Omit<LineOpenedProps, 'line'> {
  line: LineKey | null;
  /** The day that checks use as today, `YYYY-MM-DD`. */
  day: string;
  onClose: () => void;
}

export function LineSheet({ line, day, onClose, ...parts }: LineSheetProps) {
  const { connection } = parts;
  return (
    <SidePanel
      title={line && `Line ${line.lineNo} of ${line.template} / ${line.batch}`}
      isOpen={line !== null}
      onClose={onClose}
      // In the footer: the checks may load late, and would move what stands below them.
      footer={line && <LineChecks {...{ line, connection, day }} />}
    >
      {line && <LineOpened {...parts} line={line} />}
    </SidePanel>
  );
}
