import { changedSearch, type Change } from '@/lib/client/address';
import { isOtherName, onceOnly, unknownName, writtenAs } from '@/lib/client/address-faults';
import {
  oneOf,
  parameter,
  readParameters,
  withFallback,
  type AddressState,
  type Parameter,
} from '@/lib/client/address-parameters';
import { readLine, writeLine } from '@/lib/domain/journal/batch-name';
import { datesAreReversed, normalConditions } from '@/lib/domain/journal/conditions-list';
import { journalField } from '@/lib/domain/journal/field-index';
import { mostKeys, mostSums } from '@/lib/domain/journal/grouping';
import { periodDays, postingPeriods, type PostingPeriod } from '@/lib/domain/journal/posting-period';
import { journalPreset, journalPresets, leadingColumns } from '@/lib/domain/journal/presets';
import type { FieldFilter, JournalQuery, LineKey, SortKey } from '@/lib/domain/journal/query';
import {
  conditionNames,
  decodeJournalQuery,
  encodeJournalQuery,
  parameterNames,
} from '@/lib/domain/journal/query-codec';
import { todayOf, pageReader } from '@/lib/domain/reader-formats';
import { groupingOf, groupingParameters, type ShownGrouping } from './analysis/grouping-parameters';

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

/** The parameters that the page reads by itself; `readConditions` reads the others as the HTTP interface does. */
export const journalPageParameters = {
  /** Null: the first page, or the one that holds `line`. */
  page: parameter<number>((text) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : null)),
  pageSize: withFallback(
    parameter<number>((text) => pageSizes.find((size) => String(size) === text) ?? null),
    usualPageSize,
  ),
  line: parameter<LineKey>(readLine, writeLine),
  widths,
  pins,
  period: oneOf(periods),
  view: withFallback(oneOf<string>(journalPresets.map(({ id }) => id)), journalPresets[0].id),
  empty: withFallback(oneOf(['shown', 'hidden']), 'shown'),
  measure: oneOf(['amount']),
  ...groupingParameters,
};

type State = AddressState<typeof journalPageParameters>;

const pageNames = Object.keys(journalPageParameters) as (keyof State)[]; // the record has exactly these keys
const queryNames = parameterNames.filter((name) => !pageNames.some((own) => own === name));
const names: readonly string[] = [...queryNames, ...pageNames];

const texts: Parameter<readonly string[] | null> = {
  read: (given) => given,
  write: (all) => all,
  fallback: null,
};
/** The other parameters, each as the texts that stand in the address. */
export const conditionParameters = Object.fromEntries(queryNames.map((name) => [name, texts]));
type ConditionTexts = AddressState<typeof conditionParameters>;

const choosesLines: ReadonlySet<string> = new Set([...conditionNames, 'period']);

/** A part of the page's address that is not understood. */
export interface AddressFault {
  name: string;
  /** As it stands in the address: `from=2026-31-10`. */
  written: string;
  /** Why, in words that follow `written`. */
  words: string;
  /** Whether other lines would be shown without it. */
  isCondition: boolean;
}

/** What the journal page shows, as its address says. */
export interface JournalShown {
  /** The query as asked: `columns` are those shown, of the preset unless chosen; a period stands as its days. */
  query: JournalQuery;
  /** The line that is open; null: none. */
  line: LineKey | null;
  /** The line whose page is asked for, because the address names the line and no page; null: `query.page` is. */
  located: LineKey | null;
  /** Px of the columns that have another width than usual, by field. */
  widths: Readonly<Record<string, number>>;
  /** Fields whose columns stay in view while the others scroll sideways. */
  pins: readonly string[];
  /** The period from which the page works out the posting dates, so that they move with the day. */
  period: PostingPeriod | null;
  /** The day that checks take for today, `YYYY-MM-DD`: the reader's, unless the address fixes one. */
  day: string;
  isDayFixed: boolean;
  /** Id of the preset. */
  view: string;
  /** Whether the columns differ from the preset's. */
  customColumns: boolean;
  hideEmpty: boolean;
  /** What charts of the lines show: the number of lines or the sum of their amounts. */
  measure: 'lines' | 'amount';
  shows: 'lines' | 'groups' | 'pictures';
  /** How the lines are grouped where groups are shown. */
  grouping: ShownGrouping | null;
  /** Parts of the address that are not understood, conditions first. */
  faults: readonly AddressFault[];
  /** No lines are asked for: the console would refuse the query, or a condition is not understood. */
  isRefused: boolean;
}

/** The query of an address, and the parameters of it that are not understood. */
interface ReadConditions extends ReturnType<typeof decodeJournalQuery> {
  /** Null also where the address says fixed days too. */
  period: PostingPeriod | null;
}

/** Reads the query of the page's address. @param today the reader's day, `YYYY-MM-DD`. */
export function readConditions(
  texts: ConditionTexts,
  asked: PostingPeriod | null,
  today: string,
): ReadConditions {
  const hasDays = ['from', 'to'].some((name) => texts[name]?.some((text) => text !== ''));
  const period = hasDays ? null : asked;
  const days = period && ({ field: 'PostingDate', op: 'between', ...periodDays(period, today) } as const);
  const given = Object.entries(texts).flatMap(([name, all]) => (all === null ? [] : [[name, all] as const]));
  return { ...decodeJournalQuery(Object.fromEntries(given), days), period };
}

/** Reads the address of the page. @param today the reader's day, `YYYY-MM-DD`; that of the page unless given. */
export function readJournalAddress(search: URLSearchParams, today = dayOfPage()): JournalShown {
  const state = readParameters(journalPageParameters, search);
  const conditions = readConditions(readParameters(conditionParameters, search), state.period, today);
  return journalShownOf(state, conditions, search, today);
}

/** What the page shows by the parts of its address. */
export function journalShownOf(
  state: State,
  { query, faults, period }: ReadConditions,
  search: URLSearchParams,
  today: string,
): JournalShown {
  const { page, pageSize, line, widths, pins, view, empty, measure, show, ...others } = state;
  const day = query.today || today;
  const grouping = groupingOf(others);
  const customColumns = query.columns.length > 0;
  const found = [
    ...faults.map(({ parameter: name, ...fault }) => ({ name, ...fault })),
    ...pageFaults(search, state.period !== period),
  ]
    .map((fault) => ({ ...fault, isCondition: choosesLines.has(fault.name) || !names.includes(fault.name) }))
    .sort((a, b) => Number(b.isCondition) - Number(a.isCondition));
  return {
    query: {
      ...query,
      page: page ?? 1,
      pageSize,
      sort: query.sort.length > 0 ? query.sort : usualSort,
      today: query.check === null ? '' : day, // only a check asks for the day
      columns: customColumns ? query.columns : journalPreset(view).columns,
    },
    line,
    located: page === null ? line : null,
    widths,
    pins,
    period,
    day,
    isDayFixed: query.today !== '',
    view,
    customColumns,
    hideEmpty: empty === 'hidden',
    measure: measure ?? 'lines',
    shows: grouping !== null ? 'groups' : (show ?? 'lines'),
    grouping,
    faults: found,
    isRefused: datesAreReversed(query) || found.some(({ isCondition }) => isCondition),
  };
}

type Fault = Omit<AddressFault, 'isCondition'>;

/** Parameters of the page that are not understood, and names that it does not know. @param hasDays beside a period. */
function pageFaults(search: URLSearchParams, hasDays: boolean): Fault[] {
  const faultOf = (name: string, words: string): Fault => {
    return { name, written: writtenAs(name, search.getAll(name)), words };
  };
  const ofPage = pageNames.flatMap((name): Fault[] => {
    const [text, more] = search.getAll(name);
    if (text === undefined) return [];
    if (more !== undefined) return [faultOf(name, onceOnly)];
    return journalPageParameters[name].read([text]) === null
      ? [faultOf(name, faultWords[name] ?? 'is not known here.')]
      : [];
  });
  const unknown = [...new Set(search.keys())].filter((name) => !names.includes(name) && !isOtherName(name));
  const both = 'stands beside “from” or “to”; only one of the two can say which posting dates are meant.';
  return [
    ...ofPage,
    ...unknown.map((name) => faultOf(name, unknownName(names, name))),
    ...(hasDays ? [faultOf('period', both)] : []),
  ];
}

const faultWords: Partial<Record<keyof State, string>> = {
  page: 'must be a whole number from 1 on.',
  pageSize: `must be one of ${pageSizes.join(', ')}.`,
  line: 'names no line; a line is written as ITEM/DEFAULT/10000.',
  widths: `must name columns with ${narrowestColumn} to ${widestColumn} px each, such as Amount:140.`,
  pins: 'names something that is no column, or a column twice.',
  period: `is not known here; known are ${periods.join(', ')}.`,
  by: `names something that lines are not grouped by, or more than ${mostKeys} fields.`,
  across: 'names something that lines are not grouped by.',
  sum: `names something that is not added up, or more than ${mostSums} fields.`,
};

/** A change of the conditions or the order of a query. */
export type Narrowing = Partial<Pick<JournalQuery, 'filters' | 'q' | 'check' | 'sort'>>;

/** New values of the parameters of an address. */
interface Narrowed {
  conditions: Change<typeof conditionParameters>;
  ofPage: Change<Pick<typeof journalPageParameters, 'period' | 'page'>>;
}

/**
 * What says other conditions or another order in an address; the first page is shown. A period stays as long as the
 * conditions hold its days; without these it is removed.
 */
export function narrowed(
  { query, period, line }: Pick<JournalShown, 'query' | 'period' | 'line'>,
  change: Narrowing,
): Narrowed {
  const next = { ...query, ...change };
  // The days of the period are the first condition on the posting date.
  const days = period === null ? undefined : query.filters.find(({ field }) => field === 'PostingDate');
  const kept: FieldFilter | null =
    next.filters.find((one) => JSON.stringify(one) === JSON.stringify(days)) ?? null;
  const written = encodeJournalQuery({ ...next, filters: normalConditions(next.filters, kept) });
  const conditions = {
    ...Object.fromEntries(conditionNames.map((name) => [name, written[name] ?? null])),
    ...(kept !== null && { from: null, to: null }),
    today: next.check === null ? null : undefined, // a day that a link fixed for its check goes with the check
    sort: JSON.stringify(next.sort) === JSON.stringify(usualSort) ? null : (written['sort'] ?? null),
  };
  return { conditions, ofPage: { period: kept === null ? null : undefined, page: pageInAddress(1, line) } };
}

/** A search with these values; all else in it stays. */
export function withNarrowed(search: string, { conditions, ofPage }: Narrowed): string {
  const others = changedSearch(conditionParameters, search, conditions);
  return changedSearch(journalPageParameters, others, ofPage);
}

/** A page as the address has it: no page beside an open line means the one that holds the line, else the first. */
export function pageInAddress(page: number, line: LineKey | null): number | null {
  return page === 1 && line === null ? null : page;
}

function dayOfPage(): string {
  const { drawnAt, timeZone } = pageReader();
  return todayOf(drawnAt, timeZone);
}
