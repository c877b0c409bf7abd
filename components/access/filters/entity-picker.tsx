'use client';

import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { Popover } from '@/components/ui/overlays/popover';
import { EntityChoice, type EntityChoiceProps } from './entity-choice';

type EntityPickerProps = Omit<EntityChoiceProps, 'label' | 'search' | 'setSearch'>;

/** Button with the list of entities. */
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

function OpenPicker(props: EntityPickerProps) {
  const [search, setSearch] = useState('');
  return <EntityChoice {...props} label="Entities" {...{ search, setSearch }} />;
}
