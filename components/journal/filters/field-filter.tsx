'use client';

import { useId, useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/fields/checkbox';
import { describedBy, FieldFrame, inputClasses } from '@/components/ui/fields/field-frame';
import { Select } from '@/components/ui/fields/select';
import { TextField } from '@/components/ui/fields/text-field';
import { Status } from '@/components/ui/feedback/status';
import { noEntityNames } from '@/lib/domain/access/names/named';
import { pastedList } from '@/lib/domain/filter-syntax';
import { comparisonWords } from '@/lib/domain/journal/condition-words';
import type { JournalField } from '@/lib/domain/journal/fields';
import { operatorsOf, operatorWords, type FilterOperator } from '@/lib/domain/journal/operators';
import type { FieldFilter as Filter } from '@/lib/domain/journal/query';
import { numberFormat } from '@/lib/domain/reader-formats';
import { readerWriting } from './filter-words';
import { typedComparison } from './typed-filter';

interface FieldFilterProps {
  field: JournalField;
  onAdd: (filter: Filter) => void;
  /** Another part offers the field's options to tick. */
  isListed?: boolean;
}

export function FieldFilter({ field, onAdd, isListed = false }: FieldFilterProps) {
  const operators = operatorsFor(field).slice(isListed && field.options !== undefined ? 1 : 0);
  const [op, setOperator] = useState<FilterOperator>(operators[0] ?? 'eq');
  const [texts, setTexts] = useState<readonly string[]>([]);
  const [isAsked, setAsked] = useState(false);
  const asked = askedTexts(field, op, texts);
  const reading = typedComparison(field, op, asked);
  const isUntouched = !isAsked && asked.every((text) => text.trim() === '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if ('value' in reading) onAdd({ field: field.name, ...reading.value });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3" noValidate>
      <Select
        label="Comparison"
        value={op}
        onChange={(next) => {
          setOperator(next);
          setAsked(false);
        }}
        options={operators.map((value) => ({ value, label: operatorWords(value, field.kind) }))}
      />
      <ValueFields
        {...{ field, op, asked, setTexts }}
        fault={isAsked && 'fault' in reading ? reading.fault : undefined}
        onPasteList={(list) => {
          setOperator('in');
          setTexts([list]);
        }}
      />
      <Status className="min-h-4 text-xs text-text-muted">
        {!isUntouched &&
          'value' in reading &&
          `${field.label} ${comparisonWords(field, reading.value, readerWriting(noEntityNames))}`}
      </Status>
      <Button type="submit" variant="primary">
        Add filter
      </Button>
    </form>
  );
}

/** Fields with options offer the choice of several first. */
function operatorsFor({ kind, options }: JournalField): readonly FilterOperator[] {
  const all = operatorsOf[kind];
  return options === undefined ? all : ['in', ...all.filter((op) => op !== 'in')];
}

/** Values to choose among; null: typed. */
function choicesOf({ kind, options }: JournalField, op: FilterOperator) {
  if (kind === 'boolean')
    return [
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ];
  if (options === undefined || !(op === 'eq' || op === 'ne' || op === 'in')) return null;
  return options.map((value) => ({ value, label: value.trim() || 'Empty' }));
}

/** The texts to compare with; of a single choice the first by default. */
function askedTexts(field: JournalField, op: FilterOperator, texts: readonly string[]): readonly string[] {
  if (op === 'empty' || op === 'notempty') return [];
  const choices = choicesOf(field, op)?.map(({ value }) => value);
  if (choices === undefined) return (op === 'between' ? [0, 1] : [0]).map((at) => texts[at] ?? '');
  const chosen = choices.filter((value) => texts.includes(value));
  return op === 'in' ? chosen : [chosen[0] ?? choices[0] ?? ''];
}

interface ValueFieldsProps {
  field: JournalField;
  op: FilterOperator;
  asked: readonly string[];
  setTexts: (texts: readonly string[]) => void;
  fault: string | undefined;
  onPasteList: (lines: string) => void;
}

function ValueFields({ field, op, asked, setTexts, fault, onPasteList }: ValueFieldsProps) {
  const choices = choicesOf(field, op);
  const [first = ''] = asked;
  const setFirst = (text: string) => setTexts([text]);
  if (choices !== null && op === 'in') return <OptionChoices {...{ choices, asked, setTexts, fault }} />;
  if (choices !== null) return <Select label="Value" value={first} onChange={setFirst} options={choices} />;
  if (op === 'in') return <ListField value={first} onChange={setFirst} fault={fault} />;
  return asked.map((value, at) => (
    <OneValue
      key={at}
      {...{ field, op, value, onPasteList }}
      label={op !== 'between' ? 'Value' : at === 0 ? 'From' : 'To'}
      onChange={(text) => setTexts(asked.map((other, place) => (place === at ? text : other)))}
      fault={at === 0 ? fault : undefined}
    />
  ));
}

interface OneValueProps {
  field: JournalField;
  op: FilterOperator;
  label: string;
  value: string;
  onChange: (text: string) => void;
  onPasteList: (lines: string) => void;
  fault: string | undefined;
}

const inputTypes: Partial<Record<JournalField['kind'], string>> = { date: 'date', time: 'time' };

function OneValue({ field, op, label, value, onChange, onPasteList, fault }: OneValueProps) {
  const { kind } = field;
  const isNumber = kind === 'integer' || kind === 'decimal';
  return (
    <TextField
      label={label}
      value={value}
      onChange={onChange}
      onBlur={() => isNumber && onChange(asRead(field, value))}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text');
        if (op === 'matches' || op === 'between' || pastedList(pasted) === null) return;
        event.preventDefault();
        onPasteList(pasted);
      }}
      type={inputTypes[kind] ?? 'text'}
      step={kind === 'time' ? 1 : undefined}
      inputMode={isNumber ? 'decimal' : undefined}
      description={op === 'matches' ? syntaxHint : isNumber && op === 'eq' ? numberHint : undefined}
      errorMessage={fault}
    />
  );
}

const syntaxHint =
  'A..B for a range, A|B for either, <>A for all but, A* for a start, *A* for a part, ? for one character';

const numberHint = 'Also 10..20 for a range, >10 for more, <>0 for all but, 10|20 for either';

/** A number in the reader's format, as the form understands it. */
function asRead(field: JournalField, text: string): string {
  const reading = typedComparison(field, 'eq', [text]);
  if ('fault' in reading || reading.value.op !== 'eq' || typeof reading.value.value !== 'number') return text;
  const useGrouping = field.kind === 'decimal';
  return numberFormat({ maximumFractionDigits: 15, useGrouping }).format(reading.value.value);
}

interface ListFieldProps {
  value: string;
  onChange: (text: string) => void;
  fault: string | undefined;
}

function ListField({ value, onChange, fault }: ListFieldProps) {
  const id = useId();
  const description = 'One on each line, as pasted from a spreadsheet';
  return (
    <FieldFrame id={id} label="Values" description={description} errorMessage={fault}>
      <textarea
        id={id}
        rows={5}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={fault !== undefined ? true : undefined}
        aria-describedby={describedBy(id, description, fault)}
        className={`${inputClasses} h-auto! py-1`}
      />
    </FieldFrame>
  );
}

interface OptionChoicesProps extends Pick<ValueFieldsProps, 'asked' | 'setTexts' | 'fault'> {
  choices: readonly { value: string; label: string }[];
}

function OptionChoices({ choices, asked, setTexts, fault }: OptionChoicesProps) {
  return (
    <fieldset className="max-h-60 overflow-y-auto">
      <legend className="text-xs font-medium text-text-muted">Values</legend>
      {choices.map(({ value, label }) => (
        <Checkbox
          key={value}
          isSelected={asked.includes(value)}
          onChange={(isSelected) =>
            setTexts(isSelected ? [...asked, value] : asked.filter((text) => text !== value))
          }
        >
          {label}
        </Checkbox>
      ))}
      {fault !== undefined && <p className="text-xs text-danger">{fault}</p>}
    </fieldset>
  );
}
