'use client';

import { ListFilterPlus } from 'lucide-react';
import { ButtonPopover, type ButtonPopoverProps } from '@/components/ui/overlays/popover';

export function AddFilter(panel: Pick<ButtonPopoverProps, 'children' | 'className'>) {
  return (
    // Aligned with the fields beside it, whose labels stand above.
    <div className="mt-5">
      <ButtonPopover label="Add a filter" icon={ListFilterPlus} caption="Add filter" {...panel} />
    </div>
  );
}
