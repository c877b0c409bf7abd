'use client';

import { use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { printedNow } from '@/components/shell/page-header';
import { Instant } from '@/components/ui/instant';
import { usePrinting } from '@/components/ui/use-printing';
import { CompanyCurrency, useConnectionLabel } from '@/lib/client/connection';
import { useEntityNames } from '@/lib/client/use-names';
import type { JournalPage } from '@/lib/contract/journal/journal';
import { entityWords } from '@/lib/domain/access/names/named';
import { counted } from '@/lib/domain/counted';
import { journalField } from '@/lib/domain/journal/field-index';
import type { JournalField } from '@/lib/domain/journal/fields';
import type { SortKey } from '@/lib/domain/journal/query';
import { leftOutOfFlows, summed, sumLabel } from '@/lib/domain/journal/movement';
import { inDigits } from '@/lib/domain/reader-formats';
import { formatValue, isNumeric, sumWords } from '../value-format';
import { paperBlocks } from './paper-blocks';
import styles from './printed-lines.module.css';

export interface LinesForPaper extends Pick<
  JournalPage,
  'rows' | 'total' | 'sums' | 'mixed' | 'uncounted' | 'asOf' | 'copy' | 'arrived' | 'stale'
> {
  first: number;
}

interface PrintedLinesProps {
  /** Lines read by "Print…"; null: the browser's own print takes the page. */
  asked: LinesForPaper | null;
  page: LinesForPaper | null;
  /** The page has other conditions than those printed above it, so it is not printed. */
  isOld: boolean;
  connection: string;
  fields: readonly JournalField[];
  sort: readonly SortKey[];
  conditions: readonly string[];
  onEnd: () => void;
}

/** The journal on paper: the page's lines, or those read by "Print…". */
export function PrintedLines({ asked, page, isOld, onEnd, ...props }: PrintedLinesProps) {
  const isPrinting = usePrinting();
  const end = useEffectEvent(onEnd);
  const printed = useRef<LinesForPaper>(null); // effects run twice in development
  useEffect(() => {
    if (asked === null) return;
    const leave = () => end();
    window.addEventListener('afterprint', leave);
    if (printed.current !== asked) window.print();
    printed.current = asked;
    return () => window.removeEventListener('afterprint', leave);
  }, [asked]);
  const lines = asked ?? (isPrinting && !isOld ? page : null);
  return lines === null ? null : createPortal(<Sheet {...props} lines={lines} />, document.body);
}

function Sheet({
  lines,
  connection,
  fields,
  sort,
  conditions,
}: Omit<PrintedLinesProps, 'asked' | 'page' | 'isOld' | 'onEnd'> & { lines: LinesForPaper }) {
  const { rows, first, total, asOf, copy, arrived, stale } = lines;
  const company = useConnectionLabel();
  const [printed] = useState(printedNow);
  const isAll = first === 0 && rows.length === total;
  return (
    <section data-print="sheet" aria-label="Lines on paper" className={styles.sheet}>
      <h1>Item journal lines{company === undefined ? '' : `, ${company}`}</h1>
      <p>
        {isAll
          ? `All ${counted(total, 'line')}`
          : `Lines ${inDigits(first + 1)} to ${inDigits(first + rows.length)} of ${inDigits(total)}`}
        {conditions.length === 0 ? ', no filter' : `: ${conditions.join('; ')}`}.{' '}
        {sort.length > 0 && `Sorted by ${sort.map(sortInWords).join(', ')}.`}
      </p>
      <p>
        Not posted when they were read from Business Central at <Instant at={asOf} look="full" /> (copy {copy}
        ).
        {stale && ` They could not be read again since: ${stale.detail}`} {printed}
      </p>
      {arrived !== undefined && (
        <p className={styles.warning}>The lines are still being read: more of them may match.</p>
      )}
      <Totals {...lines} />
      {paperBlocks(fields).map((block, at, { length }) => (
        <Block
          key={at}
          {...{ rows, first, connection }}
          fields={block}
          part={length === 1 ? null : `Columns, part ${inDigits(at + 1)} of ${inDigits(length)}`}
        />
      ))}
    </section>
  );
}

function sortInWords({ field, descending }: SortKey): string {
  return `${journalField(field)?.label ?? field}${descending ? ' descending' : ''}`;
}

/** Nothing before all lines are read. */
function Totals(lines: LinesForPaper) {
  const currency = use(CompanyCurrency);
  const { sums, arrived, total } = lines;
  if (sums === undefined || arrived !== undefined) return null;
  const names = [...new Set(['Amount.in', 'Amount.out', 'Amount.net', ...Object.keys(sums)])];
  const shown = names.flatMap((name) => summed(name) ?? []);
  const left = leftOutOfFlows(lines);
  return (
    <>
      <table className={styles.totals}>
        <caption>Totals of all {counted(total, 'line')}</caption>
        <thead>
          <tr>
            {shown.map((sum) => (
              <th key={sum.name} scope="col">
                {sumLabel(sum)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {shown.map((sum) => (
              <td key={sum.name}>{sumWords(lines, sum, currency)}</td>
            ))}
          </tr>
        </tbody>
      </table>
      {left.length > 0 && <p>{left.join(' ')}</p>}
    </>
  );
}

interface BlockProps extends Pick<LinesForPaper, 'rows' | 'first'> {
  fields: readonly JournalField[];
  connection: string;
  part: string | null;
}

function Block({ fields, rows, first, connection, part }: BlockProps) {
  const names = useEntityNames(connection);
  const text = (field: JournalField, row: JournalPage['rows'][number]) => {
    const value = formatValue(field, row[field.name]);
    return field.name === 'BssiEntityID' && names.has(value) ? entityWords(value, names.get(value)) : value;
  };
  return (
    <table className={styles.lines}>
      {part !== null && <caption>{part}</caption>}
      <thead>
        <tr>
          <th scope="col" data-numeric="">
            <span>Row</span>
          </th>
          {fields.map((field) => (
            <th key={field.name} scope="col" data-numeric={isNumeric(field) ? '' : undefined}>
              <span>{field.label}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody translate="no">
        {rows.map((row, at) => (
          <tr key={at}>
            <th scope="row" data-numeric="">
              {inDigits(first + at + 1)}
            </th>
            {fields.map((field) => (
              <td
                key={field.name}
                data-numeric={isNumeric(field) ? '' : undefined}
                data-whole={field.kind === 'date' ? '' : undefined}
              >
                {text(field, row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
