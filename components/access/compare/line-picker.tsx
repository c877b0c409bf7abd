'use client';

import { useMemo, useState, type ReactNode } from 'react';
import { Combobox } from '@/components/ui/fields/combobox';
import { NamedId } from '@/components/ui/named-id';
import { recordInWords } from '@/lib/domain/access/access-words';
import type { ComparedKind } from '@/lib/domain/access/change/comparison';
import { findEntities, findRecords } from '@/lib/domain/access/filter/find-targets';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixNames } from '@/lib/domain/access/names/matrix-names';
import { recordText } from '@/lib/domain/access/names/record-text';
import { counted, plural } from '@/lib/domain/counted';
import type { Line } from './compare-lines';
import { nouns } from './compare-words';

interface LinePickerProps {
  kind: ComparedKind;
  label: string;
  matrix: AccessMatrix;
  names: MatrixNames;
  /** Indices of the lines offered while the field is empty. */
  offered: Uint32Array;
  line: Line | null;
  /** The other side of the comparison; offered only when it is typed. */
  other: Line | null;
  /** Only this side is missing: its field has the focus when the sheet opens, and opens its list. */
  isMissing: boolean;
  onChoose: (text: string) => void;
}

interface Option {
  key: string;
  text: string;
  content: ReactNode;
}

interface LineKind {
  most: number;
  find: typeof findEntities;
  optionOf: (matrix: AccessMatrix, names: MatrixNames, index: number) => Option;
}

const lineKinds: Record<ComparedKind, LineKind> = {
  entities: {
    most: 100,
    find: findEntities,
    optionOf: (matrix, names, index) => {
      const id = matrix.entityId(index);
      return { key: id, text: id, content: <NamedId name={names.entity(index)} id={id} /> };
    },
  },
  records: {
    most: 8,
    find: findRecords,
    optionOf: (matrix, names, index) => {
      const cell = matrix.cell(index, -1);
      const content = (
        <>
          {cell.recordType} <NamedId name={names.record(index)} id={cell.recordId} />
        </>
      );
      return { key: recordInWords(cell), text: recordText(cell), content };
    },
  },
};

/** A field that finds an entity, or one of a hundred thousand records, by a part of its ID or name. */
export function LinePicker({
  kind,
  label,
  matrix,
  names,
  offered,
  line,
  other,
  isMissing,
  onChoose,
}: LinePickerProps) {
  /** Null: the field shows the chosen line. */
  const [text, setText] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const wanted = isOpen ? (text ?? '').trim() : null;
  const { found, isMore } = useMemo(() => {
    const { find, most } = lineKinds[kind];
    if (wanted === null) return { found: [], isMore: false };
    if (wanted !== '') return find(matrix, names, wanted, most);
    const others = [...offered.subarray(0, most + 1)].filter((index) => index !== other?.index);
    return { found: others.slice(0, most), isMore: offered.length > most };
  }, [kind, matrix, names, offered, other, wanted]);
  const open = (isNowOpen: boolean) => {
    setOpen(isNowOpen);
    if (!isNowOpen) setText(null);
  };
  const optionOf = (index: number) => {
    const { key, text: chosen, content } = lineKinds[kind].optionOf(matrix, names, index);
    return {
      key,
      content,
      onChoose: () => {
        onChoose(chosen);
        open(false);
      },
    };
  };
  const { sought, placeholder } = soughtInWords(kind, names);
  return (
    <Combobox
      {...{ label, placeholder, text: text ?? line?.title ?? '', onText: setText }}
      popup={{ isOpen, onOpen: open, opensInFocus: isMissing }}
      listLabel={label}
      groups={[{ name: null, options: found.map(optionOf) }]}
      status={foundInWords(kind, sought, wanted ?? '', found.length, isMore)}
    />
  );
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
  const { one, many } = nouns[kind];
  if (text === '') return `Type a part of the ${sought} to find ${kind === 'entities' ? 'an' : 'a'} ${one}.`;
  if (count === 0) return `No ${one} matches “${text}”.`;
  if (isMore) return 'More match: type on to narrow them.';
  return `${counted(count, one, many)} ${plural(count, 'matches', 'match')}.`;
}
