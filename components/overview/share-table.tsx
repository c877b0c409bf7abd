'use client';

import { ChevronDown, ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { classNames } from '@/components/ui/class-names';
import { useAddress } from '@/lib/client/address';
import { exactText } from '@/lib/client/address-parameters';
import type { AccessSummary } from '@/lib/contract/access/access-summary';
import { counted } from '@/lib/domain/counted';
import { entityColumns, type EntityColumn } from './entity-columns';
import { useOverviewLinks } from './overview-links';
import type { Share } from '@/lib/domain/access/column-counts';
import { shareCounts, sharePercent, sumOfShares, tintOf } from '@/lib/domain/access/share-words';
import styles from '@/components/ui/share-tint.module.css';

type RecordType = AccessSummary['recordTypes'][number];

const parameters = { group: exactText };
/** Of so many columns each has room for counts. */
const mostWide = 7;

/**
 * Who may use what: the share of access of each record type in each group of entities, as a table whose cells are
 * tinted by it. A group's head unfolds it to its entities; a cell leads to exactly its part of the matrix.
 */
export function ShareTable({ summary: { entities, recordTypes } }: { summary: AccessSummary }) {
  const [{ group }, set] = useAddress(parameters, 'replace');
  const links = useOverviewLinks();
  const columns = entityColumns(entities);
  const open = columns.find(({ name, entities: of }) => name === group && of.length > 1) ?? null;
  const shown = open === null ? columns : open.entities.map(columnOfOne);
  const ids = (column: EntityColumn) => column.entities.map(({ entityId }) => entityId);
  return (
    <div
      className="relative -mx-1 overflow-x-auto px-1 pb-1"
      tabIndex={0}
      role="region"
      aria-label="Shares of access"
    >
      <table className="tabular w-full min-w-2xl table-fixed border-separate border-spacing-0.5 text-sm">
        <thead>
          <tr className="text-xs text-text-muted">
            <th scope="col" className="sticky left-0 w-30 bg-surface p-1 text-left align-bottom font-medium">
              {open === null ? (
                'Record type'
              ) : (
                <button
                  type="button"
                  onClick={() => void set({ group: null })}
                  className="flex min-h-6 items-center gap-1 rounded-sm text-left hover:text-text"
                >
                  <ChevronDown aria-hidden="true" className="size-3.5 shrink-0" />
                  All entities
                </button>
              )}
            </th>
            <th scope="col" className="w-28 p-1 text-left align-bottom font-medium">
              {open === null ? 'All' : open.name}
            </th>
            {shown.map((column) => (
              <th key={column.name} scope="col" className="p-1 text-left align-bottom font-medium">
                <ColumnHead column={column} onOpen={() => void set({ group: column.name })} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {recordTypes.map((type) => {
            const all =
              open === null
                ? { name: 'all entities', entities: columns.flatMap((one) => one.entities) }
                : open;
            return (
              <tr key={type.recordType}>
                <th scope="row" className="sticky left-0 bg-surface p-1 text-left font-medium wrap-anywhere">
                  {type.recordType}
                  <span className="block text-xs font-normal text-text-muted">
                    {counted(type.records, 'record')}
                  </span>
                </th>
                {[all, ...shown].map((column, at) => (
                  <ShareCell
                    key={at}
                    share={shareIn(type, column)}
                    isWide={shown.length <= mostWide || at === 0}
                    what={`${type.recordType} in ${column.name}`}
                    href={links.access({
                      type: type.recordType,
                      ...(!(at === 0 && open === null) && { entities: ids(column) }),
                    })}
                  />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function ColumnHead({ column: { name, entities }, onOpen }: { column: EntityColumn; onOpen: () => void }) {
  const [only] = entities;
  if (entities.length === 1)
    return (
      <span title={only?.name === '' ? undefined : only?.name} className="block truncate">
        {name}
      </span>
    );
  return (
    <button
      type="button"
      onClick={onOpen}
      title={`Show the ${counted(entities.length, 'entity', 'entities')} of ${name}`}
      className="flex min-h-6 max-w-full items-center gap-0.5 rounded-sm text-left hover:text-text"
    >
      <ChevronRight aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="min-w-0">{name}</span>
    </button>
  );
}

interface ShareCellProps {
  share: Share;
  /** There is room for the counts below the share. */
  isWide: boolean;
  what: string;
  href: string;
}

function ShareCell({ share, isWide, what, href }: ShareCellProps) {
  return (
    <td
      data-tint={tintOf(share)}
      className={classNames(
        'rounded-xs p-0 print:border print:border-line forced-colors:border',
        styles.cell,
      )}
    >
      {share.existing === 0 ? (
        <span title={`${what}: not set up`} className="block px-1.5 py-1 text-text-faint">
          –<span className="sr-only"> not set up</span>
        </span>
      ) : (
        <Link
          href={href}
          prefetch={false}
          title={`${what}: ${shareCounts(share)} have access`}
          className="block rounded-xs px-1.5 py-1 hover:outline hover:outline-accent"
        >
          <span className="block font-medium">{sharePercent(share)}</span>
          <span className={isWide ? 'block truncate text-xs text-text-muted' : 'sr-only'}>
            {shareCounts(share)}
          </span>
        </Link>
      )}
    </td>
  );
}

function columnOfOne(entity: EntityColumn['entities'][number]): EntityColumn {
  return { name: entity.entityId, entities: [entity] };
}

function shareIn({ granted, existing }: RecordType, { entities }: EntityColumn): Share {
  return sumOfShares(
    entities.map(({ place }) => ({ granted: granted[place] ?? 0, existing: existing[place] ?? 0 })),
  );
}
