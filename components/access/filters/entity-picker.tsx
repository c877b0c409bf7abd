'use client';

import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { OptionChecklist } from '@/components/ui/fields/multi-select';
import { Popover } from '@/components/ui/overlays/popover';
import type { EntityGroup } from '@/lib/domain/access/names/entity-groups';
import { named } from '@/lib/domain/access/names/named';
import { inDigits } from '@/lib/domain/reader-formats';
import { wholeIds } from '@/lib/domain/access/filter/text-filter';
import { listText } from '@/lib/domain/filter-syntax';

interface EntityPickerProps {
  entityIds: readonly string[];
  /** What they are called, in the same order; '' where nobody says. */
  names: readonly string[];
  groups: readonly EntityGroup[];
  /** Text filter of the entity ID. */
  value: string;
  onChange: (text: string) => void;
}

/** Chooses columns by ticking them or by the group their IDs begin with; what is chosen is a text filter. */
export function EntityPicker({ entityIds, names, groups, value, onChange }: EntityPickerProps) {
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
          {groups.length > 0 && (
            <div
              role="group"
              aria-label="IDs that begin alike"
              className="flex flex-wrap gap-1 border-b border-line p-2"
            >
              {groups.map(({ filter, count }) => (
                <Button
                  key={filter}
                  size="sm"
                  aria-pressed={value === filter}
                  variant={value === filter ? 'primary' : 'secondary'}
                  onPress={() => onChange(value === filter ? '' : filter)}
                >
                  {filter} <span className="tabular opacity-70">({inDigits(count)})</span>
                </Button>
              ))}
            </div>
          )}
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
