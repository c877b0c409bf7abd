import 'server-only';
import { columnName, type SheetValue } from '@/lib/domain/spreadsheet/sheet-row';
import { textBytes } from '@/lib/server/byte-stream';
import { zipArchive, type ZipPart } from './zip-writer';

/** Dates are `YYYY-MM-DD`, times `HH:MM:SS`; a value of another kind is written as its own kind. */
export type CellKind = 'text' | 'whole' | 'decimal' | 'boolean' | 'date' | 'time';

/** Texts stay texts: an ID like 00100 keeps its zeros, and no formula is made. */
export interface WrittenSheet {
  /** At most 31 characters, none of `\ / ? * [ ] :`. */
  name: string;
  rows: Iterable<readonly SheetValue[]> | AsyncIterable<readonly SheetValue[]>;
  kinds?: readonly CellKind[];
  widths: readonly number[];
  frozen?: { rows: number; columns: number };
  /** Below the rows; a filter leaves them alone. */
  totals?: readonly (readonly SheetValue[])[];
  isFiltered?: true;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const documentRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types';
const officeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const xlsxMediaType = `${officeType}.sheet`;

/** A workbook (ECMA-376) in pieces; pulls rows one by one and keeps none. */
export function xlsxFile(sheets: readonly WrittenSheet[]): AsyncGenerator<Uint8Array> {
  const parts: ZipPart[] = [
    fixed('[Content_Types].xml', contentTypesXml(sheets.length)),
    fixed('_rels/.rels', relationsXml([['officeDocument', 'xl/workbook.xml']])),
    fixed('xl/workbook.xml', workbookXml(sheets.map(({ name }) => name))),
    fixed(
      'xl/_rels/workbook.xml.rels',
      relationsXml([
        ...sheets.map((_, at): [string, string] => ['worksheet', `worksheets/sheet${String(at + 1)}.xml`]),
        ['styles', 'styles.xml'],
      ]),
    ),
    fixed('xl/styles.xml', stylesXml),
    ...sheets.map((sheet, at) => ({
      name: `xl/worksheets/sheet${String(at + 1)}.xml`,
      bytes: () => textBytes(sheetXml(sheet, at === 0)),
    })),
  ];
  return zipArchive(parts);
}

async function* sheetXml(
  { rows, widths, kinds = [], frozen, totals = [], isFiltered }: WrittenSheet,
  isFirst: boolean,
): AsyncGenerator<string> {
  yield `${declaration}<worksheet xmlns="${main}">${viewXml(frozen, isFirst)}${columnsXml(widths, kinds)}<sheetData>`;
  let number = 0;
  let columns = 0;
  for await (const cells of rows) {
    number++;
    columns = Math.max(columns, cells.length);
    const isHead = number === 1 && frozen !== undefined;
    yield rowXml(number, cells, isHead ? [] : kinds, isHead);
  }
  const last = `${columnName(Math.max(columns - 1, 0))}${String(Math.max(number, 1))}`;
  for (const cells of totals) yield rowXml(++number, cells, kinds, true);
  yield `</sheetData>${isFiltered ? `<autoFilter ref="A1:${last}"/>` : ''}</worksheet>`;
}

/** Indexes in `cellXfs` of `stylesXml`. */
const styles: Record<CellKind, number> = { text: 1, whole: 3, decimal: 4, boolean: 0, date: 5, time: 6 };
const boldStyle = 2;

function rowXml(
  number: number,
  cells: readonly SheetValue[],
  kinds: readonly CellKind[],
  isBold: boolean,
): string {
  const place = String(number);
  let xml = `<row r="${place}">`;
  for (let column = 0; column < cells.length; column++) {
    const value = cells[column] ?? '';
    if (value === '') continue;
    const kind = kinds[column] ?? 'text';
    xml += `<c r="${nameOfColumn(column)}${place}"${contentXml(value, kind, isBold)}</c>`;
  }
  return `${xml}</row>`;
}

function contentXml(value: SheetValue, kind: CellKind, isBold: boolean): string {
  if (typeof value === 'boolean') return ` t="b"><v>${value ? '1' : '0'}</v>`;
  if (typeof value === 'number')
    return ` s="${String(kind === 'whole' ? styles.whole : styles.decimal)}"><v>${String(value)}</v>`;
  const serial = kind === 'date' ? dateSerial(value) : kind === 'time' ? timeSerial(value) : null;
  if (serial !== null) return ` s="${String(styles[kind])}"><v>${String(serial)}</v>`;
  const space = /^\s|\s$|\s\s/.test(value) ? ' xml:space="preserve"' : '';
  return ` s="${String(isBold ? boldStyle : styles.text)}" t="inlineStr"><is><t${space}>${escaped(value)}</t></is>`;
}

const dayMs = 86_400_000;
const daysBeforeUnixTime = 25_569;
/** 1 March 1900: before it Excel counts a day that never was. */
const firstSureSerial = 61;

/** A spreadsheet's day number; null for other text. */
function dateSerial(text: string): number | null {
  const serial = Date.parse(`${text}T00:00:00Z`) / dayMs + daysBeforeUnixTime;
  return /^\d{4}-\d\d-\d\d$/.test(text) && serial >= firstSureSerial ? serial : null;
}

function timeSerial(text: string): number | null {
  const [, hours, minutes, seconds] = /^(\d\d):(\d\d):(\d\d)$/.exec(text) ?? [];
  return hours === undefined
    ? null
    : (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) / 86_400;
}

const columnNames: string[] = [];

/** Cached, because each row needs the same names. */
function nameOfColumn(column: number): string {
  return (columnNames[column] ??= columnName(column));
}

/**
 * Characters that XML cannot carry become `_xHHHH_` (ECMA-376, ST_Xstring). The underscore of a literal `_xHHHH`
 * does too, because the next escape may begin with the underscore that would complete it.
 */
function escaped(text: string): string {
  return text
    .replaceAll(/_(?=x[0-9a-fA-F]{4})/g, '_x005F_')
    .replaceAll(
      /[\0-\x08\x0B-\x1F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
      hexEscape,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function hexEscape(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

function fixed(name: string, text: string): ZipPart {
  return { name, bytes: () => textBytes([text]) };
}

/** A spreadsheet changes all selected sheets at once, so the first alone is selected. */
function viewXml(frozen: WrittenSheet['frozen'], isFirst: boolean): string {
  const view = `<sheetView ${isFirst ? 'tabSelected="1" ' : ''}workbookViewId="0"`;
  if (frozen === undefined) return `<sheetViews>${view}/></sheetViews>`;
  const { rows, columns } = frozen;
  const pane = columns > 0 ? 'bottomRight' : 'bottomLeft';
  const across = columns > 0 ? `xSplit="${String(columns)}" ` : '';
  return (
    `<sheetViews>${view}><pane ${across}ySplit="${String(rows)}" ` +
    `topLeftCell="${columnName(columns)}${String(rows + 1)}" activePane="${pane}" state="frozen"/></sheetView></sheetViews>`
  );
}

function columnsXml(widths: readonly number[], kinds: readonly CellKind[]): string {
  const columns = widths.map((width, at) => {
    const place = String(at + 1);
    return `<col min="${place}" max="${place}" width="${String(width)}" style="${String(styles[kinds[at] ?? 'text'])}" customWidth="1"/>`;
  });
  return `<cols>${columns.join('')}</cols>`;
}

function workbookXml(names: readonly string[]): string {
  const sheets = names.map((name, at) => {
    const id = String(at + 1);
    return `<sheet name="${escaped(name)}" sheetId="${id}" r:id="rId${id}"/>`;
  });
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${documentRelations}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

function relationsXml(targets: readonly [string, string][]): string {
  const relations = targets.map(
    ([kind, target], at) =>
      `<Relationship Id="rId${String(at + 1)}" Type="${documentRelations}/${kind}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="${packageRelations}">${relations.join('')}</Relationships>`;
}

function contentTypesXml(sheets: number): string {
  const parts = Array.from(
    { length: sheets },
    (_, at) =>
      `<Override PartName="/xl/worksheets/sheet${String(at + 1)}.xml" ContentType="${officeType}.worksheet+xml"/>`,
  );
  return (
    `${declaration}<Types xmlns="${contentTypes}">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${officeType}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${officeType}.styles+xml"/>${parts.join('')}</Types>`
  );
}

/** Number formats 1, 14, 21 and 49 are built in: whole numbers, the reader's dates, times, text. */
const stylesXml =
  `${declaration}<styleSheet xmlns="${main}">` +
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0.00###"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>' +
  [1, 164, 14, 21]
    .map(
      (format) =>
        `<xf numFmtId="${String(format)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    )
    .join('') +
  '</cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';
