'use client';

import { Columns3 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';
import { Popover } from '@/components/ui/overlays/popover';
import type { EntityChoiceProps } from './entity-choice';

const EntityChoice = onDemand(
  async () => (await import('./entity-choice')).EntityChoice,
  ({ onClose }) => onClose(),
);

/** Chooses columns by ticking them or by their group; what is chosen is a text filter. */
export function EntityPicker(props: Omit<EntityChoiceProps, 'onClose'>) {
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
      {(onClose) => <EntityChoice {...props} onClose={onClose} />}
    </Popover>
  );
}
