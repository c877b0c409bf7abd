import { changedSearch, type Change } from '@/lib/client/address/use-address';
import { isOtherName, onceOnly, unknownName, writtenAs } from '@/lib/client/address/faults';
import {
  oneOf,
  parameter,
  readParameters,
  withFallback,
  type AddressState,
  type Parameter,
} from '@/lib/client/address/parameters';
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

// The record has exactly these keys.
const periods = Object.keys(postingPeriods) as PostingPeriod[];

export const usualSort: readonly SortKey[] = [{ field: 'PostingDate', descending: true }];

export const pageSizes = [50, 100, 200, 500] as const;
const usualPageSize = 100;

/** Px. */
export const [narrowestColumn, widestColumn] = [40, 800];

/** `Amount:140,Description:220`. */
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

/** Frozen columns: `PostingDate,ItemNo`, or `none`. */
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

/** Parameters of the page; `readConditions` reads the others as the HTTP interface does. */
export const journalPageParameters = {
  /** Null: the first page, or the page of `line`. */
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
export const conditionParameters = Object.fromEntries(queryNames.map((name) => [name, texts]));
type ConditionTexts = AddressState<typeof conditionParameters>;

const choosesLines: ReadonlySet<string> = new Set([...conditionNames, 'period']);

interface AddressFault {
  name: string;
  /** `from=2026-31-10`. */
  written: string;
  /** Words that follow `written`. */
  words: string;
  /** Whether the page would show other lines without it. */
  isCondition: boolean;
}

export interface JournalShown {
  /** With the shown columns, and the days of a period. */
  query: JournalQuery;
  line: LineKey | null;
  /** The line whose page is requested, because the address names no page; null: `query.page` counts. */
  located: LineKey | null;
  /** Px by field, where they differ from the usual widths. */
  widths: Readonly<Record<string, number>>;
  pins: readonly string[];
  /** The page computes posting dates from it, so that they move with the day. */
  period: PostingPeriod | null;
  /** The day that checks use as today, `YYYY-MM-DD`. */
  day: string;
  isDayFixed: boolean;
  view: string;
  customColumns: boolean;
  hideEmpty: boolean;
  measure: 'lines' | 'amount';
  shows: 'lines' | 'groups' | 'pictures';
  grouping: ShownGrouping | null;
  faults: readonly AddressFault[];
  /** The page reads no lines: the console would refuse the query, or a condition is not understood. */
  isRefused: boolean;
}

interface ReadConditions extends ReturnType<typeof decodeJournalQuery> {
  /** Also null where the address has fixed days. */
  period: PostingPeriod | null;
}

/** @param today the reader's day, `YYYY-MM-DD`. */
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

export function readJournalAddress(search: URLSearchParams, today = dayOfPage()): JournalShown {
  const state = readParameters(journalPageParameters, search);
  const conditions = readConditions(readParameters(conditionParameters, search), state.period, today);
  return journalShownOf(state, conditions, search, today);
}

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
      today: query.check === null ? '' : day, // only checks use the day
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

/** Invalid parameters of the page, and unknown names. @param hasDays whether days stand beside a period. */
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

export type Narrowing = Partial<Pick<JournalQuery, 'filters' | 'q' | 'check' | 'sort'>>;

interface Narrowed {
  conditions: Change<typeof conditionParameters>;
  ofPage: Change<Pick<typeof journalPageParameters, 'period' | 'page'>>;
}

/**
 * The address for changed conditions or order, on the first page. A period stays while the conditions contain its
 * days.
 */
export function narrowed(
  { query, period, line }: Pick<JournalShown, 'query' | 'period' | 'line'>,
  change: Narrowing,
): Narrowed {
  const next = { ...query, ...change };
  // The period's days are the first condition on the posting date.
  const days = period === null ? undefined : query.filters.find(({ field }) => field === 'PostingDate');
  const kept: FieldFilter | null =
    next.filters.find((one) => JSON.stringify(one) === JSON.stringify(days)) ?? null;
  const written = encodeJournalQuery({ ...next, filters: normalConditions(next.filters, kept) });
  const conditions = {
    ...Object.fromEntries(conditionNames.map((name) => [name, written[name] ?? null])),
    ...(kept !== null && { from: null, to: null }),
    today: next.check === null ? null : undefined, // a fixed day belongs to its check
    sort: JSON.stringify(next.sort) === JSON.stringify(usualSort) ? null : (written['sort'] ?? null),
  };
  return { conditions, ofPage: { period: kept === null ? null : undefined, page: pageInAddress(1, line) } };
}

export function withNarrowed(search: string, { conditions, ofPage }: Narrowed): string {
  const others = changedSearch(conditionParameters, search, conditions);
  return changedSearch(journalPageParameters, others, ofPage);
}

/** Beside an open line no page means the page that holds the line, else the first. */
export function pageInAddress(page: number, line: LineKey | null): number | null {
  return page === 1 && line === null ? null : page;
}

function dayOfPage(): string {
  const { drawnAt, timeZone } = pageReader();
  return todayOf(drawnAt, timeZone);
}
