import type { Collection, RowLayout } from '@/lib/reference/odata/collection';
import { encodeName, type FieldKind, type FieldValue } from '@/lib/reference/odata/fields';
import type { Condition } from '@/lib/reference/odata/filter-evaluate';
import type { SortKey } from '@/lib/reference/odata/query-options';
import type { JournalData } from './journal-data';
import { JOURNAL_FIELDS } from './journal-fields';
import { type JournalLine, UNSET, VARYING_FIELDS } from './journal-line';

/** A piece of a row's text: fixed text before a varying field, and the field (null at the end). */
interface Segment {
  text: string;
  field: keyof JournalLine | null;
  /** The value of an unset field, and the fixed text with it. */
  unset: FieldValue;
  unsetText: string;
  kind: FieldKind;
}

/** The set `bssiItemJournalLines`. */
export class JournalRows implements Collection {
  readonly setName = 'bssiItemJournalLines';
  readonly fields = JOURNAL_FIELDS;
  readonly chunkRows = 100;

  constructor(private readonly data: JournalData) {}

  version(): number {
    return this.data.version;
  }

  scan(conditions: readonly Condition[], from: number, skip: number, limit: number): number[] {
    const rows: number[] = [];
    const test = this.rowTest(conditions);
    let left = skip;
    for (let row = from; row < this.data.lineCount && rows.length < limit; row += 1) {
      if (!test(row)) continue;
      if (left > 0) left -= 1;
      else rows.push(row);
    }
    return rows;
  }

  count(conditions: readonly Condition[]): number {
    if (conditions.length === 0) return this.data.openCount;
    const test = this.rowTest(conditions);
    let count = 0;
    for (let row = 0; row < this.data.lineCount; row += 1) if (test(row)) count += 1;
    return count;
  }

  sorted(conditions: readonly Condition[], keys: readonly SortKey[]): ArrayLike<number> {
    const rows = Uint32Array.from(this.scan(conditions, 0, 0, Infinity));
    const kinds = new Map(this.fields.map((field) => [field.name, field.kind]));
    const columns = keys.map(({ field, descending }) => {
      const values = this.data.column(field);
      const folded =
        kinds.get(field) === 'code' ? values.map((value) => String(value).toUpperCase()) : values;
      return { values: folded, sign: descending ? -1 : 1 };
    });
    return rows.sort((a, b) => {
      for (const { values, sign } of columns) {
        const left = values[a] ?? '';
        const right = values[b] ?? '';
        if (left !== right) return left < right ? -sign : sign;
      }
      return a - b;
    });
  }

  write(rows: ArrayLike<number>, start: number, end: number, layout: RowLayout): string {
    const segments = makeSegments(layout);
    let text = '';
    for (let at = start; at < end; at += 1) {
      const line = this.data.lineAt(rows[at] ?? 0);
      if (at > start) text += ',';
      for (const segment of segments) {
        const value = segment.field === null ? '' : line[segment.field];
        // Most fields of a line are unset: their text is known.
        if (value === segment.unset) text += segment.unsetText;
        else text += segment.text + valueText(shown(segment.field, line, layout), segment.kind, layout);
      }
    }
    return text;
  }

  private rowTest(conditions: readonly Condition[]): (row: number) => boolean {
    const columns = conditions.map(({ field, test }) => ({ values: this.data.column(field), test }));
    return (row) => this.data.isThere(row) && columns.every(({ values, test }) => test(values[row] ?? ''));
  }
}

/** Text that JSON may hold as it is, between quotes. */
const PLAIN = /^[^"\\\u0000-\u001f]*$/;

/** A value as the service's modes have it: an Amount that is a product may be rounded to other decimals than cents. */
function shown(field: keyof JournalLine | null, line: JournalLine, layout: RowLayout): FieldValue {
  const { amountDecimals } = layout;
  if (field === null) return '';
  if (field !== 'Amount' || amountDecimals === null) return line[field];
  const product = line.Quantity * line.UnitAmount;
  const exact = Math.abs(line.Amount - product) < 0.00501 ? product : line.Amount;
  return Number(exact.toFixed(amountDecimals));
}

function valueText(value: FieldValue, kind: FieldKind, layout: RowLayout): string {
  if (typeof value !== 'string') return String(value);
  const caption = kind === 'option' ? (layout.captions[value] ?? value) : value;
  const text = kind === 'option' && layout.encodedEnums ? encodeName(caption) : caption;
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

function makeSegments(layout: RowLayout): Segment[] {
  const segments: Segment[] = [];
  let text = '';
  for (const { name, kind } of JOURNAL_FIELDS) {
    if (kind !== 'tag' && layout.select !== null && !layout.select.has(name)) continue;
    text += `${kind === 'tag' ? '{' : ','}"${name}":`;
    const unset = UNSET.get(name) ?? '';
    const unsetText = valueText(unset, kind, layout);
    if (VARYING_FIELDS.has(name)) {
      // Guarantee: VARYING_FIELDS holds exactly the keys of JournalLine.
      const field = name as keyof JournalLine;
      segments.push({ text, field, unset, unsetText: text + unsetText, kind });
      text = '';
    } else {
      text += unsetText;
    }
  }
  segments.push({ text: '', field: null, unset: '', unsetText: `${text}}`, kind: 'text' });
  return segments;
}
