import { onceOnly, unknownName, unknownParts, writtenAs } from '@/lib/client/address-faults';
import type { AddressState, Parameter } from '@/lib/client/address-parameters';
import { readFieldFilter } from '@/lib/domain/journal/field-filter';
import { mostKeys, mostSums } from '@/lib/domain/journal/grouping';
import { postingPeriods } from '@/lib/domain/journal/posting-period';
import { datesAreReversed, type JournalQuery } from '@/lib/domain/journal/query';
import { journalParameters } from '@/lib/domain/journal/query-parameters';
import { journalPageParameters, narrowestColumn, pageSizes, widestColumn } from '../journal-parameters';

/** A part of the page's address that is not understood. */
export interface AddressFault {
  /** The part, as `journalPageParameters` names it; null: a name that the page does not know. */
  part: keyof typeof journalPageParameters | null;
  name: string;
  /** As it stands in the address: `from=2026-31-10`. */
  written: string;
  /** Why, in words that follow `written`. */
  words: string;
  /** Whether other lines would be shown without it. */
  isCondition: boolean;
}

type Part = keyof typeof journalPageParameters;
type Fault = Pick<AddressFault, 'written' | 'words'>;

// The record has exactly these keys.
const parts = Object.keys(journalPageParameters) as Part[];
const ofLooks: ReadonlySet<Part> = new Set([
  ...(['page', 'pageSize', 'line', 'sort', 'columns', 'widths', 'pins', 'view', 'empty', 'measure'] as const),
  ...(['by', 'sum', 'across', 'order', 'show'] as const),
]);

const nameOf = (part: Part): string => journalPageParameters[part].name ?? part;
const names = parts.map(nameOf);

/** The same parameters as those of the page; each reads what of it is not understood. */
export const journalFaultParameters = Object.fromEntries(
  parts.map((part): [Part, Parameter<readonly Fault[]>] => {
    const name = nameOf(part);
    return [part, { name, read: (texts) => faultsOf(part, name, texts), write: () => [], fallback: [] }];
  }),
) as unknown as Record<Part, Parameter<readonly Fault[]>>; // one entry for each part

function faultsOf(part: Part, name: string, texts: readonly string[]): Fault[] {
  const written = writtenAs(name, texts);
  if (part === 'filters') {
    const faults = texts.flatMap((text): Fault[] => {
      const reading = readFieldFilter(text);
      return 'fault' in reading ? [{ written: `${name}=${text}`, words: reading.fault }] : [];
    });
    const reading = journalParameters.filters.read(texts);
    return faults.length === 0 && 'fault' in reading ? [{ written: name, words: reading.fault }] : faults;
  }
  if (isOwn(part)) {
    const [text = '', more] = texts;
    if (more !== undefined) return [{ written, words: onceOnly }];
    if (journalPageParameters[part].read([text]) !== null) return [];
    return [{ written, words: ownWords[part] ?? 'is not known here.' }];
  }
  const reading = journalParameters[part].read(texts);
  return 'fault' in reading ? [{ written, words: reading.fault }] : [];
}

/** Parts that the page reads by itself, not as the HTTP interface does; it has few sizes of a page. */
function isOwn(part: Part): part is Exclude<Part, Exclude<keyof typeof journalParameters, 'pageSize'>> {
  return part === 'pageSize' || !(part in journalParameters);
}

const ownWords: Partial<Record<Part, string>> = {
  pageSize: `must be one of ${pageSizes.join(', ')}.`,
  line: 'names no line; a line is written as ITEM/DEFAULT/10000.',
  widths: `must name columns with ${narrowestColumn} to ${widestColumn} px each, such as Amount:140.`,
  pins: 'names something that is no column, or a column twice.',
  period: `is not known here; known are ${Object.keys(postingPeriods).join(', ')}.`,
  by: `names something that lines are not grouped by, or more than ${mostKeys} fields.`,
  across: 'names something that lines are not grouped by.',
  sum: `names something that is not added up, or more than ${mostSums} fields.`,
};

/** What stands in an address under names that the page does not know. */
export const unknownJournalParts = (search: Pick<URLSearchParams, 'keys'>) => unknownParts(names, search);

/** All that is not understood in an address, those parts first that would show other lines. */
export function addressFaults(
  shown: Pick<AddressState<typeof journalPageParameters>, 'from' | 'to' | 'period'>,
  faults: AddressState<typeof journalFaultParameters>,
  search: URLSearchParams,
): AddressFault[] {
  const found = parts.flatMap((part) =>
    faults[part].map((fault): AddressFault => {
      return { part, name: nameOf(part), ...fault, isCondition: !ofLooks.has(part) };
    }),
  );
  for (const name of Object.keys(unknownJournalParts(search))) {
    const written = writtenAs(name, search.getAll(name));
    // It may be meant as a condition, and nobody can tell.
    found.push({ part: null, name, written, words: unknownName(names, name), isCondition: true });
  }
  if (shown.period !== null && (shown.from !== '' || shown.to !== '')) {
    found.push({
      part: 'period',
      name: 'period',
      written: `period=${shown.period}`,
      words: 'stands beside “from” or “to”; only one of the two can say which posting dates are meant.',
      isCondition: true,
    });
  }
  return found.sort((a, b) => Number(b.isCondition) - Number(a.isCondition));
}

/** Whether the console would refuse what an address asks for, or it cannot be told, so that it is not asked at all. */
export function isRefused(query: JournalQuery, faults: readonly AddressFault[]): boolean {
  return datesAreReversed(query) || faults.some(({ isCondition }) => isCondition);
}
