'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OptionChecklist } from '@/components/ui/fields/option-checklist';
import { journalFacetsQuery } from '@/lib/client/journal/journal';
import { useEntityNames } from '@/lib/client/use-names';
import { named, noEntity, type EntityNames } from '@/lib/domain/access/names/named';
import { batchField, valuesOn, withValues } from '@/lib/domain/journal/conditions-list';
import type { JournalField } from '@/lib/domain/journal/fields';
import { inDigits } from '@/lib/domain/reader-formats';
import type { JournalAddress } from '../journal-address';

interface FieldValuesProps {
  field: JournalField;
  address: JournalAddress;
  connection: string;
}

export function offersValues({ kind }: JournalField): boolean {
  return kind === 'string' || kind === 'boolean';
}

export function FieldValues({ field, address, connection }: FieldValuesProps) {
  const { query, narrow } = address;
  const [search, setSearch] = useState('');
  const { data, error } = useQuery(journalFacetsQuery(field.name, query, connection));
  const names = useEntityNames(connection);
  const asked = field.name === 'JournalBatchName' ? batchField : field.name;
  const chosen = valuesOn(query, asked);
  const lines = new Map(data?.values.map((one) => [String(one.value), one.lines]));
  // A ticked value stays listed without lines too.
  const options = [...new Set([...lines.keys(), ...chosen])].map((value) => ({
    value,
    label: valueWords(field, value, names),
    count: data ? (lines.get(value) ?? 0) : undefined,
  }));
  if (error && !data)
    return (
      <p className="p-2 text-sm text-text-muted">
        Its values could not be listed. The page tries again by itself.
      </p>
    );
  return (
    <div className="flex h-64 flex-col overflow-hidden rounded-md border border-line" aria-busy={!data}>
      {data ? (
        <OptionChecklist
          label={field.label}
          values={chosen}
          onChange={(values) => narrow(withValues(query, asked, valuesOf(field, values)))}
          {...{ options, search, setSearch }}
        />
      ) : (
        <p className="p-3 text-sm text-text-muted">Counting values…</p>
      )}
      {data !== undefined && data.more > 0 && (
        <p className="shrink-0 border-t border-line p-2 text-xs text-text-muted">
          The {inDigits(data.values.length)} most frequent of {inDigits(data.values.length + data.more)}{' '}
          values. Others can be typed below.
        </p>
      )}
    </div>
  );
}

/** Yes and no together are no condition. */
function valuesOf({ kind }: JournalField, texts: readonly string[]): readonly (string | boolean)[] {
  if (kind !== 'boolean') return texts;
  return texts.length === 1 ? [texts[0] === 'true'] : [];
}

function valueWords({ name, kind }: JournalField, value: string, names: EntityNames): string {
  if (kind === 'boolean') return value === 'true' ? 'Yes' : 'No';
  if (value.trim() === '') return name === 'BssiEntityID' ? noEntity : '(empty)';
  return name === 'BssiEntityID' ? named(value, names.get(value)) : value;
}
