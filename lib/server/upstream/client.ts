import 'server-only';
import type { Abilities } from '@/lib/contract/connections';
import type { ErrorCode } from '@/lib/contract/error-codes';
import { addressesOf } from './odata/address';
import type { ConnectionSettings } from './settings';
import { UpstreamError } from './errors/upstream-error';
import { readMetadata } from './metadata';
import { accessPoster, securityReader } from './security';
import type { AccessEcho, AccessPost, SecurityFilter, SecurityPage } from './security';
import { Sender } from './transport/sender';
import type { CallOptions, UpstreamParts } from './transport/sender';
import { entitySetReader } from './odata/entity-set';
import { readOne } from './odata/read-one';
import { journalRows, type JournalWireRow } from './odata/wire';
import type { BudgetUse } from './transport/budget';

export type { CallOptions, SecurityFilter, SecurityPage, UpstreamParts };

export interface JournalPage {
  rows: JournalWireRow[];
  /** Rows of the same page before these. */
  rowsBefore: number;
}

export interface UpstreamHealth {
  lastSuccessAt: number | null;
  lastSuccessMs: number | null;
  /** `since`: the first failure after the last success. */
  lastFailure: { at: number; since: number; code: ErrorCode; detail: string } | null;
}

/** Whether the last request to the service succeeded; null before the first result. */
export function isAnswering({ lastSuccessAt, lastFailure }: UpstreamHealth): boolean | null {
  if (lastFailure === null) return lastSuccessAt === null ? null : true;
  return (lastSuccessAt ?? 0) > lastFailure.at;
}

/** The only way to one company's service (interface section 4). @throws UpstreamError, or an aborted read's reason. */
export interface Upstream {
  readonly settings: ConnectionSettings;
  readSecurity(filter: SecurityFilter, options?: CallOptions): AsyncGenerator<SecurityPage, void, undefined>;
  /** Reads the primary; null: no such assignment. @throws `rejected` when the service spells it in another case. */
  readCell(
    cell: { recordType: string; recordId: string; entityId: string },
    options?: CallOptions,
  ): Promise<boolean | null>;
  /** Gives or removes access. The echo proves nothing: only `readCell` does. */
  postAccess(change: AccessPost, options?: CallOptions): Promise<AccessEcho>;
  readJournal(options?: CallOptions): AsyncGenerator<JournalPage, void, undefined>;
  readMetadata(options?: CallOptions): Promise<string>;
  /** Asks for one row of a set and checks what comes. @returns the number of rows, which may be more. */
  readOne(set: 'security' | 'journal', options?: CallOptions): Promise<number>;
  /** Asks for a new token now; false where this connection needs none. */
  renewToken(signal: AbortSignal): Promise<boolean>;
  /** What the requests so far showed of the service. */
  abilities(): Abilities;
  budgetUse(): BudgetUse;
  health(): UpstreamHealth;
  /** Milliseconds until the service's pause (429) ends; 0 without one. */
  throttledForMs(): number;
  /** Ends all requests; a POST in flight ends as `unknown`. */
  close(): Promise<void>;
}

/** Prepares a connection and sends nothing. @throws RangeError naming a faulty setting. */
export function createUpstream(settings: ConnectionSettings, parts: UpstreamParts = {}): Upstream {
  const addresses = addressesOf(settings);
  const sender = new Sender(settings, addresses.origin, parts);
  const abilities: Abilities = { filters: null, quotedBooleans: null, pages: null, limits: null };
  const open = entitySetReader(sender, addresses, abilities);
  const now = parts.now ?? Date.now;
  const health: UpstreamHealth = { lastSuccessAt: null, lastSuccessMs: null, lastFailure: null };
  const succeeded = (askedAt: number): void => {
    Object.assign(health, { lastSuccessAt: now(), lastSuccessMs: performance.now() - askedAt });
  };
  // A rejected value does not mean that the service is unwell.
  const failed = (error: unknown): void => {
    if (!(error instanceof UpstreamError) || error.code === 'rejected') return;
    const at = now();
    const since = isAnswering(health) === false ? (health.lastFailure?.since ?? at) : at;
    health.lastFailure = { at, since, code: error.code, detail: error.userMessage };
  };
  const watched = async <T>(call: Promise<T>): Promise<T> => {
    const askedAt = performance.now();
    try {
      const result = await call;
      succeeded(askedAt);
      return result;
    } catch (error) {
      failed(error);
      throw error;
    }
  };
  async function* watchedPages<T>(
    pages: AsyncGenerator<T, void, undefined>,
  ): AsyncGenerator<T, void, undefined> {
    let askedAt = performance.now();
    try {
      for await (const page of pages) {
        succeeded(askedAt);
        yield page;
        askedAt = performance.now();
      }
    } catch (error) {
      failed(error);
      throw error;
    }
  }

  const security = securityReader(open);
  const post = accessPoster(sender, addresses);
  async function* readSecurity(filter: SecurityFilter, options: CallOptions) {
    const isFiltered = Object.values(filter).some((value) => value !== undefined);
    for await (const page of security.read(filter, options)) {
      if (page.filterIgnored) abilities.filters = false;
      else if (isFiltered && page.rows.length > 0) abilities.filters ??= true;
      yield page;
    }
  }
  async function* readJournal(options: CallOptions): AsyncGenerator<JournalPage, void, undefined> {
    for await (const { value, rowsBefore } of open('journal', 'JournalTemplateName', [], options))
      yield { rows: journalRows(value, rowsBefore), rowsBefore };
  }

  return {
    settings,
    readSecurity: (filter, options = {}) => watchedPages(readSecurity(filter, options)),
    readCell: (cell, options = {}) => watched(security.cell(cell, options)),
    postAccess: (change, options = {}) => watched(post(change, options)),
    readJournal: (options = {}) => watchedPages(readJournal(options)),
    readMetadata: (options = {}) => watched(readMetadata(sender, addresses, options)),
    readOne: (set, options = {}) => watched(readOne({ sender, addresses, open, abilities }, set, options)),
    renewToken: (signal) => sender.renewToken(signal),
    abilities: () => ({ ...abilities }),
    budgetUse: () => sender.budgetUse(),
    health: () => ({ ...health }),
    throttledForMs: () => sender.throttledForMs(),
    close: () => sender.close(),
  };
}
