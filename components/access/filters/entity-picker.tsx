'use client';

import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { OptionChecklist } from '@/components/ui/fields/multi-select';
import { onDemand } from '@/components/ui/on-demand';
import { Popover } from '@/components/ui/overlays/popover';
import { named } from '@/lib/domain/access/names/named';
import { wholeIds } from '@/lib/domain/access/filter/text-filter';
import { listText } from '@/lib/domain/filter-syntax';
import type { EntityGroupsProps } from './entity-groups';

const EntityGroups = onDemand(async () => (await import('./entity-groups')).EntityGroups);

interface EntityPickerProps extends EntityGroupsProps {
  /** What they are called, in the same order; '' where nobody says. */
  names: readonly string[];
}

/** Chooses columns by ticking them or by their group; what is chosen is a text filter. */
export function EntityPicker({ entityIds, names, groupNames, value, onChange }: EntityPickerProps) {
  const [search, setSearch] = useState('');
  const chosen = wholeIds(value) ?? [];
  return (
    <Popover
      label="Entities"
      className="w-72 p-0!"
      trigger={
        <Button {...OptionChecklist.ahead} onPress={() => setSearch('')}>
          <Columns3 aria-hidden="true" className="size-4" />
          Entities
        </Button>
      }
    >
      {(close) => (
        <>
          <EntityGroups {...{ entityIds, groupNames, value, onChange }} />
          <OptionChecklist
            label="Entities"
            values={chosen}
            onChange={(ids) => onChange(ids.length === 0 ? '' : listText(ids))}
            options={entityIds.map((id, place) => ({
              value: id,
              label: named(id, names[place] ?? ''),
            }))}
            search={search}
            setSearch={setSearch}
            onClose={close}
          />
        </>
      )}
    </Popover>
  );
}
