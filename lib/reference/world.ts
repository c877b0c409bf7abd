import { JournalData } from './data/journal-data';
import { JournalRows } from './data/journal-rows';
import { makeSources } from './data/journal-sources';
import { SecurityData } from './data/security-data';
import { SecurityRows } from './data/security-rows';
import { parseSize, type Size, sizeKey } from './data/size';
import { StateFile } from './data/state-file';
import { Faults } from './faults/faults';
import { Counters } from './http/counters';
import { RequestLog } from './http/request-log';
import { TokenStore } from './http/tokens';
import { defaultModes, type Modes } from './modes';
import { PageReader } from './odata/page-reader';
import { type Identity, identityOf, type ReferenceOptions } from './options';

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
  state: StateFile;
}

/** Raised when the way in which rows are computed changes, so that older changes are not laid over other rows. */
const GENERATION = 1;

/**
 * Builds the world of the options, with the changes that its state file keeps. Throws RangeError for a bad size or page
 * size, Error with a sentence when the state file is broken or in use by another process.
 */
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
  const state = new StateFile(
    options.stateFile ?? null,
    `generation=${GENERATION},${sizeKey(size)},seed=${seed}`,
  );
  const kept = state.read();
  for (const { record, entity, accessible } of kept.access) security.set(record, entity, accessible);
  for (const { template, batch } of kept.posted) journal.post(template, batch);
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
    state,
  };
}
