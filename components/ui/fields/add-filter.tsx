'use client';

import { ListFilterPlus } from 'lucide-react';
import { ButtonPopover, type ButtonPopoverProps } from '@/components/ui/overlays/button-popover';

/** "Add filter", at the end of a row of filters: the conditions that have no field of their own there. */
export function AddFilter(panel: Pick<ButtonPopoverProps, 'children' | 'className'>) {
  return (
    // As far down as the fields beside it, whose labels stand above.
    <div className="mt-5">
      <ButtonPopover label="Add a filter" icon={ListFilterPlus} caption="Add filter" {...panel} />
    </div>
  );
}
