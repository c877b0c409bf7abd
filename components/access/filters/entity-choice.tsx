import { Button } from '@/components/ui/button';
import { OptionChecklist } from '@/components/ui/fields/option-checklist';
import { wholeIds } from '@/lib/domain/access/filter/text-filter';
import { entityGroups } from '@/lib/domain/access/names/entity-groups';
import { named } from '@/lib/domain/access/names/named';
import { listText } from '@/lib/domain/filter-syntax';
import { inDigits } from '@/lib/domain/reader-formats';

export interface EntityChoiceProps {
  entityIds: readonly string[];
  /** Their names in the same order; '' where there is none. */
  names: readonly string[];
  /** Names of their groups in the same order; '' for none. */
  groupNames: readonly string[];
  /** Text filter of the entity ID. */
  value: string;
  onChange: (text: string) => void;
  label: string;
  /** Narrows the list. */
  search: string;
  setSearch: (search: string) => void;
}

/** List of entities to tick, one by one or by group. The choice is a text filter. */
export function EntityChoice(props: EntityChoiceProps) {
  const { entityIds, names, groupNames, value, onChange, label, search, setSearch } = props;
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
        {...{ label, search, setSearch }}
      />
    </>
  );
}
