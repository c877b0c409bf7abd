import { journalField } from '@/lib/domain/journal/field-index';
import { operatorWords } from '@/lib/domain/journal/operators';
import type { FieldFilter, JournalQuery } from '@/lib/domain/journal/query';
import { formatValue } from './value-format';

/** One condition in force, in words, and the query without it. */
export interface ActiveFilter {
  key: string;
  words: string;
  without: Partial<Omit<JournalQuery, 'page' | 'columns'>>;
}

const postingDate = {
  name: 'PostingDate',
  kind: 'date',
  label: 'Posting Date',
  group: 'Dates',
  width: 0,
} as const;

/** Why a query whose `datesAreReversed` is not asked. */
export const datesReversedWords = 'Posting date to is before posting date from.';

/** Every condition of a query as something a person can read and take away. */
export function activeFilters(query: JournalQuery): ActiveFilter[] {
  const found: ActiveFilter[] = [];
  if (query.q !== '') found.push({ key: 'q', words: `Contains “${query.q}”`, without: { q: '' } });
  for (const id of query.entities) {
    const entities = query.entities.filter((other) => other !== id);
    found.push({
      key: `entity ${id}`,
      words: id === '' ? 'No entity' : `Entity ${id}`,
      without: { entities },
    });
  }
  if (query.batch) {
    const words = `Batch ${query.batch.template} / ${query.batch.batch}`;
    found.push({ key: 'batch', words, without: { batch: null } });
  }
  if (query.from !== '') {
    found.push({
      key: 'from',
      words: `Posting date from ${formatValue(postingDate, query.from)}`,
      without: { from: '' },
    });
  }
  if (query.to !== '') {
    found.push({
      key: 'to',
      words: `Posting date to ${formatValue(postingDate, query.to)}`,
      without: { to: '' },
    });
  }
  if (query.item !== '') found.push({ key: 'item', words: `Item ${query.item}`, without: { item: '' } });
  if (query.location !== '') {
    found.push({ key: 'location', words: `Location ${query.location}`, without: { location: '' } });
  }
  query.filters.forEach((filter, at) => {
    const filters = query.filters.filter((_, other) => other !== at);
    found.push({ key: `filter ${at}`, words: fieldFilterWords(filter), without: { filters } });
  });
  return found;
}

function fieldFilterWords({ field: name, op, value }: FieldFilter): string {
  const field = journalField(name);
  if (!field) return name;
  const shown = formatValue(field, value);
  const empty = shown === '' && (op === 'eq' || op === 'ne');
  if (empty) return `${field.label} is ${op === 'eq' ? 'empty' : 'not empty'}`;
  return `${field.label} ${operatorWords(op, field.kind)} ${shown}`;
}
