import { contractDigest } from '@/lib/contract/digest';
import { matrixMediaType } from '@/lib/contract/media-types';
import { backgroundHeader, pageContractHeader, pagePersonHeader } from '@/lib/contract/request-headers';
import { apiPaths, withQuery } from './paths';

/** Answers that the HTML head asked for, by their paths. */
const page = globalThis as typeof globalThis & { memEarlyReads?: Map<string, Promise<Response>> };

/** After so many ms a page has other data, and an answer of its beginning would be too old for it. */
const mostAgeMs = 60_000;

/**
 * Inline module for the HTML head of the access page: the browser asks for the matrix and its names while it still loads
 * the page's scripts. A `<link rel="preload">` cannot do that, because it sends none of the headers that the console checks.
 * @param person id of the person whom the page is made for.
 */
export function matrixReadsScript(connection: string, person: string): string {
  const reads = [
    [withQuery(apiPaths.matrix, { connection }), matrixMediaType],
    [withQuery(apiPaths.labels, { connection }), 'application/json'],
  ].map(([path, accept]) => {
    const headers = {
      Accept: accept,
      [backgroundHeader]: '1',
      [pageContractHeader]: contractDigest,
      [pagePersonHeader]: person,
    };
    return [path, { headers, cache: 'no-store', redirect: 'manual' }];
  });
  const list = JSON.stringify(reads).replaceAll('<', '\\u003c');
  // The page says why an answer did not come, when it takes the answer.
  return `globalThis.memEarlyReads=new Map(${list}.map(([path,how])=>{let read=fetch(path,how);read.catch(()=>{});return[path,read]}))`;
}

/** The answer for this path that the HTML head asked for, once; undefined where it asked for none. */
export function takeEarlyRead(path: string): Promise<Response> | undefined {
  const read = page.memEarlyReads?.get(path);
  page.memEarlyReads?.delete(path);
  return performance.now() < mostAgeMs ? read : undefined;
}
