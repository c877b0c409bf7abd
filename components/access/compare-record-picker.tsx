'use client';

import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { classNames } from '@/components/ui/class-names';
import { TextField } from '@/components/ui/text-field';
import { recordInWords } from '@/lib/domain/access/access-words';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixNames } from '@/lib/domain/access/matrix-names';
import { recordText } from '@/lib/domain/access/record-text';
import { foundRecords } from './compare-search';

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

const nothing = { found: [], isMore: false };

/** One of a hundred thousand records: a few are offered while a part of the type or ID is typed. */
export function RecordPicker({ label, matrix, names, records, name, onChoose }: RecordPickerProps) {
  const id = useId();
  /** Null: nobody types, the field tells what is chosen. */
  const [text, setText] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { found, isMore } = useMemo(
    () => (isOpen ? foundRecords(matrix, names, records, text ?? '') : nothing),
    [isOpen, matrix, names, records, text],
  );
  const hasList = found.length > 0;
  const open = () => {
    if (isOpen) return;
    setOpen(true);
    setActive(-1);
  };
  const close = () => {
    setOpen(false);
    setText(null);
  };
  const choose = (record: number) => {
    onChoose(recordText({ recordType: matrix.recordType(record), recordId: matrix.recordId(record) }));
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = found[active];
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' && isOpen) setActive(Math.min(active + 1, found.length - 1));
    else if (event.key === 'ArrowUp' && isOpen) setActive(Math.max(active - 1, -1));
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') open();
    else if (event.key === 'Enter' && chosen !== undefined) choose(chosen);
    else if (event.key === 'Escape' && isOpen) {
      // Closes the list, not the sheet.
      event.stopPropagation();
      close();
    } else return;
    event.preventDefault();
  };
  return (
    <div className="relative min-w-0">
      <TextField
        label={label}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={hasList}
        aria-controls={hasList ? `${id}-list` : undefined}
        aria-activedescendant={found[active] === undefined ? undefined : `${id}-${String(active)}`}
        autoComplete="off"
        spellCheck={false}
        placeholder={names.hasRecords ? 'Type, ID or name' : 'Type or ID'}
        value={text ?? name}
        onChange={(next) => {
          setText(next);
          setOpen(true);
          setActive(next.trim() === '' ? -1 : 0);
        }}
        onFocus={(event) => event.currentTarget.select()}
        onClick={(event) => {
          // A press has put the caret somewhere: typing is to replace the name as a whole.
          if (text === null) event.currentTarget.select();
          open();
        }}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      <div
        // A press on the list leaves the keyboard in the field.
        onMouseDown={(event) => event.preventDefault()}
        className={
          isOpen
            ? 'absolute inset-x-0 top-full z-10 mt-1 rounded-md border border-line bg-surface-raised p-1 shadow-raised'
            : 'sr-only'
        }
      >
        {hasList && (
          <ul id={`${id}-list`} role="listbox" aria-label={label}>
            {found.map((record, index) => (
              <li
                key={record}
                id={`${id}-${String(index)}`}
                role="option"
                aria-selected={index === active}
                onClick={() => choose(record)}
                className={classNames(
                  'cursor-pointer rounded-sm px-2 py-1.5 text-sm wrap-anywhere hover:bg-surface-sunken',
                  index === active && 'bg-accent-soft font-medium text-accent-text',
                )}
              >
                {recordInWords({ recordType: matrix.recordType(record), recordId: matrix.recordId(record) })}{' '}
                <span className="text-text-muted">{names.record(record)}</span>
              </li>
            ))}
          </ul>
        )}
        <p role="status" className="px-2 py-1 text-xs wrap-anywhere text-text-muted">
          {isOpen && foundInWords(text ?? '', found.length, isMore, names.hasRecords)}
        </p>
      </div>
    </div>
  );
}

function foundInWords(text: string, count: number, isMore: boolean, hasNames: boolean): string {
  if (text.trim() === '')
    return `Type a part of the ${hasNames ? 'type, ID or name' : 'type or ID'} to find a record.`;
  if (count === 0) return `No record matches “${text.trim()}”.`;
  if (isMore) return 'More match: type on to narrow them.';
  return count === 1 ? '1 record matches.' : `${String(count)} records match.`;
}
