import 'server-only';
import type { Addresses, sets } from './address';
import { largest } from './body';
import { UpstreamError } from './errors';
import { hasBoolean, queryOf } from './filter';
import type { ODataQuery } from './filter';
import { readPages } from './paging';
import type { RawPage } from './paging';
import type { WireAnswer } from './exchange';
import type { CallOptions, Sender } from './sender';

/** Reads one of the two sets page by page; rows are not yet checked. */
export type SetOpener = (
  set: keyof typeof sets,
  keyField: string,
  query: ODataQuery,
  options: CallOptions,
) => AsyncGenerator<RawPage, void, undefined>;

/**
 * Reads sets over one connection and learns how its service wants booleans in a filter: bare first, and once
 * quoted after a 400; what worked is remembered (setting `quotedBooleans`).
 */
export function openerOf(sender: Sender, addresses: Addresses): SetOpener {
  const setting = sender.settings.quotedBooleans;
  let quoted: boolean | null = setting === 'auto' ? null : setting === 'true';

  return (set, keyField, query, options) => {
    const get = (url: URL, signal: AbortSignal): Promise<WireAnswer> =>
      sender.send(
        { method: 'GET', resource: set, url, accept: 'application/json', maxBytes: largest.page },
        { ...options, signal },
      );
    const first = async (signal: AbortSignal, quote: boolean): Promise<{ url: URL; answer: WireAnswer }> => {
      const url = addresses.set(set, queryOf(query, quote));
      return { url, answer: await get(url, signal) };
    };
    const open = async (signal: AbortSignal): Promise<{ url: URL; answer: WireAnswer }> => {
      const matters = hasBoolean(query.filter);
      try {
        const opened = await first(signal, quoted ?? false);
        if (matters) quoted ??= false;
        return opened;
      } catch (error) {
        if (!matters || quoted !== null || !refusedAsBadRequest(error)) throw error;
        const opened = await first(signal, true);
        quoted = true;
        return opened;
      }
    };
    return readPages({
      open,
      get,
      follow: addresses.follow,
      keyField,
      followLinks: query.top === undefined,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  };
}

function refusedAsBadRequest(error: unknown): boolean {
  return (
    error instanceof UpstreamError &&
    error.status === 400 &&
    (error.serviceCode ?? '').startsWith('BadRequest')
  );
}
