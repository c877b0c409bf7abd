import { badRequest } from '@/lib/reference/http/error-body';
import type { Modes } from '@/lib/reference/modes';
import type { Collection, RowLayout } from './collection';
import type { Field } from './fields';
import { compileFilter, type Condition } from './filter-evaluate';
import { parseFilter } from './filter-parser';
import type { QueryOptions } from './query-options';
import { fingerprint, readToken, writeToken } from './skip-token';

/** One page of a set, ready to be written. */
export interface Page {
  rows: ArrayLike<number>;
  layout: RowLayout;
  count: number | null;
  /** Token of the page that follows, or null at the end. */
  next: string | null;
  /** Token that leads to this very page again. */
  self: string;
}

interface Wanted {
  options: QueryOptions;
  pageSize: number;
  /** Rows written beyond the page that the next page brings again (a fault). */
  overlap: number;
  /** The part of the page's rows after which the whole list ends (a fault); null: it goes on. */
  share: number | null;
  /** What rows must meet besides the filter (a fault). */
  left: readonly Condition[];
}

/** Reads pages of one set. Keeps the last few sorted orders, so that following pages need no new sort. */
export class PageReader {
  private readonly fields: ReadonlyMap<string, Field>;
  private readonly orders = new Map<string, ArrayLike<number>>();

  constructor(readonly collection: Collection) {
    this.fields = new Map(collection.fields.map((field) => [field.name, field]));
  }

  /** The conditions of a `$filter` text. Throws ServiceError 400 or 501 as the service would. */
  conditions(filter: string | null, modes: Modes): Condition[] {
    if (filter === null || modes.ignoreFilter) return [];
    return compileFilter(parseFilter(filter), {
      fields: this.fields,
      booleans: modes.booleans,
      encodedEnums: modes.encodedEnums,
      filterExpressions: modes.filterExpressions,
      captions: modes.captions,
    });
  }

  /** Reads one page. Throws ServiceError for a fault in the options or a token that is not ours. */
  read({ options, pageSize, overlap, share, left }: Wanted, modes: Modes): Page {
    const conditions = [...this.conditions(options.filter, modes), ...left];
    for (const { field } of options.orderBy) this.checkField(field);
    for (const field of options.select ?? []) this.checkField(field);
    const query = fingerprint([
      this.collection.setName,
      options.filter ?? '',
      JSON.stringify(options.orderBy),
    ]);
    const position = readToken(options.skipToken, query) ?? {
      page: 1,
      at: 0,
      version: this.collection.version(),
    };
    const skip = position.page === 1 ? options.skip : 0;
    const limit = Math.min(pageSize, options.top ?? Infinity);

    const order =
      options.orderBy.length === 0
        ? null
        : this.order(
            conditions,
            options,
            `${query}@${position.version}@${modes.ignoreFilter}@${modes.filterExpressions}`,
          );
    const found =
      order === null
        ? this.collection.scan(conditions, position.at, skip, limit + overlap + 1)
        : Array.from(
            { length: Math.max(0, Math.min(limit + overlap + 1, order.length - position.at - skip)) },
            (_none, n) => order[position.at + skip + n] ?? 0,
          );
    const more = found.length > limit && options.top === null && share === null;
    const following = order === null ? (found[limit] ?? 0) : position.at + skip + limit;
    const whole = found.slice(0, more ? limit + overlap : limit);
    const kept = share === null ? whole : whole.slice(0, Math.floor(whole.length * share));
    return {
      rows: kept,
      layout: {
        select: options.select === null ? null : new Set(options.select),
        encodedEnums: modes.encodedEnums,
        captions: modes.captions,
        amountDecimals: modes.amountDecimals,
      },
      count: options.count ? this.collection.count(conditions) : null,
      next: more
        ? writeToken({ page: position.page + 1, at: following, version: position.version }, query)
        : null,
      self: writeToken({ ...position, page: Math.max(2, position.page) }, query),
    };
  }

  private checkField(name: string): void {
    const field = this.fields.get(name);
    if (field === undefined || field.kind === 'tag') {
      throw badRequest(`Could not find a property named '${name}' on this resource.`);
    }
  }

  private order(conditions: Condition[], options: QueryOptions, key: string): ArrayLike<number> {
    const kept = this.orders.get(key);
    if (kept !== undefined) return kept;
    const made = this.collection.sorted(conditions, options.orderBy);
    const oldest = this.orders.keys().next();
    if (this.orders.size >= 4 && oldest.done !== true) this.orders.delete(oldest.value);
    this.orders.set(key, made);
    return made;
  }
}
