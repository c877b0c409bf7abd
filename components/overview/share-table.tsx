'use client';

import { ChevronDown, ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { classNames } from '@/components/ui/class-names';
import { useAddress } from '@/lib/client/address/use-address';
import { exactText } from '@/lib/client/address/parameters';
import type { AccessSummary } from '@/lib/contract/access/access-summary';
import { counted } from '@/lib/domain/counted';
import { allEntities, entityColumns, type EntityColumn } from './entity-columns';
import { useOverviewLinks } from './overview-links';
import { ColumnName, ShareGrid } from './share-grid';

const parameters = { group: exactText };

/** Group heads unfold their entities as columns; cells link to the matrix. */
export function ShareTable({ summary: { entities, recordTypes } }: { summary: AccessSummary }) {
  const [{ group }, set] = useAddress(parameters, 'replace');
  const links = useOverviewLinks();
  const columns = entityColumns(entities);
  const open = columns.find(({ name, entities: of }) => name === group && of.length > 1) ?? null;
  const all = allEntities(columns);
  return (
    <ShareGrid
      // A browser does not scroll to a cell that it shows a few px of.
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
      recordTypes={recordTypes}
      whole={open ?? all}
      wholeHead={open === null ? 'All' : open.name}
      columns={
        open === null ? columns : open.entities.map((one) => ({ name: one.entityId, entities: [one] }))
      }
      corner={
        open === null ? (
          'Record type'
        ) : (
          <button
            type="button"
            onClick={() => void set({ group: null })}
            className="flex min-h-6 items-end gap-1 rounded-sm text-left hover:text-text"
          >
            <ChevronDown aria-hidden="true" className="mb-px size-3.5 shrink-0" />
            All entities
          </button>
        )
      }
      head={(column) => <ColumnHead column={column} onOpen={() => void set({ group: column.name })} />}
      link={({ className, ...face }, type, column) => {
        const entities = column.entities.map(({ entityId }) => entityId);
        return (
          <Link
            {...face}
            href={links.access({ type, ...(column !== all && { entities }) })}
            prefetch={false}
            className={classNames(className, 'hover:outline hover:outline-text')}
          />
        );
      }}
    />
  );
}

function ColumnHead({ column: { name, entities }, onOpen }: { column: EntityColumn; onOpen: () => void }) {
  const [only] = entities;
  if (entities.length === 1)
    return (
      <span title={only?.name === '' ? undefined : only?.name} className="block wrap-anywhere">
        {name}
      </span>
    );
  return (
    <button
      type="button"
      onClick={onOpen}
      title={`Show the ${counted(entities.length, 'entity', 'entities')} of ${name}`}
      className="flex min-h-6 max-w-full items-end gap-0.5 rounded-sm text-left hover:text-text"
    >
      <ChevronRight aria-hidden="true" className="mb-px size-3.5 shrink-0" />
      <ColumnName name={name} />
    </button>
  );
}
