'use client';

import { Badge } from '@/components/ui/feedback/badge';
import { classNames } from '@/components/ui/class-names';
import { MultiSelect } from '@/components/ui/fields/multi-select';
import { SearchField } from '@/components/ui/fields/search-field';
import { Select } from '@/components/ui/fields/select';
import { Status } from '@/components/ui/feedback/status';
import type { EntitySet, DeclaredField } from '@/lib/contract/metadata';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import { FieldTable } from './field-table';
import { useMetadataAddress } from './metadata-address';

export function EntitySetBrowser({ entitySets }: { entitySets: readonly EntitySet[] }) {
  const [{ set, q, type, sort }, setAddress] = useMetadataAddress();
  const sorted = [...entitySets].sort(
    (a, b) => Number(b.usedByConsole) - Number(a.usedByConsole) || a.name.localeCompare(b.name, 'en'),
  );
  const shown = sorted.find((one) => one.name === set) ?? sorted[0];
  if (shown === undefined) return null;
  const matches = sorted.map((one) => ({ set: one, found: filterFields(one.fields, q, type).length }));
  const fields = filterFields(shown.fields, q, type);
  const choose = (name: string) => void setAddress({ set: name });
  const clear = () => void setAddress({ q: null, type: null });
  return (
    <div className="flex min-h-96 flex-1 flex-col gap-3 md:flex-row">
      <EntitySetList matches={matches} shown={shown.name} onChoose={choose} />
      <Select
        label="Entity set"
        value={shown.name}
        onChange={choose}
        options={matches.map(({ set: one, found }) => ({
          value: one.name,
          label: one.name,
          detail: `${found} of ${counted(one.fields.length, 'field')}`,
        }))}
        className="md:hidden"
      />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <SearchField
            label="Search fields"
            value={q}
            onChange={(text) => void setAddress({ q: text || null })}
            className="max-w-80 flex-1 basis-48"
          />
          <MultiSelect
            label="Type"
            allLabel="All types"
            values={type}
            onChange={(types) => void setAddress({ type: types.length === 0 ? null : types })}
            options={countTypes(shown.fields).map((one) => ({
              value: one.type,
              label: one.type,
              count: one.count,
            }))}
          />
          <Status as="span" className="tabular ml-auto text-sm text-text-muted">
            {fields.length === shown.fields.length
              ? `${counted(fields.length, 'field')} declared`
              : `${inDigits(fields.length)} of ${counted(shown.fields.length, 'field')}`}
          </Status>
        </div>
        <FieldTable
          entitySet={shown}
          fields={fields}
          sort={sort}
          onSort={(next) => void setAddress({ sort: next })}
          onClear={clear}
        />
      </div>
    </div>
  );
}

interface EntitySetListProps {
  /** Each set with the number of fields that match the filter. */
  matches: readonly { set: EntitySet; found: number }[];
  shown: string;
  onChoose: (name: string) => void;
}

function EntitySetList({ matches, shown, onChoose }: EntitySetListProps) {
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
                  : 'hover:bg-hover',
              )}
            >
              <span className="text-sm font-medium break-all">{set.name}</span>
              <span className="tabular flex items-center gap-2 text-xs text-text-muted">
                {found === set.fields.length ? `${found} fields` : `${found} of ${set.fields.length} fields`}
                {set.usedByConsole && (
                  <Badge tone="accent" className={set.name === shown ? 'bg-surface!' : ''}>
                    Used here
                  </Badge>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Keeps fields whose name, caption or type contains `text`, of one of `types` (empty: any). */
export function filterFields(
  fields: readonly DeclaredField[],
  text: string,
  types: readonly string[],
): readonly DeclaredField[] {
  const wanted = text.trim().toLowerCase();
  return fields.filter(
    (field) =>
      (types.length === 0 || types.includes(field.type)) &&
      `${field.name} ${field.label ?? ''} ${field.type}`.toLowerCase().includes(wanted),
  );
}

/** Types with their numbers of fields, the most frequent first. */
export function countTypes(fields: readonly DeclaredField[]): { type: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { type } of fields) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => ({ type, count })).sort((a, b) => b.count - a.count);
}
