import {
  exactText,
  exactTexts,
  flag,
  oneOf,
  readParameters,
  searchText,
  withFallback,
  type AddressState,
} from '@/lib/client/address-parameters';
import { comparedPair } from '@/lib/client/compared-parameter';
import { rowStates } from '@/lib/contract/access/file-kinds';
import type { IsOpen } from '@/lib/domain/access/filter/visible-matrix';

/** Rows with something on them that is not settled; only this page knows of it. */
export const pendingRows = 'pending';
/** Rows with something that was changed in the service lately, not by this console. */
export const outsideRows = 'outside';

/** Every parameter of the page's address. */
export const accessParameters = {
  /** Chosen record types, repeatable; none: all. */
  type: exactTexts,
  /** Text filter of the record ID. */
  q: searchText,
  /** Text filter of the entity ID. */
  entity: searchText,
  /** What the shown rows have in common. */
  rows: oneOf([...rowStates, pendingRows, outsideRows]),
  /** `id`, `granted`, or the ID of an entity after `entity:`. */
  sort: withFallback<string>(exactText, 'id'),
  reverse: flag,
  /** Record types whose bands are unfolded while no filter of records is set. `*`: all; `-`: none; nothing: the page chooses. */
  unfold: exactTexts,
  /** Record types whose bands are folded while one is, which unfolds what it finds; `*`: all. */
  fold: exactTexts,
  /** Whether columns in which no shown row has access are left out. */
  used: flag,
  /** Whether a press stages instead of switching at once. */
  stage: flag,
  /** Which two are compared over the page; null: nothing is. */
  compare: comparedPair,
  /** Whether what is staged is to be reviewed at once; as soon as that is asked, it is forgotten. */
  review: flag,
  /** Whether the picture of the whole is shown, beside the grid or over a narrow page. */
  overview: flag,
};

export type AccessAddress = AddressState<typeof accessParameters>;

/** The address that shows everything. */
export const noFilter = { type: null, q: null, entity: null, rows: null, used: null } as const;

/** Whether an address leaves anything out. */
export function isFiltered({ type, q, entity, rows, used }: AccessAddress): boolean {
  return type.length > 0 || q !== '' || entity !== '' || rows !== null || used;
}

/** Whether an address asks for some of the records. */
function findsRecords({ type, q, rows }: Pick<AccessAddress, 'type' | 'q' | 'rows'>): boolean {
  return type.length > 0 || q !== '' || rows !== null;
}

/** Stands for the bands of all record types. */
const every = '*';

/** Stands for no band, where an address that names none would leave the choice to the page. */
const noBand = '-';

/**
 * Which bands of the matrix an address has unfolded.
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

/** What of an address says which bands are unfolded. */
type Bands = Partial<Pick<AccessAddress, 'fold' | 'unfold'>>;

/**
 * What to write into an address that folds an unfolded band, or unfolds a folded one: all that is unfolded then.
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

/** What to write into an address that folds or unfolds all bands. */
export function withAllBands(address: AccessAddress, isOpen: boolean): Bands {
  return findsRecords(address) ? { fold: isOpen ? [] : [every] } : { unfold: [isOpen ? every : noBand] };
}

/** What an address asks for, also on the server. */
export function readAccessAddress(search: URLSearchParams): AccessAddress {
  return readParameters(accessParameters, search);
}

/** Names a list: another text means other records, columns or another order. */
export function listKeyOf(connection: string, address: AccessAddress): string {
  const { type, q, entity, rows, used, sort, reverse } = address;
  return JSON.stringify([connection, type, q, entity, rows, used, sort, reverse]);
}
