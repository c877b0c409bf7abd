'use client';

import { useMemo, useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { DraftField } from '@/components/ui/fields/draft-field';
import { MultiSelect } from '@/components/ui/fields/multi-select';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { SegmentedControl } from '@/components/ui/fields/segmented-control';
import { Status } from '@/components/ui/feedback/status';
import { useAddress } from '@/lib/client/address/use-address';
import { exactTexts, oneOf, searchText, withFallback } from '@/lib/client/address/parameters';
import type { FileFilter } from '@/lib/contract/access/access-file';
import { importModes, type ImportMode } from '@/lib/contract/access/file-kinds';
import { isPlainText } from '@/lib/domain/access/filter/text-filter';
import { unclearInWords } from '@/lib/domain/filter-syntax';

interface ImportOptionsProps {
  mode: ImportMode;
  filter: FileFilter;
  recordTypes: readonly string[];
  onChange: (change: Partial<FileFilter> & { mode?: ImportMode }) => void;
  ofFile: FileFilter | null;
}

const modes = [
  { value: 'merge', label: 'Update listed' },
  { value: 'equal', label: 'Replace to match file' },
] as const;

/** Choices: whether assignments that the file does not name lose access, and within which filter. */
export function ImportOptions({ mode, filter, recordTypes, onChange, ofFile }: ImportOptionsProps) {
  const where = filterInWords(filter);
  return (
    <section aria-label="How to compare" className="flex flex-col gap-2">
      <SegmentedControl
        label="Mode"
        value={mode}
        onChange={(next) => onChange({ mode: next })}
        options={modes}
        className="self-start"
      />
      <p className="max-w-prose text-sm text-text-muted">
        {mode === 'merge'
          ? 'Only the assignments in the file are changed; all others stay as they are.'
          : `Within the filter, access becomes exactly what the file says: assignments that it does not name will lose access. ${where === '' ? 'There is no filter, so this covers everything.' : `The filter: ${where}.`}`}
      </p>
      {mode === 'equal' && (
        <ComparisonFilter filter={filter} recordTypes={recordTypes} onCompare={onChange} />
      )}
      {mode === 'equal' && ofFile !== null && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-warning">
          The file was exported with another filter: {filterInWords(ofFile) || 'everything'}.
          <Button ref={rescueFocus} size="sm" onPress={() => onChange(ofFile)}>
            Use that one
          </Button>
        </p>
      )}
    </section>
  );
}

interface ComparisonFilterProps {
  filter: FileFilter;
  recordTypes: readonly string[];
  onCompare: (filter: FileFilter) => void;
}

/** A new filter applies on submit, not with every letter: each comparison sends the whole file. */
function ComparisonFilter({ filter, recordTypes, onCompare }: ComparisonFilterProps) {
  const [{ known, draft }, setState] = useState({ known: filter, draft: filter });
  if (!isSameFilter(known, filter)) setState({ known: filter, draft: filter });
  const change = (part: Partial<FileFilter>) =>
    setState((before) => ({ ...before, draft: { ...before.draft, ...part } }));
  const isOther = !isSameFilter(draft, filter);
  const compare = (event: FormEvent) => {
    event.preventDefault();
    if (isOther) onCompare(draft);
  };
  return (
    <form onSubmit={compare} className="flex flex-wrap items-end gap-2">
      <MultiSelect
        label="Type"
        hideLabel={false}
        values={draft.type}
        onChange={(type) => change({ type })}
        options={recordTypes.map((value) => ({ value, label: value }))}
        allLabel="All types"
      />
      <DraftField
        look="search"
        label="Record ID"
        maxLength={250}
        value={draft.q}
        onCommit={(q) => change({ q })}
        className="w-40"
      />
      <DraftField
        look="search"
        label="Entity"
        maxLength={250}
        value={draft.entity}
        onCommit={(entity) => change({ entity })}
        className="w-32"
      />
      {isOther && (
        <>
          <Button type="submit" ref={rescueFocus}>
            Compare with this filter
          </Button>
          <Status as="span" className="text-sm text-warning">
            The results below belong to the former filter.
          </Status>
        </>
      )}
    </form>
  );
}

const parameters = {
  mode: withFallback(oneOf(importModes), 'merge'),
  type: exactTexts,
  q: searchText,
  entity: searchText,
};

/** How a file is compared, kept in the URL. Names as on the access page. */
export function useImportAddress() {
  const [{ mode, type, q, entity }, set] = useAddress(parameters, 'replace');
  const filter: FileFilter = useMemo(() => ({ type, q, entity }), [type, q, entity]);
  return { mode, filter, set };
}

/** A filter in words: "type Customer or Item, record ID contains “4”"; '' for none. */
export function filterInWords({ type, q, entity }: FileFilter): string {
  return [
    type.length > 0 && `type ${type.join(' or ')}`,
    q.trim() !== '' && `record ID ${textInWords(q)}`,
    entity.trim() !== '' && `entity ${textInWords(entity)}`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}

function textInWords(text: string): string {
  const unclear = unclearInWords(text);
  const words = `${isPlainText(text) ? 'contains' : 'matches'} “${text.trim()}”`;
  return unclear === null ? words : `${words} (${unclear})`;
}

export function isSameFilter(one: FileFilter, other: FileFilter): boolean {
  const plain = ({ type, q, entity }: FileFilter) =>
    JSON.stringify([[...type].sort(), q.trim(), entity.trim()]);
  return plain(one) === plain(other);
}
