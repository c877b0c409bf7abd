'use client';

import { useRef, useState } from 'react';
import { Select } from '@/components/ui/fields/select';
import { useFirstFocus } from '@/components/ui/overlays/use-popover';
import { journalField } from '@/lib/domain/journal/field-index';
import { journalFields } from '@/lib/domain/journal/fields';
import { operatorsOf } from '@/lib/domain/journal/operators';
import type { FieldFilter as Filter } from '@/lib/domain/journal/query';
import { FieldFilter } from './field-filter';

const fieldOptions = journalFields
  .filter(({ kind }) => operatorsOf[kind].length > 0)
  .map(({ name, label }) => ({ value: name, label }))
  .sort((a, b) => a.label.localeCompare(b.label));

/** One condition on any of the fields. */
export function AnyFieldFilter({ onAdd }: { onAdd: (filter: Filter) => void }) {
  const form = useRef<HTMLDivElement>(null);
  useFirstFocus(form);
  const [name, setName] = useState('Quantity');
  const field = journalField(name);
  return (
    <div ref={form} className="flex flex-col gap-3">
      <Select label="Field" value={name} onChange={setName} options={fieldOptions} />
      {field && <FieldFilter key={name} field={field} onAdd={onAdd} />}
    </div>
  );
}
