'use client';

import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { OptionChecklist } from '@/components/ui/fields/option-checklist';
import { IconButton } from '@/components/ui/icon-button';
import { Popover } from '@/components/ui/overlays/popover';
import { wholeIds } from '@/lib/domain/access/filter/text-filter';
import { entityGroups } from '@/lib/domain/access/names/entity-groups';
import { named } from '@/lib/domain/access/names/named';
import { listText } from '@/lib/domain/filter-syntax';
import { inDigits } from '@/lib/domain/reader-formats';

interface EntityPickerProps {
  entityIds: readonly string[];
  /** Their names in the same order; '' where there is none. */
  names: readonly string[];
  /** Names of their groups in the same order; '' for none. */
  groupNames: readonly string[];
  /** Text filter of the entity ID. */
  value: string;
  onChange: (text: string) => void;
}

/** Button with a list of entities to tick, one by one or by group. The choice is a text filter. */
export function EntityPicker(props: EntityPickerProps) {
  return (
    <Popover
      label="Entities"
      align="end"
      className="w-72 p-0!"
      trigger={
        <IconButton
          label="Entities"
          icon={<ChevronDown aria-hidden="true" />}
          variant="secondary"
          className="-ml-px rounded-l-none text-text-muted"
        />
      }
    >
      <OpenPicker {...props} />
    </Popover>
  );
}

function OpenPicker({ entityIds, names, groupNames, value, onChange }: EntityPickerProps) {
  const [search, setSearch] = useState('');
  const groups = entityGroups(entityIds, groupNames);
  return (
    <>
      {groups.length > 0 && (
        <div
          role="group"
          aria-label="Groups of entities"
          className="flex max-h-40 shrink-0 flex-wrap gap-1 overflow-y-auto border-b border-line p-2"
        >
          {groups.map(({ name, filter, count }) => (
            <Button
              key={filter}
              size="sm"
              aria-pressed={value === filter}
              variant={value === filter ? 'primary' : 'secondary'}
              title={name}
              onPress={() => onChange(value === filter ? '' : filter)}
              className="max-w-full"
            >
              <span className="truncate">{name}</span>{' '}
              <span className="tabular opacity-70">({inDigits(count)})</span>
            </Button>
          ))}
        </div>
      )}
      <OptionChecklist
        values={wholeIds(value) ?? []}
        onChange={(ids) => onChange(ids.length === 0 ? '' : listText(ids))}
        options={entityIds.map((id, place) => ({ value: id, label: named(id, names[place] ?? '') }))}
        label="Entities"
        {...{ search, setSearch }}
      />
    </>
  );
}
