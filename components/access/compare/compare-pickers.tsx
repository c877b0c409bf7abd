'use client';

import { ArrowLeftRight } from 'lucide-react';
import { useMemo } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import type { Compared } from '@/lib/domain/access/change/comparison';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { entityOrder } from '@/lib/domain/access/filter/matrix-filter';
import type { MatrixNames } from '@/lib/domain/access/names/matrix-names';
import type { Line } from './compare-lines';
import { LinePicker } from './line-picker';

interface ComparePickersProps {
  matrix: AccessMatrix;
  names: MatrixNames;
  records: Uint32Array;
  compared: Compared;
  first: Line | null;
  second: Line | null;
  onCompare: (compared: Compared) => void;
}

export function ComparePickers({
  matrix,
  names,
  records,
  compared,
  first,
  second,
  onCompare,
}: ComparePickersProps) {
  const offered = useMemo(
    () => (compared.kind === 'entities' ? entityOrder(matrix, names) : records),
    [compared.kind, matrix, names, records],
  );
  const isOneMissing = (first === null) !== (second === null);
  const picker = (label: string, end: 'first' | 'second', line: Line | null) => (
    <LinePicker
      key={`${compared.kind} ${end}`}
      kind={compared.kind}
      {...{ label, matrix, names, offered, line }}
      other={end === 'first' ? second : first}
      isMissing={isOneMissing && line === null}
      onChoose={(text) => onCompare({ ...compared, [end]: text })}
    />
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 @md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
      {picker(compared.isCopy ? 'From' : 'First', 'first', first)}
      <IconButton
        label="Swap"
        icon={<ArrowLeftRight aria-hidden="true" className="rotate-90 @md:rotate-0" />}
        variant="secondary"
        isDisabled={first === null && second === null}
        keepsFocus
        onPress={() => onCompare({ ...compared, first: compared.second, second: compared.first })}
        className="row-span-2 self-center @md:row-span-1 @md:self-end"
      />
      {picker(compared.isCopy ? 'To' : 'Second', 'second', second)}
    </div>
  );
}
