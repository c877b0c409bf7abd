'use client';

import { useMemo, useState } from 'react';
import { Combobox } from '@/components/ui/fields/combobox';
import { NamedId } from '@/components/ui/named-id';
import { recordInWords } from '@/lib/domain/access/access-words';
import { findRecords } from '@/lib/domain/access/filter/find-targets';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixNames } from '@/lib/domain/access/names/matrix-names';
import { recordText } from '@/lib/domain/access/names/record-text';
import { counted, plural } from '@/lib/domain/counted';

interface RecordPickerProps {
  label: string;
  matrix: AccessMatrix;
  names: MatrixNames;
  /** What the filter shows: offered before anything is typed. */
  records: Uint32Array;
  /** The chosen one, "Customer 40000"; '' for none. */
  name: string;
  onChoose: (text: string) => void;
}

/** Most records offered at once. */
const most = 8;

/** One of a hundred thousand records: a few are offered while a part of the type, ID or name is typed. */
export function RecordPicker({ label, matrix, names, records, name, onChoose }: RecordPickerProps) {
  /** Null: nobody types, the field tells what is chosen. */
  const [text, setText] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const wanted = isOpen ? (text ?? '').trim() : null;
  const { found, isMore } = useMemo(() => {
    if (wanted === null) return { found: [], isMore: false };
    if (wanted !== '') return findRecords(matrix, names, wanted, most);
    return { found: [...records.subarray(0, most)], isMore: records.length > most };
  }, [matrix, names, records, wanted]);
  const open = (isNowOpen: boolean) => {
    setOpen(isNowOpen);
    if (!isNowOpen) setText(null);
  };
  return (
    <Combobox
      {...{ label, text: text ?? name, onText: setText, popup: { isOpen, onOpen: open } }}
      listLabel={label}
      placeholder={names.hasRecords ? 'Type, ID or name' : 'Type or ID'}
      groups={[
        {
          name: null,
          options: found.map((record) => {
            const key = { recordType: matrix.recordType(record), recordId: matrix.recordId(record) };
            const words = recordInWords(key);
            return {
              key: words,
              content: (
                <>
                  {key.recordType} <NamedId name={names.record(record)} id={key.recordId} />
                </>
              ),
              onChoose: () => {
                onChoose(recordText(key));
                open(false);
              },
            };
          }),
        },
      ]}
      status={foundInWords(wanted ?? '', found.length, isMore, names.hasRecords)}
    />
  );
}

function foundInWords(text: string, count: number, isMore: boolean, hasNames: boolean): string {
  if (text === '')
    return `Type a part of the ${hasNames ? 'type, ID or name' : 'type or ID'} to find a record.`;
  if (count === 0) return `No record matches “${text}”.`;
  if (isMore) return 'More match: type on to narrow them.';
  return `${counted(count, 'record')} ${plural(count, 'matches', 'match')}.`;
}
