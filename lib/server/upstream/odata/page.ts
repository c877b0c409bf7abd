import 'server-only';
import { isUtf8 } from 'node:buffer';
import { decimalText, exactDecimal } from '@/lib/domain/exact-decimal';
import { JsonError, longNumbersIn, mostDepth, scannedJson, type JsonScan } from '@/lib/server/json-scan';
import { malformed } from '@/lib/server/upstream/errors/upstream-error';
import { plainMessage } from '@/lib/server/upstream/errors/user-message';
import { withoutMark } from '@/lib/server/upstream/transport/body';

export interface PageContent {
  /** Unchecked rows, parsed part by part so that other requests can run in between. */
  parts: Iterable<unknown[]>;
  nextLink: string | null;
  context: string | null;
}

/** Limits of two parts. A list of 20,000 lines with all fields has 80 MB and 7 million values. */
const limits = { bytes: 8 * 2 ** 20, values: 1_000_000 };

/** Reads a list or one record with `keyField`; inexact numbers become texts. @throws `service-malformed`. */
export async function pageContent(body: Buffer, keyField: string): Promise<PageContent> {
  const json = await scanned(body, 'value');
  const { from, to, cuts } = json.scan;
  const isWhole = cuts.length === 0;
  const envelope = parsed(isWhole ? textOf(json) : textOf(json, 0, from) + textOf(json, to));
  const partsOf = (rows: unknown[]): Iterable<unknown[]> => (isWhole ? [rows] : cutRows(json));
  if (Array.isArray(envelope)) return { parts: partsOf(envelope), nextLink: null, context: null };
  const value = envelope['value'];
  if (Array.isArray(value)) {
    return {
      parts: partsOf(value),
      nextLink: nextLinkOf(envelope),
      context: contextOf(envelope),
    };
  }
  if (value === undefined && Object.hasOwn(envelope, keyField))
    return { parts: [[envelope]], nextLink: nextLinkOf(envelope), context: contextOf(envelope) };
  throw malformed(
    'The service answered with JSON of another shape than a list of records. Nothing of it was used.',
  );
}

/** @throws `service-malformed` naming the actual content. */
export async function jsonOf(body: Buffer): Promise<Record<string, unknown> | unknown[]> {
  return parsed(textOf(await scanned(body)));
}

interface ScannedBody {
  bytes: Buffer;
  scan: JsonScan;
}

async function scanned(body: Buffer, list?: string): Promise<ScannedBody> {
  const bytes = withoutMark(body);
  const start = bytes.toString('utf8', 0, 1000).trimStart();
  if (!/^[[{]/.test(start)) throw malformed(`${contentWords(start)} Nothing of it was used.`);
  try {
    return { bytes, scan: await scannedJson(bytes, list === undefined ? limits : { ...limits, list }) };
  } catch (error) {
    if (error instanceof JsonError) throw malformed(`${errorWords(error)} Nothing of it was used.`);
    throw error;
  }
}

/** JSON text with inexact numbers as decimal texts. @throws `service-malformed` for bytes that are not UTF-8. */
function textOf({ bytes, scan }: ScannedBody, from = 0, to = bytes.length): string {
  if (!isUtf8(bytes.subarray(from, to)))
    throw malformed('The service answered with bytes that are not UTF-8 text. Nothing of it was used.');
  const json = bytes.toString('utf8', from, to);
  if (!scan.hasLongNumbers) return json;
  let text = '';
  let end = 0;
  for (const [number, at] of longNumbersIn(json)) {
    text += `${json.slice(end, at)}"${decimalText(exactDecimal(number.toLowerCase()))}"`;
    end = at + number.length;
  }
  return text + json.slice(end);
}

function* cutRows(json: ScannedBody): Generator<unknown[]> {
  const { from, to, cuts } = json.scan;
  let start = from;
  for (const end of [...cuts, to]) {
    const rows = parsed(`[${textOf(json, start, end)}]`);
    if (!Array.isArray(rows) || rows.length === 0)
      throw malformed(`${truncatedWords} Nothing of it was used.`);
    yield rows;
    start = end + 1;
  }
}

function parsed(text: string): Record<string, unknown> | unknown[] {
  try {
    return JSON.parse(text) as Record<string, unknown> | unknown[]; // it begins with a bracket
  } catch {
    throw malformed(`${truncatedWords} Nothing of it was used.`);
  }
}

function errorWords({ kind, subject }: JsonError): string {
  const name = plainMessage(subject).slice(0, 120);
  switch (kind) {
    case 'deep':
      return `The service’s answer nests lists and records more than ${mostDepth} deep.`;
    case 'twice':
      return `The service’s answer has a record with the name “${name}” twice.`;
    case 'number':
      return `The service’s answer has a number that the console cannot hold (${name}).`;
    case 'large':
      return 'The service’s answer has a record far larger than anything the interface describes.';
    case 'syntax':
      return truncatedWords;
  }
}

const truncatedWords = 'The service’s answer breaks off or is not valid JSON.';

function contentWords(start: string): string {
  if (start === '') return 'The service answered with an empty body instead of data.';
  if (/^<(!doctype\s+html|html|head|body)/i.test(start))
    return 'The service answered with a web page (HTML) instead of data.';
  if (start.startsWith('<')) return 'The service answered with XML instead of JSON.';
  if (/^("|-?\d|(true|false|null)$)/.test(start))
    return 'The service answered with a single JSON value instead of records.';
  return 'The service answered with plain text instead of data.';
}

function nextLinkOf(envelope: Record<string, unknown>): string | null {
  const link = envelope['@odata.nextLink'];
  if (link === undefined || link === null) return null;
  if (typeof link === 'string' && link !== '') return link;
  throw malformed('The service’s link to the next page is not a text, so the read cannot be completed.');
}

function contextOf(envelope: Record<string, unknown>): string | null {
  const context = envelope['@odata.context'];
  return typeof context === 'string' ? context : null;
}
