'use client';

import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
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
      className="w-72 p-0!"
      trigger={
        <Button {...EntityChoice.ahead}>
          <Columns3 aria-hidden="true" className="size-4" />
          Entities
        </Button>
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
