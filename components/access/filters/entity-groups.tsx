import { Button } from '@/components/ui/button';
import { entityGroups } from '@/lib/domain/access/names/entity-groups';
import { inDigits } from '@/lib/domain/reader-formats';

export interface EntityGroupsProps {
  entityIds: readonly string[];
  /** What the group of each is called, in the same order; '' for none. */
  groupNames: readonly string[];
  /** Text filter of the entity ID. */
  value: string;
  onChange: (text: string) => void;
}

/** Chooses all entities of a group at once. */
export function EntityGroups({ entityIds, groupNames, value, onChange }: EntityGroupsProps) {
  const groups = entityGroups(entityIds, groupNames);
  if (groups.length === 0) return null;
  return (
    <div
      role="group"
      aria-label="Groups of entities"
      className="flex flex-wrap gap-1 border-b border-line p-2"
    >
      {groups.map(({ name, filter, count }) => (
        <Button
          key={filter}
          size="sm"
          aria-pressed={value === filter}
          variant={value === filter ? 'primary' : 'secondary'}
          onPress={() => onChange(value === filter ? '' : filter)}
        >
          {name} <span className="tabular opacity-70">({inDigits(count)})</span>
        </Button>
      ))}
    </div>
  );
}
