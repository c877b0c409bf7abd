'use client';

import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { askedWhile } from '@/lib/client/api';
import { journalFacetsQuery } from '@/lib/client/journal/journal';
import { journalField } from '@/lib/domain/journal/field-index';
import { unknownOptionWords } from '@/lib/domain/journal/option-meanings';
import { isPresetFilter, presetFigures, presetLines } from './preset-lines';
import { journalPreset } from '@/lib/domain/journal/presets';
import { inDigits } from '@/lib/domain/reader-formats';
import type { JournalAddress } from '../journal-address';

interface OnlyPresetLinesProps {
  address: JournalAddress;
  connection: string;
}

export function OnlyPresetLines({ address, connection }: OnlyPresetLinesProps) {
  const { query, view, isRefused, narrow } = address;
  const of = presetLines(journalPreset(view));
  const { data } = useQuery({
    ...journalFacetsQuery(of?.field ?? '', query, connection),
    enabled: askedWhile(of !== undefined && !isRefused),
  });
  if (of === undefined) return null;
  const others = query.filters.filter((filter) => !isPresetFilter(of, filter));
  const isOn = others.length < query.filters.length;
  const figures = data && presetFigures(of, data);
  const filter = figures?.filter ?? null;
  const isUnsure = figures !== undefined && figures.unknown.length > 0;
  return (
    <>
      <Button
        aria-pressed={isOn}
        keepsFocus
        isDisabled={!isOn && filter === null}
        onPress={() => narrow({ filters: isOn || filter === null ? others : [...others, filter] })}
      >
        Only {of.noun}
        {figures && (
          <span className="tabular">
            {isUnsure && figures.lines === 0 ? '(not known)' : `(${inDigits(figures.lines)})`}
          </span>
        )}
      </Button>
      {isUnsure && (
        <p className="text-xs text-text-muted">
          {unknownOptionWords(journalField(of.field)?.label ?? of.field, figures.unknown)}.
        </p>
      )}
    </>
  );
}
