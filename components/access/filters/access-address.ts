'use client';

import { useCallback } from 'react';
import {
  exactText,
  exactTexts,
  flag,
  oneOf,
  searchText,
  withFallback,
  type AddressState,
} from '@/lib/client/address/parameters';
import { useAddress, type SetAddress } from '@/lib/client/address/use-address';
import { comparedPair } from '@/lib/client/address/compared-parameter';
import { rowStates } from '@/lib/contract/access/file-kinds';
import type { IsOpen } from '@/lib/domain/access/filter/visible-matrix';

/** Rows with a staged, pending or refused change of this page. */
export const pendingRows = 'pending';
/** Rows with a recent change that this console did not make. */
export const outsideRows = 'outside';

/** Every parameter of the page's address. */
export const accessParameters = {
  /** Chosen record types, repeatable; none: all. */
  type: exactTexts,
  /** Text filter of the record ID. */
  q: searchText,
  /** Text filter of the entity ID. */
  entity: searchText,
  /** A state that all shown rows have. */
  rows: oneOf([...rowStates, pendingRows, outsideRows]),
  /** `id`, `granted`, or the ID of an entity after `entity:`. */
  sort: withFallback<string>(exactText, 'id'),
  reverse: flag,
  /** Record types of unfolded bands while no records are filtered. `*`: all; `-`: none; empty: the page chooses. */
  unfold: exactTexts,
  /** Record types of folded bands while records are filtered; a filter unfolds all others. `*`: all. */
  fold: exactTexts,
  /** Names of folded groups of entities. */
  foldGroup: exactTexts,
  /** Whether columns in which no shown row has access are left out. */
  used: flag,
  /** Whether a press stages instead of switching at once. */
  stage: flag,
  /** The two entities or records that are compared; null: none. */
  compare: comparedPair,
  /** Opens the review of the staged changes once; the page removes the parameter then. */
  review: flag,
  /** Whether the map is shown. */
  overview: flag,
};

export type AccessAddress = AddressState<typeof accessParameters>;

/** The address that shows everything. */
export const noFilter = { type: null, q: null, entity: null, rows: null, used: null } as const;

/** Whether an address leaves anything out. */
export function isFiltered({ type, q, entity, rows, used }: AccessAddress): boolean {
  return type.length > 0 || q !== '' || entity !== '' || rows !== null || used;
}

/** Whether an address filters records. */
function findsRecords({ type, q, rows }: Pick<AccessAddress, 'type' | 'q' | 'rows'>): boolean {
  return type.length > 0 || q !== '' || rows !== null;
}

/** Names the bands of all record types. */
const every = '*';

/** Names no band: an empty list leaves the choice to the page. */
const noBand = '-';

/**
 * Tests whether an address unfolds the band of a record type.
 * @param fitting record types whose bands the page unfolds where the address does not say.
 */
export function openBands(
  address: Pick<AccessAddress, 'type' | 'q' | 'rows' | 'fold' | 'unfold'>,
  fitting: readonly string[],
): IsOpen {
  const unfolded = address.unfold.length === 0 ? fitting : address.unfold;
  const [named, isOpenWhereNamed] = findsRecords(address) ? [address.fold, false] : [unfolded, true];
  const isEvery = named.includes(every);
  return (recordType) => (isEvery || named.includes(recordType)) === isOpenWhereNamed;
}

/** The parameters that say which bands are unfolded. */
type Bands = Partial<Pick<AccessAddress, 'fold' | 'unfold'>>;

/**
 * Parameters after a person folded an unfolded band, or unfolded a folded one: they name all bands that are unfolded then.
 * @param recordTypes all that have a band. @param fitting as `openBands` has it.
 */
export function withBandTurned(
  address: AccessAddress,
  recordTypes: readonly string[],
  fitting: readonly string[],
  which: string,
): Bands {
  const isFound = findsRecords(address);
  const wasOpen = openBands(address, fitting);
  const named = recordTypes.filter((one) => (wasOpen(one) !== (one === which)) !== isFound);
  const written = named.length === recordTypes.length && named.length > 1 ? [every] : named;
  if (isFound) return { fold: written };
  return { unfold: written.length === 0 ? [noBand] : written };
}

/** Parameters after a person folded or unfolded all bands. */
export function withAllBands(address: AccessAddress, isOpen: boolean): Bands {
  return findsRecords(address) ? { fold: isOpen ? [] : [every] } : { unfold: [isOpen ? every : noBand] };
}

/** The parameter after a person folded an unfolded group of entities, or unfolded a folded one. */
export function withGroupTurned({ foldGroup }: Pick<AccessAddress, 'foldGroup'>, group: string) {
  const others = foldGroup.filter((name) => name !== group);
  return { foldGroup: others.length < foldGroup.length ? others : [...others, group] };
}

/** Key of a list: it changes with the records, the columns and their order. */
export function listKeyOf(connection: string, address: AccessAddress): string {
  const { type, q, entity, rows, used, sort, reverse } = address;
  return JSON.stringify([connection, type, q, entity, rows, used, sort, reverse]);
}

/** What the access page shows, kept in its URL. */
export function useAccessAddress() {
  return useAddress(accessParameters, 'replace');
}

/**
 * Folds an unfolded band of the matrix, or unfolds a folded one.
 * @param recordTypes all that it has; a constant. @param fitting as `openBands` has it; a constant.
 */
export function useBandFolding(
  set: SetAddress<typeof accessParameters>,
  recordTypes: readonly string[],
  fitting: readonly string[],
): (recordType: string) => void {
  return useCallback(
    (recordType) => set((shown) => withBandTurned(shown, recordTypes, fitting, recordType)),
    [set, recordTypes, fitting],
  );
}

/** Folds an unfolded group of entities, or unfolds a folded one. */
export function useGroupFolding(set: SetAddress<typeof accessParameters>): (group: string) => void {
  return useCallback((group) => set((shown) => withGroupTurned(shown, group)), [set]);
}
