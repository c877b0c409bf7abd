import {
  oneOf,
  parameter,
  withFallback,
  type AddressState,
  type Parameter,
} from '@/lib/client/address-parameters';
import { readFieldFilter } from '@/lib/domain/journal/field-filter';
import { journalField } from '@/lib/domain/journal/field-index';
import { inOwnParameters } from '@/lib/domain/journal/own-parameters';
import { periodDays, postingPeriods, type PostingPeriod } from '@/lib/domain/journal/posting-period';
import { journalPreset, journalPresets, leadingColumns } from '@/lib/domain/journal/presets';
import {
  defaultJournalQuery,
  type FieldConditions,
  type FieldFilter,
  type JournalQuery,
  type LineKey,
  type SortKey,
} from '@/lib/domain/journal/query';
import {
  journalParameters,
  mostFilters,
  readLine,
  writeLine,
  type QueryParameter,
} from '@/lib/domain/journal/query-parameters';
import { todayOf, pageReader } from '@/lib/domain/reader-formats';
import { groupingOf, groupingParameters, type ShownGrouping } from './analysis/grouping-parameters';

/** In the address the parameters have the names of the HTTP interface. */
function parameterOf<T>({ name, read, write }: QueryParameter<T>, fallback: T): Parameter<T> {
  return {
    name,
    read: (texts) => {
      const reading = read(texts);
      // Only `check` reads null, for "none", which is its fallback.
      return 'value' in reading ? reading.value : null;
    },
    write,
    fallback,
  };
}

const initial = defaultJournalQuery;
const p = journalParameters;
// The keys of the record are the periods.
const periods = Object.keys(postingPeriods) as PostingPeriod[];

/** The order of an address that names none. */
export const usualSort: readonly SortKey[] = [{ field: 'PostingDate', descending: true }];

/** How many lines, or groups, a page may show. */
export const pageSizes = [50, 100, 200, 500] as const;
const usualPageSize = 100;

/** The least and the most px of a column. */
export const [narrowestColumn, widestColumn] = [40, 800];

/** Widths as the address has them: `Amount:140,Description:220`. */
const widths = withFallback(
  parameter<Readonly<Record<string, number>>>(
    (text) => {
      const parts = text.split(',').map((part) => /^(.+):(\d{2,3})$/.exec(part));
      const read = parts.flatMap((part) =>
        part === null ? [] : [[part[1] ?? '', Number(part[2])] as const],
      );
      const isKnown = ([name, px]: readonly [string, number]) =>
        journalField(name) !== undefined && px >= narrowestColumn && px <= widestColumn;
      return read.length === parts.length && read.every(isKnown) ? Object.fromEntries(read) : null;
    },
    (sizes) =>
      Object.entries(sizes)
        .map(([name, px]) => `${name}:${String(px)}`)
        .join(','),
  ),
  {},
);

const noPins = 'none';

/** Fields whose columns stay in view, first to last: `PostingDate,ItemNo`, or `none`. */
const pins = withFallback(
  parameter<readonly string[]>(
    (text) => {
      const names = text === noPins ? [] : text.split(',');
      const isWhole = new Set(names).size === names.length && names.every((name) => journalField(name));
      return isWhole ? names : null;
    },
    (names) => (names.length === 0 ? noPins : names.join(',')),
  ),
  leadingColumns,
);

/** What of the journal page stands in its address. */
export const journalPageParameters = {
  /** Null: the first page, or the one that holds `line`. */
  page: {
    ...parameterOf(p.page, 1),
    write: (page: number) => [String(page)],
    fallback: null as number | null,
  },
  pageSize: withFallback(
    parameter<number>((text) => pageSizes.find((size) => String(size) === text) ?? null),
    usualPageSize,
  ),
  line: parameter<LineKey>(readLine, writeLine),
  widths,
  pins,
  sort: parameterOf(p.sort, usualSort),
  entities: parameterOf(p.entities, initial.entities),
  batches: parameterOf(p.batches, initial.batches),
  from: parameterOf(p.from, ''),
  to: parameterOf(p.to, ''),
  period: oneOf(periods),
  item: parameterOf(p.item, ''),
  location: parameterOf(p.location, ''),
  q: parameterOf(p.q, ''),
  // Those that are understood, so that taking the others out of the address leaves these in it.
  filters: { ...parameterOf(p.filters, initial.filters), read: understoodFilters },
  check: parameterOf(p.check, null),
  today: parameterOf(p.today, ''),
  columns: parameterOf(p.columns, initial.columns),
  view: withFallback(oneOf<string>(journalPresets.map(({ id }) => id)), journalPresets[0].id),
  empty: withFallback(oneOf(['shown', 'hidden']), 'shown'),
  measure: oneOf(['amount']),
  ...groupingParameters,
};

type State = AddressState<typeof journalPageParameters>;

function understoodFilters(texts: readonly string[]): FieldFilter[] {
  return texts.slice(0, mostFilters).flatMap((text) => {
    const reading = readFieldFilter(text);
    return 'value' in reading ? [reading.value] : [];
  });
}

/** What the journal page shows, as its address says. */
export interface JournalShown {
  /** The query as asked: `columns` are those shown, of the preset unless chosen; a period is written as its days. */
  query: JournalQuery;
  /** The line that is open; null: none. */
  line: LineKey | null;
  /** The line whose page is asked for, because the address names the line and no page; null: `query.page` is. */
  located: LineKey | null;
  /** Px of the columns that have another width than usual, by field. */
  widths: Readonly<Record<string, number>>;
  /** Fields whose columns stay in view while the others scroll sideways. */
  pins: readonly string[];
  /** What the posting dates are worked out from, so that they move with the day. */
  period: PostingPeriod | null;
  /** The day that checks take for today, `YYYY-MM-DD`: the reader's, unless the address fixes one. */
  day: string;
  isDayFixed: boolean;
  /** Id of the preset. */
  view: string;
  /** Whether the columns differ from the preset's. */
  customColumns: boolean;
  hideEmpty: boolean;
  /** What pictures of the lines tell: how many they are, or what their amounts come to. */
  measure: 'lines' | 'amount';
  shows: 'lines' | 'groups' | 'pictures';
  /** How the lines are grouped where groups are shown. */
  grouping: ShownGrouping | null;
}

/** @param today the reader's day, `YYYY-MM-DD`; that of the page unless given. */
export function journalShownOf(state: State, today = dayOfPage()): JournalShown {
  const {
    view,
    empty,
    measure,
    period: asked,
    today: fixedDay,
    page,
    line,
    widths,
    pins,
    by,
    sum,
    across,
    order,
    show,
    ...conditions
  } = state;
  const period = conditions.from === '' && conditions.to === '' ? asked : null;
  const days = period === null ? {} : periodDays(period, today);
  const day = fixedDay || today;
  const grouping = groupingOf({ by, sum, across, order });
  const customColumns = conditions.columns.length > 0;
  const query = {
    ...conditions,
    ...days,
    ...ownConditions({ ...conditions, ...days }, period !== null),
    // Without a check no condition asks for the day, and the address of what is read says nothing of it.
    today: conditions.check === null ? '' : day,
    page: page ?? 1,
    columns: customColumns ? conditions.columns : journalPreset(view).columns,
  };
  return {
    query,
    line,
    located: page === null ? line : null,
    widths,
    pins,
    period,
    day,
    isDayFixed: fixedDay !== '',
    view,
    customColumns,
    hideEmpty: empty === 'hidden',
    measure: measure ?? 'lines',
    shows: grouping !== null ? 'groups' : (show ?? 'lines'),
    grouping,
  };
}

/** Conditions in the parameters of their fields; days that move by themselves are not narrowed to fixed ones. */
function ownConditions(conditions: FieldConditions, areDaysMoving: boolean): FieldConditions {
  const { entities, batches, from, to, item, location, filters } = conditions;
  const isLeft = ({ field }: FieldFilter) => areDaysMoving && field === 'PostingDate';
  const own = inOwnParameters({
    ...{ entities, batches, from, to, item, location },
    filters: filters.filter((filter) => !isLeft(filter)),
  });
  return areDaysMoving
    ? {
        ...own,
        from,
        to,
        filters: filters.filter((filter) => isLeft(filter) || own.filters.includes(filter)),
      }
    : own;
}

/** What a query may be narrowed by. */
export type Narrowing = Partial<Omit<JournalQuery, 'page' | 'pageSize' | 'columns'>>;

/**
 * What of an address changes with conditions or order. A condition that stands in another place there than in the
 * parameter of its field moves along; a changed date turns a period into fixed dates.
 * @param state of the address, of which `shown` was made.
 */
export function narrowedState(
  state: State,
  { query, period }: Pick<JournalShown, 'query' | 'period'>,
  asked: Narrowing,
): { [K in keyof State]?: State[K] | null } {
  const change = isWhole(asked) ? changedParts(query, asked) : asked;
  const areDatesGiven = change.from !== undefined || change.to !== undefined;
  const areDaysMoving = period !== null && !areDatesGiven;
  const next = ownConditions({ ...query, ...change }, areDaysMoving);
  const moved = Object.entries(next).filter(
    ([name, value]) =>
      !(areDaysMoving && (name === 'from' || name === 'to')) &&
      (name in change || JSON.stringify(value) !== JSON.stringify(state[name as keyof FieldConditions])), // `next` has these names
  );
  return {
    ...change,
    ...Object.fromEntries(moved),
    ...(areDatesGiven && { period: null }),
    ...(change.check === null && { today: null }), // a day that a link fixed for its check goes with the check
    page: pageInAddress(1, state.line),
  };
}

/** Whether a change says every condition on a field, as those of `conditions-list.ts` do. */
function isWhole(change: Narrowing): change is Narrowing & FieldConditions {
  const { entities, batches, from, to, item, location, filters } = change;
  return [entities, batches, from, to, item, location, filters].every((part) => part !== undefined);
}

/** What of a change differs from the query. */
function changedParts(query: JournalQuery, change: Narrowing): Narrowing {
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(query[name as keyof Narrowing]); // `change` has these names
  return Object.fromEntries(Object.entries(change).filter(isChanged));
}

/** A page as the address has it: no page beside an open line means the one that holds the line, else the first. */
export function pageInAddress(page: number, line: LineKey | null): number | null {
  return page === 1 && line === null ? null : page;
}

function dayOfPage(): string {
  const { drawnAt, timeZone } = pageReader();
  return todayOf(drawnAt, timeZone);
}
