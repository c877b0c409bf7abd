import 'server-only';
import type { ErrorCode } from '@/lib/contract/error-codes';
import { addressesOf } from './odata/address';
import type { ConnectionSettings } from './settings';
import { UpstreamError } from './errors/upstream-error';
import { journalReader } from './journal';
import type { JournalPage } from './journal';
import { readMetadata } from './metadata';
import { accessPoster, securityReader } from './security';
import type { AccessEcho, AccessPost, SecurityFilter, SecurityPage } from './security';
import { Sender } from './transport/sender';
import type { CallOptions, UpstreamParts } from './transport/sender';
import { entitySetReader } from './odata/entity-set';

export type { CallOptions, JournalPage, SecurityFilter, SecurityPage, UpstreamParts };

/** When the service last answered as it should, and what was wrong last. */
export interface UpstreamHealth {
  /** Epoch ms. */
  lastSuccessAt: number | null;
  /** How long that answer, or its last page, took. */
  lastSuccessMs: number | null;
  lastFailure: { at: number; code: ErrorCode; detail: string } | null;
}

/** Whether the service answers, by what was asked of it last; null: it was not reached yet, and has not failed either. */
export function isAnswering({ lastSuccessAt, lastFailure }: UpstreamHealth): boolean | null {
  if (lastFailure === null) return lastSuccessAt === null ? null : true;
  return (lastSuccessAt ?? 0) > lastFailure.at;
}

/**
 * The console's only way to one company of the service (interface section 4). All calls throw UpstreamError;
 * a read broken off by its signal throws the signal's reason.
 */
export interface Upstream {
  readonly settings: ConnectionSettings;
  /** All assignments that match exactly, page by page to the end. */
  readSecurity(filter: SecurityFilter, options?: CallOptions): AsyncGenerator<SecurityPage, void, undefined>;
  /**
   * One assignment's value, null when there is no such assignment. Read from the primary, never a replica.
   * Throws `rejected`, naming the service's spelling, when the key differs from the service's in case only.
   */
  readCell(
    cell: { recordType: string; recordId: string; entityId: string },
    options?: CallOptions,
  ): Promise<boolean | null>;
  /** Gives or removes access. The echo proves nothing: only readCell does. */
  postAccess(change: AccessPost, options?: CallOptions): Promise<AccessEcho>;
  /** All journal lines, page by page to the end. */
  readJournal(options?: CallOptions): AsyncGenerator<JournalPage, void, undefined>;
  /** The EDMX document as text, at most 32 MB. */
  readMetadata(options?: CallOptions): Promise<string>;
  health(): UpstreamHealth;
  /** Milliseconds for which nothing is sent, because the service asked for fewer requests (429); 0: it did not. */
  throttledForMs(): number;
  /** Ends everything in flight; a POST in flight ends as `unknown`. */
  close(): Promise<void>;
}

/** Opens a connection; nothing is sent yet. Throws RangeError naming a faulty setting. */
export function createUpstream(settings: ConnectionSettings, parts: UpstreamParts = {}): Upstream {
  const addresses = addressesOf(settings);
  const sender = new Sender(settings, addresses.origin, parts);
  const open = entitySetReader(sender, addresses);
  const now = parts.now ?? Date.now;
  const health: UpstreamHealth = { lastSuccessAt: null, lastSuccessMs: null, lastFailure: null };
  const succeeded = (askedAt: number): void => {
    Object.assign(health, { lastSuccessAt: now(), lastSuccessMs: performance.now() - askedAt });
  };
  // A value the service refuses is no sign that the service is unwell.
  const failed = (error: unknown): void => {
    if (error instanceof UpstreamError && error.code !== 'rejected')
      health.lastFailure = { at: now(), code: error.code, detail: error.userMessage };
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
  const journal = journalReader(open);
  const post = accessPoster(sender, addresses);

  return {
    settings,
    readSecurity: (filter, options = {}) => watchedPages(security.read(filter, options)),
    readCell: (cell, options = {}) => watched(security.cell(cell, options)),
    postAccess: (change, options = {}) => watched(post(change, options)),
    readJournal: (options = {}) => watchedPages(journal(options)),
    readMetadata: (options = {}) => watched(readMetadata(sender, addresses, options)),
    health: () => ({ ...health }),
    throttledForMs: () => sender.throttledForMs(),
    close: () => sender.close(),
  };
}
