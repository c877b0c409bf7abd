import type { Fault } from '@/lib/reference/faults/faults';
import { type Answer, odataAnswer } from '@/lib/reference/http/answer';
import type { Modes } from '@/lib/reference/modes';
import type { Condition } from './filter-evaluate';
import type { Page, PageReader } from './page-reader';
import { readPairs, readQueryOptions } from './query-options';

/** One GET of a set. */
export interface CollectionRequest {
  /** Scheme, host and port as the caller sees them. */
  origin: string;
  /** Path up to the version segment. */
  route: string;
  /** Path of the set, still encoded. */
  pathname: string;
  search: string;
  companyId: string;
  prefer: string | undefined;
  faults: readonly Fault[];
}

/** Another origin, that a client must not follow to; nothing listens there. */
export const FOREIGN_ORIGIN = 'http://127.0.0.2:9';

function preferredSize(prefer: string | undefined): number | null {
  const match = /(?:^|[,;\s])(?:odata\.)?maxpagesize\s*=\s*"?(\d{1,9})"?/i.exec(prefer ?? '');
  const size = Number(match?.[1] ?? 0);
  return size > 0 ? size : null;
}

/** The `@odata.context` of an answer about a set: absolute, or relative to the request as its mode wants. */
export function contextOf(
  request: { origin: string; route: string },
  fragment: string,
  modes: Modes,
): string {
  return `${modes.relativeContext ? '..' : request.origin + request.route}/$metadata#${fragment}`;
}

function linkTo(request: CollectionRequest, token: string, modes: Modes): string {
  const kept = readPairs(request.search).filter(([name]) => name !== '$skiptoken' && name !== '$skip');
  const options = [...kept, ['$skiptoken', token]].map(([name = '', value = '']) => {
    const shown = encodeURIComponent(name).replace('%24', '$');
    return `${shown}=${encodeURIComponent(value)}`;
  });
  const path = modes.relativeNextLinks
    ? request.pathname.slice(request.route.length + 1)
    : request.origin + request.pathname;
  return `${path}?${options.join('&')}`;
}

function nextLink(request: CollectionRequest, page: Page, modes: Modes): string | null {
  for (const fault of request.faults) {
    if (fault.kind === 'repeatNextLink') return linkTo(request, page.self, modes);
    if (fault.kind === 'foreignNextLink') {
      const path =
        fault.variant === 'path' ? `${request.origin}/elsewhere` : FOREIGN_ORIGIN + request.pathname;
      return `${path}?$skiptoken=${page.next ?? page.self}`;
    }
  }
  return page.next === null ? null : linkTo(request, page.next, modes);
}

function* writePage(reader: PageReader, page: Page, head: string, tail: string): Generator<string> {
  const step = reader.collection.chunkRows;
  let before = head;
  for (let start = 0; start < page.rows.length; start += step) {
    const end = Math.min(page.rows.length, start + step);
    yield before + reader.collection.write(page.rows, start, end, page.layout);
    before = ',';
  }
  yield page.rows.length === 0 ? head + tail : tail;
}

/** What rows must meet so that a fault leaves them in. */
function conditionsOf({ kind, recordType, entityId }: Fault): Condition[] {
  if (kind !== 'leavesOut') return [];
  const other = (field: string, gone: string | undefined): Condition[] =>
    gone === undefined ? [] : [{ field, test: (value) => value !== gone, equals: null }];
  return [...other('BssiMasterRecordType', recordType), ...other('BssiEntityID', entityId)];
}

/** Answers a GET of a set: filter, order, page, next link. Throws ServiceError for what the service refuses. */
export function answerCollection(reader: PageReader, request: CollectionRequest, modes: Modes): Answer {
  const options = readQueryOptions(request.search, new Set(modes.ignoreOptions));
  const preferred = modes.ignorePrefer ? null : preferredSize(request.prefer);
  const pageSize = Math.min(modes.pageSize, preferred ?? modes.pageSize);
  const overlap = request.faults.find((fault) => fault.kind === 'duplicateRows');
  const early = request.faults.find((fault) => fault.kind === 'endsEarly');
  const page = reader.read(
    {
      options,
      pageSize,
      overlap: overlap === undefined ? 0 : (overlap.rows ?? 1),
      share: early === undefined ? null : (early.share ?? 0),
      left: request.faults.flatMap(conditionsOf),
    },
    modes,
  );
  const headers: Record<string, string> =
    preferred === null ? {} : { 'preference-applied': `odata.maxpagesize=${pageSize}` };
  if (modes.bareObject && page.rows.length === 1 && page.next === null) {
    return odataAnswer(200, reader.collection.write(page.rows, 0, 1, page.layout), headers);
  }
  const fragment = `companies(${request.companyId})/${reader.collection.setName}`;
  const selected = options.select === null ? '' : `(${options.select.join(',')})`;
  const count = page.count === null ? '' : `"@odata.count":${page.count},`;
  const link = nextLink(request, page, modes);
  const tail = link === null ? ']}' : `],"@odata.nextLink":${JSON.stringify(link)}}`;
  const head = `{"@odata.context":${JSON.stringify(contextOf(request, fragment + selected, modes))},${count}"value":[`;
  return odataAnswer(200, writePage(reader, page, head, tail), headers);
}
