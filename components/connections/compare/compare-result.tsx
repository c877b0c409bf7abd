'use client';

import { useMemo, type ReactNode } from 'react';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { MultiSelect } from '@/components/ui/fields/multi-select';
import { Select } from '@/components/ui/fields/select';
import type { MatrixDocument } from '@/lib/client/matrix/matrix-store';
import { useKeyNames } from '@/lib/client/use-names';
import { assignmentDifferences, compareMatrices } from '@/lib/domain/access/change/matrix-comparison';
import { named } from '@/lib/domain/access/names/named';
import { naturalOrderOf } from '@/lib/domain/natural-order';
import { inDigits } from '@/lib/domain/reader-formats';
import { CarryOver } from './carry-over';
import { shownParts, useCompareAddress } from './compare-address';
import { CompareRows } from './compare-rows';
import { countOfPart, differenceWords, partWords, sharedInWords, type ComparedEnds } from './compare-words';

interface CompareResultProps {
  ends: ComparedEnds;
  from: MatrixDocument;
  to: MatrixDocument;
  mayChange: boolean;
}

export function CompareResult({ ends, from, to, mayChange }: CompareResultProps) {
  const [{ type, entity, show }, set] = useCompareAddress();
  const names = useKeyNames(ends.to.key);
  const found = useMemo(
    () => compareMatrices(from.matrix, to.matrix, { types: type, entityIds: entity }),
    [from, to, type, entity],
  );
  const types = inOrder([...from.matrix.recordTypes, ...to.matrix.recordTypes]);
  const entityIds = inOrder([...from.matrix.entityIds, ...to.matrix.entityIds]);
  const isFiltered = type.length + entity.length > 0;
  const words = differenceWords(ends);
  const doubts = [from, to].flatMap(({ status }, at) =>
    status.doubt === null ? [] : [{ label: (at === 0 ? ends.from : ends.to).label, doubt: status.doubt }],
  );
  const parts = shownParts.map((part) => ({
    value: part,
    label: partWords(part, ends),
    detail: inDigits(countOfPart(part, found)),
  }));
  return (
    <>
      {doubts.map(({ label, doubt }) => (
        <Banner key={label} tone="warning" title={`What ${label} lists is in doubt`}>
          {doubt}
        </Banner>
      ))}
      <section aria-label="Filters" data-print="hide" className="flex flex-wrap items-end gap-2">
        <MultiSelect
          label="Type"
          allLabel="All types"
          values={type}
          onChange={(next) => set({ type: next, page: null })}
          options={types.map((value) => ({ value, label: value }))}
        />
        <MultiSelect
          label="Entity"
          allLabel="All entities"
          values={entity}
          onChange={(next) => set({ entity: next, page: null })}
          options={entityIds.map((value) => ({ value, label: named(value, names.entity(value)) }))}
        />
        {isFiltered && (
          <Button variant="ghost" onPress={() => set({ type: null, entity: null, page: null })}>
            Clear filters
          </Button>
        )}
      </section>
      <section aria-label="Figures">
        <dl className="tabular grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[max-content_1fr]">
          <Figure name="Records">{sharedInWords(found.records, ends)}</Figure>
          <Figure name="Entities">{sharedInWords(found.entities, ends)}</Figure>
          <Figure name="Assignments of both">
            <ul className="flex flex-wrap gap-x-4">
              <li>{inDigits(found.same)} the same</li>
              {assignmentDifferences.map((kind) => (
                <li key={kind}>
                  {words[kind]}: {inDigits(found.counts[kind])}
                </li>
              ))}
            </ul>
          </Figure>
        </dl>
      </section>
      {mayChange && <CarryOver {...{ ends, found, isFiltered }} />}
      <section aria-label="Differences" className="flex min-w-0 flex-col gap-2">
        <Select
          label="Show"
          value={show}
          onChange={(next) => set({ show: next, page: null })}
          options={parts}
          className="w-full sm:w-96"
        />
        <CompareRows {...{ ends, found, show, names }} />
      </section>
    </>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 sm:contents">
      <dt className="text-text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

function inOrder(texts: readonly string[]): string[] {
  const different = [...new Set(texts)];
  return different.sort(naturalOrderOf(different));
}
