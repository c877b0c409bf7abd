'use client';

import { ListFilterPlus } from 'lucide-react';
import { onDemand } from '@/components/ui/on-demand';
import { ButtonPopover } from '@/components/ui/overlays/button-popover';
import type { FieldFilter as Filter } from '@/lib/domain/journal/query';

const AnyFieldFilter = onDemand(async () => (await import('./any-field-filter')).AnyFieldFilter);

/** "Add filter": one condition on any of the fields. */
export function FieldFilterForm({ onAdd }: { onAdd: (filter: Filter) => void }) {
  return (
    // As far down as the fields beside it, whose labels stand above.
    <div className="mt-5">
      <ButtonPopover
        label="Add a filter"
        icon={ListFilterPlus}
        caption="Add filter"
        content={AnyFieldFilter}
        className="w-80"
      >
        {(close) => (
          <AnyFieldFilter
            onAdd={(filter) => {
              onAdd(filter);
              close();
            }}
          />
        )}
      </ButtonPopover>
    </div>
  );
}
