import { slowPartsOf } from './conditions';
import { mostSlowParts } from './filter-value';
import { defaultJournalQuery, type JournalQuery } from './query';
import { journalParameters, type QueryParameter } from './query-parameters';

type Key = keyof JournalQuery;

const keys = Object.keys(journalParameters) as Key[]; // the record is written out with exactly these keys
const keyOfParameter = new Map(keys.map((key) => [journalParameters[key].name, key]));

/** The parameters of an address that say the same as the query; defaults are left out, lists repeat their name. */
export function encodeJournalQuery(query: JournalQuery): Record<string, string[]> {
  const record: Record<string, string[]> = {};
  for (const key of keys) {
    const { name, write } = journalParameters[key] as QueryParameter<JournalQuery[Key]>; // key pairs the two
    const values = write(query[key]);
    if (values.length > 0) record[name] = values;
  }
  return record;
}

/**
 * Reads the parameters of an address: `query` with every faulty parameter at its default, and `faults` naming
 * them. A page takes the query, the HTTP interface refuses when there is a fault.
 */
export function decodeJournalQuery(record: Readonly<Record<string, string | readonly string[]>>): {
  query: JournalQuery;
  faults: { parameter: string; words: string }[];
} {
  const query: Record<string, unknown> = { ...defaultJournalQuery };
  const faults: { parameter: string; words: string }[] = [];
  for (const [name, given] of Object.entries(record)) {
    const key = keyOfParameter.get(name);
    const values = typeof given === 'string' ? [given] : given;
    if (!key) faults.push({ parameter: name, words: 'is not a parameter of this address.' });
    if (!key || values.length === 0) continue;
    const reading = journalParameters[key].read(values);
    if ('fault' in reading) faults.push({ parameter: name, words: reading.fault });
    else query[key] = reading.value;
  }
  const read = query as unknown as JournalQuery; // each key has its default or what its own parameter read, of its type
  for (const key of ['filters', 'location', 'item'] as const) {
    const slow = slowPartsOf(read);
    const rest = { ...read, [key]: defaultJournalQuery[key] };
    if (slow <= mostSlowParts || slowPartsOf(rest) === slow) continue;
    faults.push({ parameter: journalParameters[key].name, words: tooSlow(slow) });
    query[key] = defaultJournalQuery[key];
  }
  return { query: read, faults };
}

function tooSlow(parts: number): string {
  return `cannot be used: the filters together look for ${parts} patterns, ranges and parts of texts; ${mostSlowParts} are the most.`;
}
