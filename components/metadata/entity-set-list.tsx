import { Badge } from '@/components/ui/badge';
import { classNames } from '@/components/ui/class-names';
import type { EntitySet } from '@/lib/contract/metadata';

interface EntitySetListProps {
  /** Every set with the number of its fields that the filter finds. */
  matches: readonly { set: EntitySet; found: number }[];
  shown: string;
  onChoose: (name: string) => void;
}

/** The entity sets at the left of their fields, where there is room. */
export function EntitySetList({ matches, shown, onChoose }: EntitySetListProps) {
  return (
    <section aria-label="Entity sets" className="hidden w-64 shrink-0 overflow-y-auto md:block">
      <ul className="flex flex-col gap-0.5">
        {matches.map(({ set, found }) => (
          <li key={set.name}>
            <button
              type="button"
              aria-pressed={set.name === shown}
              onClick={() => onChoose(set.name)}
              className={classNames(
                'flex w-full flex-col gap-0.5 rounded-md px-2 py-1.5 text-left transition-colors',
                set.name === shown
                  ? 'bg-accent-soft text-accent-text forced-colors:border'
                  : 'hover:bg-surface-sunken',
              )}
            >
              <span className="text-sm font-medium break-all">{set.name}</span>
              <span className="tabular flex items-center gap-2 text-xs text-text-muted">
                {found === set.fields.length ? `${found} fields` : `${found} of ${set.fields.length} fields`}
                {set.usedByConsole && <Badge tone="accent">Used here</Badge>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
