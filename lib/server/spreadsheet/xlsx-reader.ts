import 'server-only';
import { posix } from 'node:path';
import { SheetFault, type SheetRow } from '@/lib/domain/spreadsheet/sheet-row';
import { MergedCells } from './merged-cells';
import { SheetScanner, SharedStringScanner, StyleScanner, type SheetContext } from './sheet-scanner';
import { attributeOf, isOn, XmlScanner, type XmlAttributes, type XmlHandler } from './xml-scanner';
import { ZipReader } from './zip-reader';

const mostSheetBytes = 256 * 1024 * 1024;
const mostStringBytes = 64 * 1024 * 1024;
const mostSmallBytes = 1024 * 1024;
/** Other sheets to look into, and how far, in pieces of some 64 KB. */
const mostLookedAt = 100;
const mostPiecesLookedAt = 4;

/** Whether bytes begin like a ZIP archive, as workbooks do. */
export function isWorkbook(bytes: Buffer): boolean {
  return bytes.length > 3 && bytes.readUInt32LE(0) === 0x0403_4b50;
}

/** Whether bytes begin like an older workbook, or one with a password. */
export function isOldWorkbook(bytes: Buffer): boolean {
  return bytes.length > 3 && bytes.readUInt32LE(0) === 0xe011_cfd0;
}

export interface ReadSheet {
  name: string;
  /** @throws SheetFault as `readSheet` does. */
  rows: AsyncIterable<readonly SheetRow[]>;
  /** Known after the rows are read. */
  hiddenRows: readonly number[];
  hiddenColumns: ReadonlySet<number>;
  /** Other sheets with a wanted row near their beginning. */
  others: readonly { name: string; isHidden: boolean }[];
}

interface ListedSheet {
  name: string;
  part: string;
  isHidden: boolean;
}

/**
 * The shown sheet of that name, or the first. Reads cells as a spreadsheet shows them; an unsure cell has a fault.
 * @param isWanted recognises a row of other sheets that the person may have meant.
 * @throws SheetFault for a file that cannot be read or unpacks to too much.
 */
export async function readSheet(
  bytes: Buffer,
  preferred: string,
  isWanted: (cells: readonly string[]) => boolean,
): Promise<ReadSheet> {
  const archive = await ZipReader.open(bytes);
  const { sheets, context } = await workbookOf(archive);
  const shown = sheets.filter(({ isHidden }) => !isHidden);
  const chosen = shown.find(({ name }) => name.toLowerCase() === preferred.toLowerCase()) ?? shown[0];
  if (!chosen)
    throw new SheetFault(
      sheets.length === 0
        ? 'The workbook has no sheet with cells.'
        : 'All sheets of the workbook are hidden. Unhide the one to import.',
    );
  const others: ListedSheet[] = [];
  for (const sheet of sheets.slice(0, mostLookedAt))
    if (sheet !== chosen && (await beginsWith(archive, sheet.part, context, isWanted))) others.push(sheet);
  const merged = await mergedCells(archive, chosen.part);
  const scanner = new SheetScanner({ ...context, merged });
  const { hiddenRows, hiddenColumns } = scanner;
  const rows = scannedRows(archive.read(chosen.part, mostSheetBytes), scanner);
  return { name: chosen.name, rows, hiddenRows, hiddenColumns, others };
}

async function* scannedRows(
  pieces: AsyncIterable<Uint8Array>,
  scanner: SheetScanner,
): AsyncGenerator<readonly SheetRow[]> {
  const xml = new XmlScanner(scanner);
  for await (const piece of withoutEmptyRows(pieces)) {
    xml.push(piece);
    yield scanner.takeRows();
  }
  xml.end();
}

/**
 * Removes empty rows before the XML is parsed: a column formatted down to the last row has a million. Decodes
 * bytes as single letters, so all other bytes stay the same.
 */
async function* withoutEmptyRows(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = '';
  let isPlain = true;
  for await (const piece of pieces) {
    const text = rest + Buffer.from(piece).toString('latin1');
    isPlain &&= !/<!|^!/.test(text); // a comment or CDATA may hold what looks like a row
    const begun = text.lastIndexOf('<row');
    const end = isPlain && begun >= 0 && text.length - begun < longestRowKept ? begun : text.length;
    rest = text.slice(end);
    const whole = text.slice(0, end);
    yield Buffer.from(isPlain ? whole.replaceAll(emptyRow, '') : whole, 'latin1');
  }
  yield Buffer.from(rest, 'latin1');
}

/** Attributes are bounded, so that a tag with many numbers is not searched once for each. */
const emptyRow = /<row (?:[^<>]{0,500} )?r="\d+"[^<>]{0,500}?(?:\/>|>(?:<c [^<>]*>(?:<\/c>)?)*<\/row>)/g;
const longestRowKept = 64 * 1024;

/** False for an unreadable sheet. */
async function beginsWith(
  archive: ZipReader,
  part: string,
  context: Omit<SheetContext, 'merged'>,
  isWanted: (cells: readonly string[]) => boolean,
): Promise<boolean> {
  let left = mostPiecesLookedAt;
  try {
    const scanner = new SheetScanner({ ...context, merged: null });
    for await (const rows of scannedRows(archive.read(part, mostSheetBytes), scanner)) {
      if (rows.some(({ cells }) => isWanted(cells))) return true;
      if (--left === 0) return false;
    }
  } catch (error) {
    if (!(error instanceof SheetFault)) throw error;
  }
  return false;
}

/** Null if the bytes mention none, without parsing the XML. */
async function mergedCells(archive: ZipReader, part: string): Promise<MergedCells | null> {
  let before: Uint8Array = Buffer.alloc(0);
  let isNamed = false;
  for await (const piece of archive.read(part, mostSheetBytes)) {
    isNamed = Buffer.concat([before, piece]).includes('mergeCell');
    if (isNamed) break;
    before = piece.subarray(-16);
  }
  if (!isNamed) return null;
  const merged = new MergedCells();
  await scanPart(archive, part, mostSheetBytes, merged);
  return merged;
}

async function workbookOf(
  archive: ZipReader,
): Promise<{ sheets: ListedSheet[]; context: Omit<SheetContext, 'merged'> }> {
  const [root] = await relations(archive, '_rels/.rels', 'officeDocument');
  const workbook = root?.target ?? 'xl/workbook.xml';
  const folder = posix.dirname(workbook);
  const relationsName = posix.join(folder, '_rels', `${posix.basename(workbook)}.rels`);
  const parts = await relations(archive, relationsName, 'worksheet', folder);
  const sheets: ListedSheet[] = [];
  let is1904 = false;
  let areResultsTrue = true;
  const open = (element: string, attributes: XmlAttributes) => {
    if (element === 'workbookPr') is1904 = isOn(attributes, 'date1904');
    // The program that wrote the file leaves results of formulas to the spreadsheet.
    if (element === 'calcPr') areResultsTrue = !isOn(attributes, 'fullCalcOnLoad');
    if (element !== 'sheet') return;
    const part = parts.find(({ id }) => id === attributeOf(attributes, 'id'))?.target;
    if (part === undefined) return; // a chart, which has no cells
    const isHidden = /^(very)?hidden$/i.test(attributeOf(attributes, 'state') ?? '');
    sheets.push({ name: attributeOf(attributes, 'name') ?? '', part, isHidden });
  };
  await scanPart(archive, workbook, mostSmallBytes, { open });
  const [strings] = await relations(archive, relationsName, 'sharedStrings', folder);
  const [styles] = await relations(archive, relationsName, 'styles', folder);
  const texts = new SharedStringScanner();
  if (strings && archive.has(strings.target)) await scanPart(archive, strings.target, mostStringBytes, texts);
  const formats = new StyleScanner(is1904);
  if (styles && archive.has(styles.target)) await scanPart(archive, styles.target, mostStringBytes, formats);
  return { sheets, context: { shared: texts.strings, formats: formats.formats, areResultsTrue } };
}

async function relations(
  archive: ZipReader,
  name: string,
  kind: string,
  folder = '',
): Promise<{ id: string; target: string }[]> {
  const found: { id: string; target: string }[] = [];
  const open = (element: string, attributes: XmlAttributes) => {
    if (element !== 'Relationship' || !attributeOf(attributes, 'Type')?.endsWith(`/${kind}`)) return;
    const target = attributeOf(attributes, 'Target') ?? '';
    const place = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
    found.push({ id: attributeOf(attributes, 'Id') ?? '', target: place });
  };
  await scanPart(archive, name, mostSmallBytes, { open });
  return found;
}

async function scanPart(archive: ZipReader, name: string, most: number, handler: XmlHandler): Promise<void> {
  const xml = new XmlScanner(handler);
  for await (const piece of archive.read(name, most)) xml.push(piece);
  xml.end();
}
