import { Equal } from 'lucide-react';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { NamedId } from '@/components/ui/named-id';
import { DataTable, type Column } from '@/components/ui/tables/data-table';
import { Pager } from '@/components/ui/tables/pager';
import {
  assignmentDifferences,
  differsBy,
  type DifferingRecord,
  type MatrixComparison,
} from '@/lib/domain/access/change/matrix-comparison';
import { named, type KeyNames } from '@/lib/domain/access/names/named';
import { counted } from '@/lib/domain/counted';
import { useCompareAddress, type ShownPart } from './compare-address';
import { differenceWords, type ComparedEnds } from './compare-words';

interface CompareRowsProps {
  ends: ComparedEnds;
  found: MatrixComparison;
  show: ShownPart;
  names: KeyNames;
}

/** The chosen part of a comparison, in pages. */
export function CompareRows({ ends, found, show, names }: CompareRowsProps) {
  if (show === 'entities') {
    const rows = onlyOf(found.entities, ends).map(({ index, matrix, where }) => ({
      where,
      id: found[matrix].entityId(index),
    }));
    const columns: Column<(typeof rows)[number]>[] = [
      { name: 'Entity', cell: ({ id }) => <NamedId id={id} name={names.entity(id)} /> },
      { name: 'Only in', cell: ({ where }) => where },
    ];
    return <PagedTable {...{ rows, columns }} label="Entities of one only" />;
  }
  if (show === 'records') {
    const rows = onlyOf(found.records, ends).map(({ index, matrix, where }) => ({
      where,
      ...found[matrix].cell(index, -1),
      granted: found[matrix].countsOfRecord(index).granted,
    }));
    const columns: Column<(typeof rows)[number]>[] = [
      { name: 'Record', cell: (row) => <RecordName {...row} name={names.record(row)} /> },
      { name: 'Only in', cell: ({ where }) => where },
      {
        name: 'Entities that may use it',
        className: 'text-right! max-sm:hidden',
        cellClassName: 'tabular',
        cell: ({ granted }) => granted,
      },
    ];
    return <PagedTable {...{ rows, columns }} label="Records of one only" />;
  }
  const rows = show === 'differ' ? found.differing : found.differing.filter((one) => differsBy(one, show));
  const columns: Column<DifferingRecord>[] = [
    {
      name: 'Record',
      className: 'sm:w-80',
      cell: ({ from }) => {
        const record = found.from.cell(from, -1);
        return <RecordName {...record} name={names.record(record)} />;
      },
    },
    {
      name: 'Entities',
      cell: (record) => <Differences {...{ record, found, show, ends, names }} />,
    },
  ];
  return <PagedTable {...{ rows, columns }} label="Records that differ" />;
}

interface RecordNameProps {
  recordType: string;
  recordId: string;
  name: string;
}

function RecordName({ recordType, recordId, name }: RecordNameProps) {
  return (
    <>
      <NamedId id={recordId} name={name} />
      <span translate="no" className="block text-xs text-text-muted">
        {recordType}
      </span>
    </>
  );
}

/** Most entities that a row names; a few with their names, more by their codes. */
const [mostNamed, mostListed] = [4, 30];

function Differences({ record, found, show, ends, names }: CompareRowsProps & { record: DifferingRecord }) {
  const lists = found.entitiesOf(record);
  const words = differenceWords(ends);
  return assignmentDifferences
    .filter((kind) => lists[kind].length > 0 && (show === 'differ' || show === kind))
    .map((kind) => {
      const codes = lists[kind].map((entity) => found.from.entityId(entity));
      const listed = codes
        .slice(0, mostListed)
        .map((code) => (codes.length > mostNamed ? code : named(code, names.entity(code))));
      const more = codes.length - listed.length;
      return (
        <p key={kind} className="wrap-anywhere">
          <span className="text-text-muted">{words[kind]}: </span>
          <span translate="no">{listed.join(', ')}</span>
          {more > 0 && ` and ${counted(more, 'more entity', 'more entities')}`}
        </p>
      );
    });
}

function onlyOf({ onlyFrom, onlyTo }: MatrixComparison['records'], ends: ComparedEnds) {
  const at = (matrix: 'from' | 'to') => (index: number) => ({ index, matrix, where: ends[matrix].label });
  return [...onlyFrom.map(at('from')), ...onlyTo.map(at('to'))];
}

const pageSize = 100;

interface PagedTableProps<T> {
  label: string;
  rows: readonly T[];
  columns: readonly Column<T>[];
}

function PagedTable<T>({ label, rows, columns }: PagedTableProps<T>) {
  const [address, set] = useCompareAddress();
  const page = Math.min(address.page, Math.max(1, Math.ceil(rows.length / pageSize)));
  const items = rows.slice((page - 1) * pageSize, page * pageSize);
  if (rows.length === 0) return <EmptyState icon={<Equal />} title="There is no such difference" />;
  return (
    <>
      <DataTable {...{ label, columns, items }} keyOf={(_, at) => at} />
      {rows.length > pageSize && (
        <Pager
          {...{ page, pageSize, total: rows.length, count: items.length }}
          onGo={(next) => set({ page: next })}
          className="justify-end"
        />
      )}
    </>
  );
}
