import 'server-only';
import { textBytes } from '@/lib/server/byte-stream';
import { zipArchive, type ZipPart } from './zip-writer';

/** One sheet of a workbook. Every cell is text, so that an ID like 00100 stays what it is. */
export interface WrittenSheet {
  /** At most 31 characters, none of `\ / ? * [ ] :`. */
  name: string;
  rows: Iterable<readonly string[]>;
  /** Widths in characters, for columns from the first on. */
  widths: readonly number[];
  /** Rows and columns that stay in view. */
  frozen?: { rows: number; columns: number };
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const documentRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types';
const officeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const letters = 26;

/** Media type of a workbook. */
export const xlsxMediaType = `${officeType}.sheet`;

/** A workbook (ECMA-376) in pieces, made as they are asked for; rows are pulled one by one and none is kept. */
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
      bytes: () => textBytes(sheetXml(sheet)),
    })),
  ];
  return zipArchive(parts);
}

function* sheetXml({ rows, widths, frozen }: WrittenSheet): Generator<string> {
  yield `${declaration}<worksheet xmlns="${main}">${viewXml(frozen)}${columnsXml(widths)}<sheetData>`;
  let number = 0;
  for (const cells of rows) {
    number++;
    yield rowXml(number, cells, number === 1 && frozen !== undefined);
  }
  yield '</sheetData></worksheet>';
}

/** Style 1 is text, style 2 is text in bold. */
function rowXml(number: number, cells: readonly string[], isHeader: boolean): string {
  let xml = `<row r="${String(number)}">`;
  for (let column = 0; column < cells.length; column++) {
    const text = cells[column] ?? '';
    if (text === '') continue;
    const space = /^\s|\s$|\s\s/.test(text) ? ' xml:space="preserve"' : '';
    xml += `<c r="${columnName(column)}${String(number)}" s="${isHeader ? '2' : '1'}" t="inlineStr"><is><t${space}>${escaped(text)}</t></is></c>`;
  }
  return `${xml}</row>`;
}

/** "A", "Z", "AA". */
export function columnName(column: number): string {
  const rest = Math.floor(column / letters) - 1;
  return (rest < 0 ? '' : columnName(rest)) + String.fromCharCode(65 + (column % letters));
}

/** What XML cannot carry is written as `_xHHHH_` (ECMA-376, ST_Xstring), and so is what looks like that. */
function escaped(text: string): string {
  return text
    .replaceAll(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_')
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

function viewXml(frozen: WrittenSheet['frozen']): string {
  if (frozen === undefined) return '<sheetViews><sheetView workbookViewId="0"/></sheetViews>';
  const { rows, columns } = frozen;
  const pane = columns > 0 ? 'bottomRight' : 'bottomLeft';
  const across = columns > 0 ? `xSplit="${String(columns)}" ` : '';
  return (
    `<sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ${across}ySplit="${String(rows)}" ` +
    `topLeftCell="${columnName(columns)}${String(rows + 1)}" activePane="${pane}" state="frozen"/></sheetView></sheetViews>`
  );
}

function columnsXml(widths: readonly number[]): string {
  const columns = widths.map((width, at) => {
    const place = String(at + 1);
    return `<col min="${place}" max="${place}" width="${String(width)}" style="1" customWidth="1"/>`;
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

/** Number format 49 is text. */
const stylesXml =
  `${declaration}<styleSheet xmlns="${main}">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';
