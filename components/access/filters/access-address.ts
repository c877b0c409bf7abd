'use client';

import {
  createParser,
  createSerializer,
  parseAsBoolean,
  parseAsNativeArrayOf,
  parseAsStringLiteral,
  useQueryStates,
  type inferParserType,
} from 'nuqs';
import { addressText, parseAsSearch, parseAsText } from '@/lib/client/address-text';
import { rowStates } from '@/lib/contract/file-kinds';
import type { Compared } from '@/components/access/compare/compare-lines';

/** Written as kind and both texts between commas: "entities,100,UK01". */
const comparedParser = createParser<Compared>({
  parse: (text) => {
    const [kind, first, second] = text.split(',').map((part) => addressText(decodeURIComponent(part)));
    if (kind !== 'entities' && kind !== 'records') return null;
    return { kind, first: first || null, second: second || null };
  },
  serialize: ({ kind, first, second }) =>
    [kind, first ?? '', second ?? ''].map((part) => encodeURIComponent(part)).join(','),
  eq: (a, b) => a.kind === b.kind && a.first === b.first && a.second === b.second,
});

/** Rows with something on them that is not settled; only this page knows of it. */
export const pendingRows = 'pending';
/** Rows with something that was changed in the service lately, not by this console. */
export const outsideRows = 'outside';

const parsers = {
  /** Chosen record types, repeatable; none: all. */
  type: parseAsNativeArrayOf(parseAsText),
  /** Text filter of the record ID. */
  q: parseAsSearch.withDefault(''),
  /** Text filter of the entity ID. */
  entity: parseAsSearch.withDefault(''),
  /** What the shown rows have in common. */
  rows: parseAsStringLiteral([...rowStates, pendingRows, outsideRows]),
  /** `id`, `granted`, or the ID of an entity after `entity:`. */
  sort: parseAsText.withDefault('id'),
  reverse: parseAsBoolean.withDefault(false),
  /** Whether columns in which no shown row has access are left out. */
  used: parseAsBoolean.withDefault(false),
  /** Whether a press stages instead of switching at once. */
  stage: parseAsBoolean.withDefault(false),
  /** Which two are compared over the page; null: nothing is. */
  compare: comparedParser,
  /** Whether the picture of the whole is shown over the page. */
  overview: parseAsBoolean.withDefault(false),
};

/** The page's path and search with these parameters set, all others as they are; defaults are left out. */
export const addressWith = createSerializer(parsers);

export type AccessAddress = inferParserType<typeof parsers>;

/** The address that shows everything. */
export const noFilter = { type: null, q: null, entity: null, rows: null, used: null } as const;

/** Whether an address leaves anything out. */
export function isFiltered({ type, q, entity, rows, used }: AccessAddress): boolean {
  return type.length > 0 || q !== '' || entity !== '' || rows !== null || used;
}

/** What the access page shows, kept in its URL. */
export function useAccessAddress() {
  return useQueryStates(parsers, { history: 'replace' });
}
