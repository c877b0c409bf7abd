import type { KeptChange } from './change-log';
import { Counters } from './counters';
import { Faults } from './faults';
import { JournalData } from './journal-data';
import { JournalRows } from './journal-rows';
import { makeSources } from './journal-sources';
import { defaultModes, type Modes } from './modes';
import { identityOf, type Identity, type ReferenceOptions } from './options';
import { PageReader } from './page-reader';
import { RequestLog } from './request-log';
import { SecurityData } from './security-data';
import { SecurityRows } from './security-rows';
import { parseSize, type Size } from './size';
import { TokenStore } from './tokens';

/** Everything a request may look at or change. */
export interface World {
  identity: Identity;
  seed: number;
  size: Size;
  pageSize: number;
  security: SecurityData;
  securityRows: SecurityRows;
  securityPages: PageReader;
  journal: JournalData;
  journalPages: PageReader;
  modes: Modes;
  faults: Faults;
  counters: Counters;
  requests: RequestLog;
  tokens: TokenStore;
  /** Called after every change that the state file must keep. */
  changed: (change?: KeptChange) => void;
}

/** Builds the world of the options. Throws RangeError for a bad size or page size. */
export function makeWorld(options: ReferenceOptions): World {
  const size = parseSize(options.size ?? 'demo');
  const seed = options.seed ?? 1;
  const pageSize = options.pageSize ?? 20_000;
  if (!Number.isInteger(pageSize) || pageSize < 1) {
    throw new RangeError(`The page size must be a whole number of 1 or more, not ${pageSize}.`);
  }
  const security = new SecurityData(seed, size);
  const securityRows = new SecurityRows(seed, security);
  const journal = new JournalData(makeSources(seed, security), size.lines);
  return {
    identity: identityOf(options),
    seed,
    size,
    pageSize,
    security,
    securityRows,
    securityPages: new PageReader(securityRows),
    journal,
    journalPages: new PageReader(new JournalRows(journal)),
    modes: defaultModes(pageSize),
    faults: new Faults(seed),
    counters: new Counters(),
    requests: new RequestLog(),
    tokens: new TokenStore(options.auth ?? { mode: 'none' }),
    changed: () => undefined,
  };
}
