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
  /** Its options are offered to tick elsewhere. */
  isListed?: boolean;
}

/** One condition on one field, typed in the reader's format; what was understood is shown before it is applied. */
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
        {...{ field, op, texts, setTexts }}
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

/** Of an option one or several are chosen, so that comes first. */
function operatorsFor({ kind, options }: JournalField): readonly FilterOperator[] {
  const all = operatorsOf[kind];
  return options === undefined ? all : ['in', ...all.filter((op) => op !== 'in')];
}

/** What is compared: a choice that nobody touched is its first one. */
function askedTexts(field: JournalField, op: FilterOperator, texts: readonly string[]): readonly string[] {
  const [first = '', second = ''] = texts;
  if (op === 'empty' || op === 'notempty') return [];
  if (op === 'between') return [first, second];
  if (op === 'in' && field.options !== undefined) return field.options.filter((one) => texts.includes(one));
  if (field.kind === 'boolean') return [first === 'false' ? first : 'true'];
  return isChoice(field, op) ? [chosenOf(field, first)] : [first];
}

function chosenOf({ options = [] }: JournalField, text: string): string {
  return options.includes(text) ? text : (options[0] ?? '');
}

function isChoice({ options }: JournalField, op: FilterOperator): boolean {
  return options !== undefined && (op === 'eq' || op === 'ne');
}

interface ValueFieldsProps {
  field: JournalField;
  op: FilterOperator;
  texts: readonly string[];
  setTexts: (texts: readonly string[]) => void;
  fault: string | undefined;
  onPasteList: (lines: string) => void;
}

function ValueFields({ field, op, texts, setTexts, fault, onPasteList }: ValueFieldsProps) {
  const [first = '', second = ''] = texts;
  if (op === 'empty' || op === 'notempty') return null;
  if (op === 'in' && field.options !== undefined)
    return <OptionChoices {...{ texts, setTexts, fault }} options={field.options} />;
  if (op === 'in') return <ListField value={first} onChange={(text) => setTexts([text])} fault={fault} />;
  if (field.kind === 'boolean' || isChoice(field, op)) {
    const [value = ''] = askedTexts(field, op, texts);
    const options = field.options?.map(optionOf) ?? booleanOptions;
    return <Select label="Value" value={value} onChange={(text) => setTexts([text])} options={options} />;
  }
  const isRange = op === 'between';
  return (
    <>
      <OneValue
        {...{ field, op, fault }}
        label={isRange ? 'From' : 'Value'}
        value={first}
        onChange={(text) => setTexts([text, second])}
        onPasteList={onPasteList}
      />
      {isRange && (
        <OneValue
          {...{ field, op }}
          label="To"
          value={second}
          onChange={(text) => setTexts([first, text])}
          onPasteList={onPasteList}
        />
      )}
    </>
  );
}

const booleanOptions = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

function optionOf(option: string) {
  return { value: option, label: option.trim() || 'Empty' };
}

interface OneValueProps {
  field: JournalField;
  op: FilterOperator;
  label: string;
  value: string;
  onChange: (text: string) => void;
  onPasteList: (lines: string) => void;
  fault?: string | undefined;
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

/** A number in the reader's own format, so that what was understood can be seen where it was typed. */
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

interface OptionChoicesProps {
  options: readonly string[];
  texts: readonly string[];
  setTexts: (texts: readonly string[]) => void;
  fault: string | undefined;
}

function OptionChoices({ options, texts, setTexts, fault }: OptionChoicesProps) {
  return (
    <fieldset className="max-h-60 overflow-y-auto">
      <legend className="text-xs font-medium text-text-muted">Values</legend>
      {options.map(optionOf).map(({ value, label }) => (
        <Checkbox
          key={value}
          isSelected={texts.includes(value)}
          onChange={(isSelected) =>
            setTexts(isSelected ? [...texts, value] : texts.filter((text) => text !== value))
          }
        >
          {label}
        </Checkbox>
      ))}
      {fault !== undefined && <p className="text-xs text-danger">{fault}</p>}
    </fieldset>
  );
}
