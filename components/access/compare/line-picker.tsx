'use client';

import { useMemo, useState } from 'react';
import { Combobox } from '@/components/ui/fields/combobox';
import { NamedId } from '@/components/ui/named-id';
import { recordInWords } from '@/lib/domain/access/access-words';
import type { ComparedKind } from '@/lib/domain/access/change/comparison';
import { findEntities, findRecords } from '@/lib/domain/access/filter/find-targets';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixNames } from '@/lib/domain/access/names/matrix-names';
import { named } from '@/lib/domain/access/names/named';
import { recordText } from '@/lib/domain/access/names/record-text';
import { counted, plural } from '@/lib/domain/counted';
import type { Line } from './compare-lines';

interface LinePickerProps {
  kind: ComparedKind;
  label: string;
  matrix: AccessMatrix;
  names: MatrixNames;
  /** Their indices, offered before anything is typed. */
  offered: Uint32Array;
  /** The chosen one. */
  line: Line | null;
  /** It is all that is missing: in focus when the sheet opens, and open when it is in focus. */
  isMissing: boolean;
  onChoose: (text: string) => void;
}

/** Most that are offered at once: entities are few enough to be looked through. */
const most: Record<ComparedKind, number> = { entities: 100, records: 8 };

/** One entity, or one of a hundred thousand records: some are offered while a part of the ID or name is typed. */
export function LinePicker({
  kind,
  label,
  matrix,
  names,
  offered,
  line,
  isMissing,
  onChoose,
}: LinePickerProps) {
  /** Null: nobody types, the field tells what is chosen. */
  const [text, setText] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const wanted = isOpen ? (text ?? '').trim() : null;
  const { found, isMore } = useMemo(() => {
    if (wanted === null) return { found: [], isMore: false };
    const find = kind === 'entities' ? findEntities : findRecords;
    if (wanted !== '') return find(matrix, names, wanted, most[kind]);
    return { found: [...offered.subarray(0, most[kind])], isMore: offered.length > most[kind] };
  }, [kind, matrix, names, offered, wanted]);
  const open = (isNowOpen: boolean) => {
    setOpen(isNowOpen);
    if (!isNowOpen) setText(null);
  };
  const optionOf = (index: number) => {
    const [key, content] =
      kind === 'entities' ? entityOption(matrix, names, index) : recordOption(matrix, names, index);
    return {
      key,
      content,
      onChoose: () => {
        onChoose(kind === 'entities' ? key : recordText(matrix.cell(index, -1)));
        open(false);
      },
    };
  };
  const { sought, placeholder } = soughtInWords(kind, names);
  return (
    <Combobox
      {...{ label, placeholder, text: text ?? chosenInWords(kind, names, line), onText: setText }}
      popup={{ isOpen, onOpen: open, opensInFocus: isMissing }}
      listLabel={label}
      groups={[{ name: null, options: found.map(optionOf) }]}
      status={foundInWords(kind, sought, wanted ?? '', found.length, isMore)}
    />
  );
}

function entityOption(matrix: AccessMatrix, names: MatrixNames, index: number) {
  const id = matrix.entityId(index);
  return [id, <NamedId key={id} name={names.entity(index)} id={id} />] as const;
}

function recordOption(matrix: AccessMatrix, names: MatrixNames, index: number) {
  const { recordType, recordId } = matrix.cell(index, -1);
  const content = (
    <>
      {recordType} <NamedId name={names.record(index)} id={recordId} />
    </>
  );
  return [recordInWords({ recordType, recordId }), content] as const;
}

/** "Cronus UK Ltd · 100", "Customer 40000"; '' for none. */
function chosenInWords(kind: ComparedKind, names: MatrixNames, line: Line | null): string {
  if (line === null) return '';
  return kind === 'entities' ? named(line.name, names.entity(line.index)) : line.name;
}

function soughtInWords(kind: ComparedKind, names: MatrixNames): { sought: string; placeholder: string } {
  if (kind === 'entities') return { sought: 'ID or name', placeholder: 'ID or name' };
  return names.hasRecords
    ? { sought: 'type, ID or name', placeholder: 'Type, ID or name' }
    : { sought: 'type or ID', placeholder: 'Type or ID' };
}

function foundInWords(
  kind: ComparedKind,
  sought: string,
  text: string,
  count: number,
  isMore: boolean,
): string {
  const [one, many] = kind === 'entities' ? ['entity', 'entities'] : ['record', 'records'];
  if (text === '') return `Type a part of the ${sought} to find ${kind === 'entities' ? 'an' : 'a'} ${one}.`;
  if (count === 0) return `No ${one} matches “${text}”.`;
  if (isMore) return 'More match: type on to narrow them.';
  return `${counted(count, one, many)} ${plural(count, 'matches', 'match')}.`;
}
