'use client';

import { memo, type CSSProperties } from 'react';
import type { JournalRow } from '@/lib/contract/journal/journal';
import { formatValue, isNumeric, toneOf } from '../value-format';
import { signsOfCut } from './cell-width';
import { edgesIn } from './selected-strips';
import type { ShownColumn } from './shown-columns';
import type { TableColumn } from './table-model';
import styles from './rows-table.module.css';
import type { Gap } from './visible-cells';

/** The name of a row, usually its number, as a link that opens it. */
export interface RowHead {
  text: string;
  href: string;
  label: string;
  title: string;
  /** The link takes the whole cell, so that no press of it selects the row. */
  fillsCell?: boolean;
}

interface TableRowProps extends RowHead {
  at: number;
  /** Position in the whole list; the head is 1. */
  ariaRow: number;
  row: JournalRow;
  parts: readonly (ShownColumn | Gap)[];
  /** Number of keys of a row of sums; null: a plain row. */
  level: number | null;
  isOpen: boolean;
  /** Column of the tab stop; -1: in another row. */
  stop: number;
  /** By `selectedIn`. */
  selected: string;
}

/** Renders only when its own properties change. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { at, ariaRow, row, parts, level, isOpen, stop, selected, text, href, label, title } = props;
  const { fillsCell = false } = props;
  const edgesAt = selected === '' ? null : edgesIn(selected);
  return (
    <tr aria-rowindex={ariaRow} data-row={at} data-level={level ?? undefined}>
      <th scope="row" aria-colindex={1} aria-current={isOpen ? 'true' : undefined} className={styles.stuck}>
        <a
          tabIndex={-1}
          {...{ href, title }}
          aria-label={label}
          className={fillsCell ? styles.whole : undefined}
        >
          {text}
        </a>
      </th>
      {parts.map((part) =>
        'count' in part ? (
          <td key={`gap ${String(part.from)}`} aria-hidden="true" colSpan={part.count} />
        ) : (
          cell({
            at,
            row,
            part,
            isStop: part.at === stop,
            isSum: level !== null,
            edges: edgesAt?.(part.at) ?? null,
          })
        ),
      )}
    </tr>
  );
});

interface CellParts {
  at: number;
  row: JournalRow;
  part: ShownColumn;
  isStop: boolean;
  isSum: boolean;
  edges: string | null;
}

/** A function, because components for 2,000 cells would cost more. */
function cell({ at, row, part, isStop, isSum, edges }: CellParts) {
  const { column, width, stuck } = part;
  const { field } = column;
  const value = row[field.name];
  const text = formatValue(field, value) || (column.wordsAt?.(at) ?? '');
  const isEnd = isNumeric(field);
  const signs = isEnd ? signsOfCut(text, width) : null;
  const whole = signs !== null || column.isStill ? text || undefined : undefined;
  const tone = toneOf(field, value);
  const href = column.hrefAt?.(at) ?? null;
  const parts = signs === null ? column.partsOf?.(text) : undefined;
  const shown = signs ?? (parts && parts[1] !== '' ? <Named parts={parts} /> : text);
  return (
    <td
      key={part.name}
      tabIndex={isStop && href === null ? 0 : -1}
      aria-colindex={part.at + 2}
      aria-selected={edges === null ? undefined : true}
      // Otherwise screen readers read the replacement signs.
      aria-label={href === null ? whole : undefined}
      title={whole}
      data-edges={edges ?? undefined}
      data-look={look(isEnd, tone, isSum, column)}
      className={stuck < 0 ? undefined : styles.stuck}
      style={styleOf(part, isSum ? null : at)}
    >
      {href === null ? (
        shown
      ) : (
        <a tabIndex={isStop ? 0 : -1} href={href} aria-label={column.labelAt?.(at) ?? whole}>
          {shown}
        </a>
      )}
    </td>
  );
}

function look(isEnd: boolean, tone: string, isSum: boolean, column: TableColumn): string | undefined {
  const words = [
    isEnd && 'end',
    tone !== 'usual' && tone,
    !isSum && column.barAt && 'bar',
    !isSum && column.tintAt && 'tint',
  ].filter(Boolean);
  return words.length === 0 ? undefined : words.join(' ');
}

/** @param at null: a sum, without bar and tint. */
function styleOf({ stuck, column }: ShownColumn, at: number | null): CSSProperties | undefined {
  const bar = at === null ? undefined : column.barAt?.(at);
  const tint = at === null ? undefined : column.tintAt?.(at);
  if (stuck < 0 && bar === undefined && tint === undefined) return undefined;
  return {
    ...(stuck >= 0 && { left: `var(--stuck-${String(stuck)})` }),
    ...(bar !== undefined && { '--bar-length': bar.toFixed(4) }),
    ...(tint !== undefined && { '--tint': `${(tint * 100).toFixed(1)}%` }),
  };
}

/** The name is cut, not the ID: a name is known by its beginning. */
function Named({ parts }: { parts: readonly [string, string] }) {
  return (
    <span className={styles.named}>
      <span>{parts[0]}</span>
      <span>{parts[1]}</span>
    </span>
  );
}
