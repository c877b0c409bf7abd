'use client';

import { Button } from '@/components/ui/button';
import { DraftField } from '@/components/ui/draft-field';
import { MultiSelect } from '@/components/ui/multi-select';
import { SegmentedControl } from '@/components/ui/segmented-control';
import type { FileFilter, ImportMode } from '@/lib/contract/access-file';
import { filterInWords } from './import-address';

interface ImportOptionsProps {
  mode: ImportMode;
  filter: FileFilter;
  recordTypes: readonly string[];
  onChange: (change: Partial<FileFilter> & { mode?: ImportMode }) => void;
  /** The filter the file was exported with, where it is another one. */
  ofFile: FileFilter | null;
}

const modes = [
  { value: 'merge', label: 'Only what it names' },
  { value: 'equal', label: 'Make equal' },
] as const;

/** Whether what the file does not name is left alone or loses access, and within which filter. */
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
          ? 'Only the combinations in the file are changed; all others stay as they are.'
          : `Within the filter, access becomes exactly what the file says: combinations that it does not name will lose access. ${where === '' ? 'There is no filter, so this covers everything.' : `The filter: ${where}.`}`}
      </p>
      {mode === 'equal' && (
        <div className="flex flex-wrap items-end gap-2">
          <MultiSelect
            label="Type"
            hideLabel={false}
            values={filter.type}
            onChange={(type) => onChange({ type })}
            options={recordTypes.map((value) => ({ value, label: value }))}
            allLabel="All types"
          />
          <DraftField
            look="search"
            label="Record ID"
            maxLength={250}
            value={filter.q}
            onCommit={(q) => onChange({ q })}
            className="w-40"
          />
          <DraftField
            look="search"
            label="Entity"
            maxLength={250}
            value={filter.entity}
            onCommit={(entity) => onChange({ entity })}
            className="w-32"
          />
        </div>
      )}
      {mode === 'equal' && ofFile !== null && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-warning">
          The file was exported with another filter: {filterInWords(ofFile) || 'everything'}.
          <Button size="sm" onPress={() => onChange(ofFile)}>
            Use that one
          </Button>
        </p>
      )}
    </section>
  );
}
