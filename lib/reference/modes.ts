import { IGNORABLE_OPTIONS } from './odata/query-options';

/** Ways in which services of this kind differ from one another; switched on the control port. */
export interface Modes {
  /** `Prefer: odata.maxpagesize` has no effect. */
  ignorePrefer: boolean;
  /** `$filter` has no effect: all rows come. */
  ignoreFilter: boolean;
  /** `eq` and `ne` on text read their value as a filter expression of Business Central (`&`, `|`, `*`). */
  filterExpressions: boolean;
  /** These query options have no effect. */
  ignoreOptions: readonly string[];
  /** A result of exactly one row is the bare object, as in the interface's sample. */
  bareObject: boolean;
  /** Options of journal lines are written `Positive_x0020_Adjmt_x002E_`. */
  encodedEnums: boolean;
  /** Options of journal lines in another language: what is sent for an English caption, as `{"Transfer":"Umlagerung"}`. */
  captions: Readonly<Record<string, string>>;
  /** Decimals that Amount of journal lines is rounded to; null: as it is. */
  amountDecimals: number | null;
  /** Which boolean literals a filter may hold. */
  booleans: 'both' | 'quoted' | 'bare';
  /** Status of a POST that succeeded; 204 has no body. */
  postStatus: 200 | 201 | 204;
  relativeNextLinks: boolean;
  /** `@odata.context` of both sets is relative to the request: `../$metadata#…`. */
  relativeContext: boolean;
  /** Whether `$metadata` answers at the address without the environment. */
  metadataWithoutEnvironment: boolean;
  /** Answers are compressed for clients that accept gzip. */
  gzip: boolean;
  /** Most rows of a page. */
  pageSize: number;
}

/** The modes at the start. */
export function defaultModes(pageSize: number): Modes {
  return {
    ignorePrefer: false,
    ignoreFilter: false,
    filterExpressions: false,
    ignoreOptions: [],
    bareObject: false,
    encodedEnums: false,
    captions: {},
    amountDecimals: null,
    booleans: 'both',
    postStatus: 200,
    relativeNextLinks: false,
    relativeContext: false,
    metadataWithoutEnvironment: true,
    gzip: false,
    pageSize,
  };
}

const oneOf =
  (...values: readonly unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);
const yesNo = oneOf(true, false);

const CHECKS: Readonly<Record<keyof Modes, (value: unknown) => boolean>> = {
  ignorePrefer: yesNo,
  ignoreFilter: yesNo,
  filterExpressions: yesNo,
  ignoreOptions: (value) =>
    yesNo(value) || (Array.isArray(value) && value.every((name) => oneOf(...IGNORABLE_OPTIONS)(name))),
  bareObject: yesNo,
  encodedEnums: yesNo,
  captions: (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((one) => typeof one === 'string'),
  amountDecimals: oneOf(null, 0, 1, 2, 3, 4, 5),
  booleans: oneOf('both', 'quoted', 'bare'),
  postStatus: oneOf(200, 201, 204),
  relativeNextLinks: yesNo,
  relativeContext: yesNo,
  metadataWithoutEnvironment: yesNo,
  gzip: yesNo,
  pageSize: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 1_000_000,
};

/** Lays the given modes over the defaults. Throws RangeError naming the first mode that is unknown or out of range. */
export function readModes(given: unknown, pageSize: number): Modes {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new RangeError('The modes must be a JSON object, e.g. {"ignoreFilter":true}.');
  }
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(CHECKS, name)) throw new RangeError(`There is no mode "${name}".`);
    // Guarantee: hasOwn above.
    if (!CHECKS[name as keyof Modes](value))
      throw new RangeError(`The mode "${name}" cannot be ${JSON.stringify(value)}.`);
  }
  // Guarantee: every given property was checked against its type above.
  const checked = given as Partial<Modes> & { ignoreOptions?: readonly string[] | boolean };
  const all = checked.ignoreOptions;
  const ignoreOptions = typeof all === 'object' ? all : all === true ? [...IGNORABLE_OPTIONS] : [];
  return { ...defaultModes(pageSize), ...checked, ignoreOptions };
}
