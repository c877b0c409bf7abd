import { columnName } from '@/lib/domain/spreadsheet/sheet-row';
import { zipArchive } from '@/lib/server/spreadsheet/zip-writer';

/** A cell as it stands in a sheet: a text, or its attributes and content; null: no cell. */
export type WrittenCell = string | { is: string; holds: string } | null;

interface WrittenPart {
  name: string;
  /** Rows from the first on; a row is cells, or cells with attributes of the row. */
  rows: readonly (readonly WrittenCell[] | { is: string; cells: readonly WrittenCell[] })[];
  state?: 'hidden' | 'veryHidden';
  isChart?: true;
  /** XML before the rows, after the last of them, and after all of them. */
  before?: string;
  more?: string;
  after?: string;
}

interface WrittenWorkbook {
  sheets: readonly WrittenPart[];
  /** Number formats of the styles 1, 2, …: a built-in one or a code; and that of the style 0. */
  formats?: readonly (number | string)[];
  normal?: number;
  /** Elements of the workbook before and after its list of sheets. */
  properties?: string;
  calculation?: string;
  /** Names that parts have in the archive, where they differ from what refers to them. */
  renamed?: Record<string, string>;
}

/** A number, with the style that has this place in `formats`. */
export const number = (value: number | string, style = 0): WrittenCell => ({
  is: `s="${String(style)}"`,
  holds: `<v>${String(value)}</v>`,
});

/** A formula, with the result that was saved. */
export const formula = (result = '', is = ''): WrittenCell => ({ is, holds: `<f>IF(1,2)</f>${result}` });

/** An archive of these parts. */
export async function archive(parts: Record<string, string>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  const written = Object.entries(parts).map(([name, text]) => ({
    name,
    bytes: async function* () {
      yield await Promise.resolve(Buffer.from(text));
    },
  }));
  for await (const piece of zipArchive(written)) all.push(piece);
  return Buffer.concat(all);
}

/** A workbook as other programs write them, with what this console's own writer has no use for. */
export function workbook(written: WrittenWorkbook): Promise<Buffer> {
  const { sheets, formats = [], normal = 0, properties = '', calculation = '', renamed = {} } = written;
  const id = (at: number) => `rId${String(at + 1)}`;
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="http://x/${kind}" Target="${target}"/>`;
  const styles = formats.map((format, at) => (typeof format === 'number' ? format : 164 + at));
  const parts: Record<string, string> = {
    '_rels/.rels': `<Relationships>${relation('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook>${properties}<sheets>${sheets
      .map(({ name, state = 'visible' }, at) => `<sheet name="${name}" state="${state}" r:id="${id(at)}"/>`)
      .join('')}</sheets>${calculation}</workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('styles', 'styles', 'styles.xml')}${sheets
      .map(({ isChart }, at) =>
        relation(id(at), isChart ? 'chartsheet' : 'worksheet', `sheets/${String(at)}.xml`),
      )
      .join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet><numFmts>${formats
      .map((format, at) =>
        typeof format === 'number'
          ? ''
          : `<numFmt numFmtId="${String(164 + at)}" formatCode="${format.replaceAll('"', '&quot;').replaceAll('>', '&gt;')}"/>`,
      )
      .join(
        '',
      )}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="${String(normal)}"/>${styles
      .map((format) => `<xf numFmtId="${String(format)}"/>`)
      .join('')}</cellXfs></styleSheet>`,
  };
  for (const [at, sheet] of sheets.entries()) parts[`xl/sheets/${String(at)}.xml`] = sheetXml(sheet);
  return archive(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [renamed[name] ?? name, text])),
  );
}

function sheetXml({ rows, isChart, before = '', more = '', after = '' }: WrittenPart): string {
  if (isChart) return '<chartsheet/>';
  const xml = rows.map((row, at) => {
    const { is, cells } = 'cells' in row ? row : { is: '', cells: row };
    return `<row r="${String(at + 1)}" ${is}>${cells.map((cell, column) => cellXml(cell, columnName(column) + String(at + 1))).join('')}</row>`;
  });
  return `<worksheet>${before}<sheetData>${xml.join('')}${more}</sheetData>${after}</worksheet>`;
}

function cellXml(cell: WrittenCell, reference: string): string {
  if (cell === null) return '';
  const { is, holds } =
    typeof cell === 'string' ? { is: 't="inlineStr"', holds: `<is><t>${cell}</t></is>` } : cell;
  return `<c r="${reference}" ${is}>${holds}</c>`;
}
