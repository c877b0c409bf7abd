'use client';

import { ChevronDown, ChevronUp, ExternalLink } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { use, useId, useState, type ReactNode } from 'react';
import { SearchField } from '@/components/ui/fields/search-field';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { CopyButton } from '@/components/ui/copy-button';
import { NamedId } from '@/components/ui/named-id';
import { IconButton } from '@/components/ui/icon-button';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { TextLink } from '@/components/ui/text-link';
import { problemOf } from '@/lib/client/api';
import { journalLineQuery } from '@/lib/client/journal/journal';
import type { LineKey } from '@/lib/domain/journal/query';
import { useConnectionParameter, CompanyCurrency, useBcUrl } from '@/lib/client/connection';
import { useEntityNames } from '@/lib/client/use-names';
import { matrixAddress } from '@/lib/client/matrix-address';
import type { JournalRow } from '@/lib/contract/journal/journal';
import { targetText } from '@/lib/domain/access/details-target';
import { recordTypeNamedBy } from '@/lib/domain/journal/field-index';
import { isUnset } from '@/lib/domain/journal/emptiness';
import { journalFieldGroups, journalFields, type JournalField } from '@/lib/domain/journal/fields';
import { formatValue, formatWithCode, toneOf } from '../value-format';
import type { Neighbours } from './use-open-line';
import { batchAddress } from '@/lib/domain/journal/batch-address';

export interface LineOpenedProps {
  line: LineKey;
  connection: string;
  /** Whether items, locations and entities link to the access page. */
  mayReadAccess: boolean;
  /** The link opens the page that holds the line. */
  hrefOf: (line: LineKey) => string;
  neighbours: Neighbours;
}

export function LineOpened(props: LineOpenedProps) {
  const { line, connection, mayReadAccess } = props;
  const [search, setSearch] = useState('');
  return (
    <>
      <NeighbourWays {...props.neighbours} link={new URL(props.hrefOf(line), window.location.href).href}>
        <SearchField
          label="Search field or value"
          value={search}
          onChange={setSearch}
          className="min-w-0 flex-1"
        />
      </NeighbourWays>
      <BatchLink line={line} />
      <LineFields {...{ line, connection, mayReadAccess, search }} />
    </>
  );
}

function NeighbourWays(props: Neighbours & { link: string; children: ReactNode }) {
  const { isFirst, isLast, isMissing, step, link, children } = props;
  const id = useId();
  const own = { size: 'sm', keepsFocus: true, ...(isMissing && { 'aria-describedby': id }) } as const;
  return (
    <div className="mb-3">
      <div className="flex items-center gap-1">
        <IconButton
          {...own}
          label="Line above"
          icon={<ChevronUp aria-hidden="true" />}
          isDisabled={isMissing || isFirst}
          onPress={() => step(-1)}
        />
        <IconButton
          {...own}
          label="Line below"
          icon={<ChevronDown aria-hidden="true" />}
          isDisabled={isMissing || isLast}
          onPress={() => step(1)}
        />
        {children}
        <CopyButton label="Copy link" text={link} isIcon />
      </div>
      {isMissing && (
        <p id={id} className="mt-2 text-xs text-text-muted">
          No line above or below: this line is none of those that the filters show.
        </p>
      )}
    </div>
  );
}

interface LineFieldsProps extends Pick<LineOpenedProps, 'connection' | 'mayReadAccess'> {
  line: LineKey;
  search: string;
}

function LineFields({ line, connection, mayReadAccess, search }: LineFieldsProps) {
  const { data, error, refetch } = useQuery(journalLineQuery(line, connection));
  const inAddress = useConnectionParameter();
  const names = useEntityNames(connection);
  if (error && !data) return <ProblemView problem={problemOf(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-96 w-full" />;
  if (data === null) {
    return (
      <p>
        This line is not among the lines as they were last read. It may have been posted or removed in
        Business Central.
      </p>
    );
  }
  const wanted = search.trim().toLowerCase();
  const nameOf = ({ name }: JournalField) => (name === 'BssiEntityID' && names.get(String(data[name]))) || '';
  const found = journalFields.filter((field) =>
    `${field.label} ${field.name} ${formatValue(field, data[field.name])} ${nameOf(field)}`
      .toLowerCase()
      .includes(wanted),
  );
  const set = found.filter(({ name }) => !isUnset(data[name]) && !isZero(data[name]));
  const [technical, telling] = [set.filter(isTechnical), set.filter((field) => !isTechnical(field))];
  const zero = found.filter(({ name }) => isZero(data[name]));
  const unset = found.filter(({ name }) => isUnset(data[name]));
  const isSearching = wanted !== '';
  return (
    <div className="flex flex-col gap-3">
      {found.length === 0 && <p className="text-sm text-text-muted">No field or value matches “{search}”.</p>}
      {journalFieldGroups.map((group) => (
        <FieldGroup
          key={group}
          title={group}
          fields={telling.filter((field) => field.group === group)}
          row={data}
          nameOf={nameOf}
          linkOf={mayReadAccess ? (field) => accessLink(field, data, inAddress) : noLink}
        />
      ))}
      <FieldGroup title="Technical" fields={technical} row={data} nameOf={nameOf} linkOf={noLink} />
      <Folded title={`Zero or No (${zero.length})`} isEmpty={zero.length === 0} isOpen={isSearching}>
        <FieldGroup fields={zero} row={data} nameOf={nameOf} linkOf={noLink} />
      </Folded>
      <Folded title={`Not set (${unset.length})`} isEmpty={unset.length === 0} isOpen={isSearching}>
        <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-x-4 gap-y-1 text-sm text-text-muted">
          {unset.map(({ name, label }) => (
            <li key={name}>{label}</li>
          ))}
        </ul>
      </Folded>
    </div>
  );
}

interface FoldedProps {
  title: string;
  isEmpty: boolean;
  isOpen: boolean;
  children: ReactNode;
}

function Folded({ title, isEmpty, isOpen, children }: FoldedProps) {
  if (isEmpty) return null;
  return (
    <details key={String(isOpen)} open={isOpen}>
      <summary className="text-sm font-semibold">{title}</summary>
      {children}
    </details>
  );
}

/** Identifies the line to machines; shown last. */
function isTechnical({ kind }: JournalField): boolean {
  return kind === 'guid' || kind === 'etag';
}

/** Most fields of most lines are zero: these come after other values. */
function isZero(value: JournalRow[string] | undefined): boolean {
  return value === 0 || value === false;
}

const noLink = () => null;

/** Opens access details of the item or location in the line's entity, or of the entity itself. */
function accessLink({ name }: JournalField, row: JournalRow, connection: string | undefined): string | null {
  const valueOf = (field: string) => String(row[field] ?? '').trim();
  const nothing = { recordType: '', recordId: '', entityId: '' };
  if (name === 'BssiEntityID') return matrixAddress(connection, { ...nothing, entityId: valueOf(name) });
  const recordType = recordTypeNamedBy(name);
  if (recordType === undefined) return null;
  const record = { ...nothing, recordType, recordId: valueOf(name) };
  const history = targetText({ ...record, entityId: valueOf('BssiEntityID') });
  return matrixAddress(connection, record, { history });
}

const tones = { negative: 'text-danger', faint: 'text-text-faint', usual: undefined };

interface FieldGroupProps {
  title?: string;
  fields: readonly JournalField[];
  row: JournalRow;
  /** The name of the value; '' for none. */
  nameOf: (field: JournalField) => string;
  linkOf: (field: JournalField) => string | null;
}

function FieldGroup({ title, fields, row, nameOf, linkOf }: FieldGroupProps) {
  const currency = use(CompanyCurrency);
  if (fields.length === 0) return null;
  return (
    <section>
      {title !== undefined && <h3 className="mb-1 text-sm font-semibold">{title}</h3>}
      <dl translate="no" className="divide-y divide-line border-y border-line text-sm">
        {fields.map((field) => {
          const href = linkOf(field);
          const [name, own] = [nameOf(field), row[field.name]];
          const value =
            name === '' ? (
              <span className={tones[toneOf(field, own)]}>{formatWithCode(field, own, currency)}</span>
            ) : (
              <NamedId name={name} id={formatValue(field, own)} />
            );
          return (
            <div key={field.name} className="group flex items-center gap-4">
              <dt className="w-2/5 shrink-0 py-1 text-text-muted" title={field.name}>
                {field.label}
              </dt>
              <dd className="flex min-w-0 flex-1 items-center gap-2">
                <span className="tabular min-w-0 flex-1 py-1 wrap-anywhere">
                  {href === null ? value : <TextLink href={href}>{value}</TextLink>}
                </span>
                <CopyButton
                  label={`Copy ${field.label}`}
                  text={formatValue(field, own)}
                  isIcon
                  className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100"
                />
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

/**
 * Links to the line's batch in Business Central, where lines are corrected and posted; nothing without `MEM_BC_URL`.
 */
export function BatchLink({ line }: { line: LineKey }) {
  const webClient = useBcUrl();
  if (webClient === null) return null;
  return (
    <a
      href={batchAddress(webClient, line)}
      target="_blank"
      rel="noreferrer"
      className="mb-3 inline-flex items-center gap-1 rounded-sm text-sm text-accent-text underline underline-offset-2"
    >
      Find batch {line.template} / {line.batch} in Business Central
      <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="sr-only">(opens a new tab)</span>
    </a>
  );
}
