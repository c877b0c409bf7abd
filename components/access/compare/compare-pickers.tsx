'use client';

import { ArrowLeftRight } from 'lucide-react';
import { useMemo } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { Select } from '@/components/ui/fields/select';
import type { Compared } from '@/lib/domain/access/change/comparison';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { entityOrder } from '@/lib/domain/access/filter/matrix-filter';
import type { MatrixNames } from '@/lib/domain/access/names/matrix-names';
import { named } from '@/lib/domain/access/names/named';
import type { Line } from './compare-lines';
import { RecordPicker } from './compare-record-picker';

interface ComparePickersProps {
  matrix: AccessMatrix;
  names: MatrixNames;
  records: Uint32Array;
  compared: Compared;
  first: Line | null;
  second: Line | null;
  onCompare: (compared: Compared) => void;
}

/** Which two are compared; narrow, one below the other. */
export function ComparePickers({
  matrix,
  names,
  records,
  compared,
  first,
  second,
  onCompare,
}: ComparePickersProps) {
  const entities = useMemo(
    () =>
      Array.from(entityOrder(matrix), (entity) => {
        const id = matrix.entityId(entity);
        return { value: id, label: named(id, names.entity(entity)) };
      }),
    [matrix, names],
  );
  const picker = (label: string, end: 'first' | 'second', line: Line | null) =>
    compared.kind === 'entities' ? (
      <Select
        label={label}
        value={line?.name ?? ''}
        onChange={(entityId) => onCompare({ ...compared, [end]: entityId === '' ? null : entityId })}
        options={entityOptions(entities, line)}
      />
    ) : (
      <RecordPicker
        label={label}
        {...{ matrix, names }}
        records={records}
        name={line?.name ?? ''}
        onChoose={(text) => onCompare({ ...compared, [end]: text })}
      />
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
      {picker(compared.isCopy ? 'From' : 'First', 'first', first)}
      <IconButton
        label="Swap"
        icon={<ArrowLeftRight aria-hidden="true" className="rotate-90 sm:rotate-0" />}
        variant="secondary"
        isDisabled={first === null && second === null}
        keepsFocus
        onPress={() => onCompare({ ...compared, first: compared.second, second: compared.first })}
        className="row-span-2 self-center sm:row-span-1 sm:self-end"
      />
      {picker(compared.isCopy ? 'To' : 'Second', 'second', second)}
    </div>
  );
}

/** All entities; one that there is not stays visible while it is chosen. */
function entityOptions(
  entities: readonly { value: string; label: string; detail?: string | undefined }[],
  chosen: Line | null,
) {
  const unknown =
    chosen?.index === -1 ? [{ value: chosen.name, label: chosen.name, detail: 'not in the matrix' }] : [];
  return [{ value: '', label: 'Choose…' }, ...unknown, ...entities];
}
