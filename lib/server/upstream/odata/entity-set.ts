import 'server-only';
import type { Abilities } from '@/lib/contract/connections';
import type { Addresses, entitySets } from './address';
import { largest } from '@/lib/server/upstream/transport/body';
import { UpstreamError } from '@/lib/server/upstream/errors/upstream-error';
import { hasBoolean, queryOf } from './filter';
import type { Filter } from './filter';
import { readPages } from './paging';
import type { RawPage } from './paging';
import type { WireAnswer } from '@/lib/server/upstream/transport/exchange';
import type { CallOptions, Sender } from '@/lib/server/upstream/transport/sender';

export type EntitySetReader = (
  set: keyof typeof entitySets,
  keyField: string,
  filter: Filter,
  options: CallOptions,
) => AsyncGenerator<RawPage, void, undefined>;

/** Reads entity sets with unchecked rows; tries bare booleans first unless `quotedBooleans` is set. */
export function entitySetReader(sender: Sender, addresses: Addresses, abilities: Abilities): EntitySetReader {
  const setting = sender.settings.quotedBooleans;
  let quoted: boolean | null = setting === 'auto' ? null : setting === 'true';

  return async function* (set, keyField, filter, options) {
    const get = (url: URL, signal: AbortSignal): Promise<WireAnswer> =>
      sender.send(
        { method: 'GET', resource: set, url, accept: 'application/json', maxBytes: largest.page },
        { ...options, signal },
      );
    const first = async (signal: AbortSignal, quote: boolean): Promise<{ url: URL; answer: WireAnswer }> => {
      const url = addresses.entitySet(set, queryOf(filter, quote));
      return { url, answer: await get(url, signal) };
    };
    const open = async (signal: AbortSignal): Promise<{ url: URL; answer: WireAnswer }> => {
      const matters = hasBoolean(filter);
      try {
        const opened = await first(signal, quoted ?? false);
        if (matters) abilities.quotedBooleans = quoted ??= false;
        return opened;
      } catch (error) {
        if (!matters || quoted !== null || !refusedAsBadRequest(error)) throw error;
        const opened = await first(signal, true);
        abilities.quotedBooleans = quoted = true;
        return opened;
      }
    };
    for await (const page of readPages({
      open,
      get,
      follow: addresses.follow,
      keyField,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    })) {
      if (filter.length === 0 && page.nextLink !== null) abilities.pages = true;
      else if (filter.length === 0) abilities.pages ??= false;
      yield page;
    }
  };
}

function refusedAsBadRequest(error: unknown): boolean {
  return (
    error instanceof UpstreamError &&
    error.status === 400 &&
    (error.serviceCode ?? '').startsWith('BadRequest')
  );
}
