'use client';

import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { ChecklistSearch } from '@/components/ui/fields/checklist-search';
import { onDemand } from '@/components/ui/on-demand';
import { Popover } from '@/components/ui/overlays/popover';
import type { EntityChoiceProps } from './entity-choice';

const EntityChoice = onDemand(async () => (await import('./entity-choice')).EntityChoice);

type EntityPickerProps = Omit<EntityChoiceProps, 'label' | 'search' | 'setSearch'>;

/** Chooses columns by ticking them or by their group; what is chosen is a text filter. */
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
          {...EntityChoice.ahead}
        />
      }
    >
      <OpenPicker {...props} />
    </Popover>
  );
}

/** Its search stands there until the rest of it comes. */
function OpenPicker(props: EntityPickerProps) {
  const [search, setSearch] = useState('');
  const searching = { label: 'Entities', search, setSearch };
  return <EntityChoice {...props} {...searching} meanwhile={<ChecklistSearch {...searching} />} />;
}
