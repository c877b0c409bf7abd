'use client';

import { ListFilterPlus } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Popover } from '@/components/ui/overlays/popover';
import { Select } from '@/components/ui/fields/select';
import { TextField } from '@/components/ui/fields/text-field';
import { journalField } from '@/lib/domain/journal/field-index';
import { journalFields, type JournalField } from '@/lib/domain/journal/fields';
import { filterValueForm, readFilterValue } from '@/lib/domain/journal/filter-value';
import { operatorsOf, operatorWords, type FilterOperator } from '@/lib/domain/journal/operators';
import type { FieldFilter } from '@/lib/domain/journal/query';

const fieldOptions = journalFields
  .filter(({ kind }) => operatorsOf[kind].length > 0)
  .map(({ name, label }) => ({ value: name, label }))
  .sort((a, b) => a.label.localeCompare(b.label));

const inputTypes: Partial<Record<JournalField['kind'], string>> = { date: 'date', time: 'time' };

/** "Add filter": one condition on any of the fields. */
export function FieldFilterForm({ onAdd }: { onAdd: (filter: FieldFilter) => void }) {
  return (
    <Popover
      label="Add a filter"
      trigger={
        // As far down as the fields beside it, whose labels stand above.
        <Button className="mt-5">
          <ListFilterPlus aria-hidden="true" className="size-4" />
          Add filter
        </Button>
      }
      className="w-72"
    >
      {(close) => (
        <FilterForm
          onAdd={(filter) => {
            onAdd(filter);
            close();
          }}
        />
      )}
    </Popover>
  );
}

function FilterForm({ onAdd }: { onAdd: (filter: FieldFilter) => void }) {
  const [name, setName] = useState('Quantity');
  const [chosen, setOperator] = useState<FilterOperator>('eq');
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const field = journalField(name);
  if (!field) return null;
  const operators = operatorsOf[field.kind];
  const op = operators.includes(chosen) ? chosen : (operators[0] ?? 'eq');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const value = readFilterValue(field.kind, completed(field, text));
    if (value === undefined) setFault(`Enter ${filterValueForm(field.kind)}.`);
    else if (value === '' && op !== 'eq' && op !== 'ne') setFault('Enter the text to look for.');
    else onAdd({ field: name, op, value });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3" noValidate>
      <Select
        label="Field"
        value={name}
        onChange={(next) => {
          setName(next);
          setText('');
          setFault(undefined);
        }}
        options={fieldOptions}
      />
      <Select
        label="Comparison"
        value={op}
        onChange={setOperator}
        options={operators.map((operator) => ({
          value: operator,
          label: operatorWords(operator, field.kind),
        }))}
      />
      <ValueField field={field} value={text} onChange={setText} fault={fault} />
      <Button type="submit" variant="primary">
        Add filter
      </Button>
    </form>
  );
}

interface ValueFieldProps {
  field: JournalField;
  value: string;
  onChange: (value: string) => void;
  fault: string | undefined;
}

function ValueField({ field, value, onChange, fault }: ValueFieldProps) {
  const listed = field.kind === 'boolean' ? booleanOptions : undefined;
  if (listed) return <Select label="Value" value={value || 'true'} onChange={onChange} options={listed} />;
  return (
    <TextField
      label="Value"
      value={value}
      onChange={onChange}
      type={inputTypes[field.kind] ?? 'text'}
      step={field.kind === 'time' ? 1 : undefined}
      inputMode={field.kind === 'integer' || field.kind === 'decimal' ? 'decimal' : undefined}
      description={hintOf(field)}
      errorMessage={fault}
    />
  );
}

const booleanOptions = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

function hintOf({ kind, options }: JournalField): string | undefined {
  if (options) return `Known values: ${options.filter((option) => option.trim() !== '').join(', ')}`;
  return kind === 'string'
    ? 'Upper and lower case do not matter. Leave empty to find lines without a value.'
    : undefined;
}

function completed({ kind }: JournalField, text: string): string {
  if (kind === 'boolean') return text || 'true';
  const trimmed = text.trim();
  return kind === 'time' && trimmed.length === 5 ? `${trimmed}:00` : trimmed;
}
