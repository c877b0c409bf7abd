'use client';

import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { askedWhile } from '@/lib/client/api';
import { journalFacetsQuery } from '@/lib/client/journal/journal';
import type { JournalFacets } from '@/lib/contract/journal/journal';
import { isUnset } from '@/lib/domain/journal/emptiness';
import { writeFieldFilter } from '@/lib/domain/journal/field-filter';
import { presetLines } from './preset-lines';
import { journalPreset } from '@/lib/domain/journal/presets';
import type { FieldFilter } from '@/lib/domain/journal/query';
import { inDigits } from '@/lib/domain/reader-formats';
import type { JournalAddress } from '../journal-address';

interface OnlyPresetLinesProps {
  address: JournalAddress;
  connection: string;
}

/** Beside the column set of a task: leaves the lines of that task, and says how many there are. */
export function OnlyPresetLines({ address, connection }: OnlyPresetLinesProps) {
  const { query, view, isRefused, narrow } = address;
  const of = presetLines(journalPreset(view));
  const { data } = useQuery({
    ...journalFacetsQuery(of?.filter.field ?? '', query, connection),
    enabled: askedWhile(of !== undefined && !isRefused),
  });
  if (of === undefined) return null;
  const written = writeFieldFilter(of.filter);
  const others = query.filters.filter((filter) => writeFieldFilter(filter) !== written);
  const isOn = others.length < query.filters.length;
  return (
    <Button aria-pressed={isOn} onPress={() => narrow({ filters: isOn ? others : [...others, of.filter] })}>
      Only {of.noun}
      {data && <span className="tabular">({inDigits(linesWith(of.filter, data))})</span>}
    </Button>
  );
}

function linesWith(filter: FieldFilter, { values }: JournalFacets): number {
  const isMeant = (value: JournalFacets['values'][number]['value']) =>
    filter.op === 'eq' ? value === filter.value : !isUnset(value);
  return values.filter(({ value }) => isMeant(value)).reduce((sum, { lines }) => sum + lines, 0);
}
