/** One master record type: how many of all records it has, and how its numbers go on. */
interface RecordTypeRule {
  name: string;
  share: number;
  /** More records than this of the type would not look like a company. */
  cap: number;
  /** Numbers that come first: the sample company's, then this folder's awkward ones. */
  first: readonly string[];
  next: (n: number) => string;
}

const series =
  (prefix: string, digits: number, step = 10) =>
  (n: number): string =>
    `${prefix}${String((n + 1) * step).padStart(digits, '0')}`;

/** Item numbers of Business Central's sample company. */
export const SAMPLE_ITEM_NUMBERS: readonly string[] = [
  '1896-S', '1900-S', '1906-S', '1908-S', '1920-S', '1928-S', '1936-S', '1960-S', '1964-S', '1968-S', '1972-S',
  '1980-S', '1988-S', '1996-S', '2000-S',
]; // prettier-ignore

/** An item number of exactly 250 characters, only in sizes other than the demo. */
export const LONG_ITEM_NUMBER = 'LONG-'.padEnd(250, '0123456789');

/**
 * The record types the vendor lists, in the order in which the service gives them. Numbers with ' & % / + # spaces,
 * umlauts and Chinese are there on purpose, a handful, as in real companies; the README lists them.
 */
export const RECORD_TYPES: readonly RecordTypeRule[] = [
  {
    name: 'Bank Account',
    share: 0.012,
    cap: 80,
    first: ['CHECKING', 'GIRO', 'NBL', 'SAVINGS', 'WWB-EUR', 'WWB-OPERATING', 'WWB-TRANSFERS', 'WWB-USD'],
    next: series('BANK-', 3),
  },
  {
    name: 'Customer',
    share: 0.36,
    cap: Infinity,
    first: ['10000', '20000', '30000', '40000', '50000', "O'BRIEN & CO", 'MÜNCHEN-01'],
    next: series('C', 5),
  },
  { name: 'Fixed Asset', share: 0.07, cap: Infinity, first: [], next: series('FA', 6) },
  {
    name: 'Item',
    share: 0.29,
    cap: Infinity,
    first: [
      ...SAMPLE_ITEM_NUMBERS,
      'BOLT-1/2',
      'PAINT C+',
      'SALE 50%',
      'WIRE #9',
      'RACK-HEAVY-DUTY-GALVANISED-02',
    ],
    next: (n) => (n < 1990 ? `${2004 + 4 * n}-S` : series('P', 6)(n - 1990)),
  },
  { name: 'Job', share: 0.04, cap: Infinity, first: [], next: series('JOB', 5) },
  {
    name: 'Location',
    share: 0.016,
    cap: 200,
    first: ['EAST', 'MAIN', 'OUT. LOG.', 'OWN LOG.', 'WEST'],
    next: series('WH-', 3),
  },
  {
    name: 'Payment Method',
    share: 0.01,
    cap: 40,
    first: ['ACCOUNT', 'BANK', 'CARD', 'CASH', 'CHECK', 'GIRO', 'INTERCOM', 'MULTIPLE', 'PAYPAL'],
    next: series('PM-', 3),
  },
  {
    name: 'Resources',
    share: 0.03,
    cap: Infinity,
    first: ['KATHERINE', 'LIFT', 'LINA', 'MARTY', 'TERRY', 'TIMOTHY', 'VAN', 'WORKBENCH'],
    next: series('R', 5),
  },
  { name: 'Service Item', share: 0.04, cap: Infinity, first: [], next: series('SVI', 6) },
  {
    name: 'Vendor',
    share: 0.132,
    cap: Infinity,
    first: ['10000', '20000', '30000', '40000', '50000', '北京-01'],
    next: series('V', 5),
  },
];
