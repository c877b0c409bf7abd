'use client';

import { useState } from 'react';
import { DraftField } from '@/components/ui/draft-field';
import { Select } from '@/components/ui/select';
import type { JournalFacets } from '@/lib/contract/journal';
import type { BatchName } from '@/lib/domain/journal/query';
import { journalParameters } from '@/lib/domain/journal/query-parameters';

interface BatchFilterProps {
  value: BatchName | null;
  /** Batches of the lines; null while they are not known. */
  options: JournalFacets['batches'] | null;
  onChange: (value: BatchName | null) => void;
}

const { read, write } = journalParameters.batch;

/** One journal batch; a plain field to type TEMPLATE/BATCH until the list is there and nothing is being typed. */
export function BatchFilter({ value, options, onChange }: BatchFilterProps) {
  const chosen = write(value)[0] ?? '';
  const [isTyping, setTyping] = useState(false);
  const choose = (text: string): boolean => {
    const reading = read([text]);
    if (!('value' in reading)) return false;
    onChange(reading.value);
    return true;
  };
  if (!options || isTyping) {
    return (
      <DraftField
        label="Batch"
        placeholder="TEMPLATE/BATCH"
        value={chosen}
        maxLength={100}
        onCommit={choose}
        onUse={setTyping}
        className="w-44"
      />
    );
  }
  const offered = options
    .filter(({ template, batch }) => template !== '' && batch !== '')
    .map((one) => ({
      value: write(one)[0] ?? '',
      label: `${one.template} / ${one.batch}`,
      detail: `${one.lines.toLocaleString()} lines`,
    }));
  const missing = value && !offered.some((option) => option.value === chosen);
  return (
    <Select
      label="Batch"
      value={chosen}
      onChange={choose}
      options={[
        { value: '', label: 'All batches' },
        ...(missing ? [{ value: chosen, label: `${value.template} / ${value.batch}` }] : []),
        ...offered,
      ]}
      className="w-44"
    />
  );
}
