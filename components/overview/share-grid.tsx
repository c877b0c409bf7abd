import type { FocusEvent, ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import type { AccessSummary } from '@/lib/contract/access/access-summary';
import { sumOfShares, type Share } from '@/lib/domain/access/column-counts';
import { counted } from '@/lib/domain/counted';
import type { EntityColumn } from './entity-columns';
import { shareCounts, sharePercent, tintOf } from '@/lib/domain/access/share-words';
import { edgeOfNone } from '@/components/ui/share-scale';
import styles from '@/components/ui/share-tint.module.css';

type RecordType = AccessSummary['recordTypes'][number];

interface ShareGridProps {
  recordTypes: readonly RecordType[];
  whole: EntityColumn;
  wholeHead: string;
  columns: readonly EntityColumn[];
  corner?: ReactNode;
  head?: (column: EntityColumn) => ReactNode;
  /** Wraps a cell in a link to the matrix. */
  link?: (face: CellFace, recordType: string, column: EntityColumn) => ReactNode;
  onFocus?: (event: FocusEvent) => void;
}

interface CellFace {
  title: string;
  className: string;
  children: ReactNode;
}

const headClasses = 'rounded-xs bg-head px-1.5 py-1 text-left align-bottom font-medium';

/** Up to this many columns leave room for counts. */
const mostWide = 7;

export function ShareGrid(props: ShareGridProps) {
  const { recordTypes, whole, wholeHead, columns, corner = 'Record type', head, link, onFocus } = props;
  if (recordTypes.length === 0)
    return <p className="py-2 text-sm text-text-muted">No record is set up for any entity yet.</p>;
  return (
    <div
      className="relative -mx-1 scroll-pl-32 overflow-x-auto px-1 pb-1 print:overflow-visible"
      tabIndex={0}
      role="region"
      aria-label="Shares of access"
      onFocus={onFocus}
    >
      <table
        translate="no"
        className="tabular w-full min-w-160 table-fixed print:min-w-0 border-separate border-spacing-0.5 text-sm"
      >
        {/* Widths come first: a browser may paint while it still parses the heads. */}
        <colgroup>
          <col className="w-30" />
          <col className="w-28" />
          {columns.map(({ name }) => (
            <col key={name} />
          ))}
        </colgroup>
        <thead>
          <tr className="text-xs text-text-muted">
            <th scope="col" className={classNames(headClasses, 'sticky left-0')}>
              {corner}
            </th>
            <th scope="col" className={headClasses}>
              <ColumnName name={wholeHead} />
            </th>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={headClasses}>
                {head ? head(column) : <ColumnName name={column.name} />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {recordTypes.map((type) => (
            <tr key={type.recordType}>
              <th
                scope="row"
                className="sticky left-0 bg-surface px-1.5 py-1 text-left font-medium wrap-anywhere print:py-0"
              >
                {type.recordType}
                <span className="block text-xs font-normal text-text-muted">
                  {counted(type.records, 'record')}
                </span>
              </th>
              {[whole, ...columns].map((column, at) => (
                <ShareCell
                  key={at}
                  share={shareIn(type, column)}
                  room={at === 0 ? 'always' : columns.length <= mostWide ? 'wide' : 'never'}
                  what={`${type.recordType} in ${column.name}`}
                  link={link && ((face) => link(face, type.recordType, column))}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function ColumnName({ name }: { name: string }) {
  return (
    <span title={name} className="line-clamp-2 wrap-anywhere">
      {name}
    </span>
  );
}

const countsIn = {
  always: 'block text-xs',
  wide: 'block text-xs not-print:@max-[5.5rem]:sr-only',
  never: 'sr-only',
};

interface ShareCellProps {
  share: Share;
  room: keyof typeof countsIn;
  what: string;
  link: ((face: CellFace) => ReactNode) | undefined;
}

function ShareCell({ share, room, what, link = (face) => <span {...face} /> }: ShareCellProps) {
  const figures = (
    <span className="@container block">
      <span className="block font-medium">{sharePercent(share)}</span>
      <span className={countsIn[room]}>{shareCounts(share)}</span>
    </span>
  );
  return (
    <td
      data-tint={tintOf(share)}
      className={classNames(
        'rounded-xs p-0',
        share.existing > 0 && share.granted === 0 && edgeOfNone,
        'print:border print:border-line forced-colors:outline forced-colors:-outline-offset-1',
        styles.cell,
      )}
    >
      {share.existing === 0 ? (
        <span title={`${what}: not set up`} className="block px-1.5 py-1 text-xs text-text-muted">
          {room === 'never' ? '–' : 'not set up'}
          {room === 'never' && <span className="sr-only"> not set up</span>}
        </span>
      ) : (
        link({
          title: `${what}: ${shareCounts(share)} have access`,
          className: 'block rounded-xs px-1.5 py-1 print:py-0',
          children: figures,
        })
      )}
    </td>
  );
}

function shareIn({ granted, existing }: RecordType, { entities }: EntityColumn): Share {
  return sumOfShares(
    entities.map(({ place }) => ({ granted: granted[place] ?? 0, existing: existing[place] ?? 0 })),
  );
}
