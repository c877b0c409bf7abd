import 'server-only';
import { posix } from 'node:path';
import { SheetFault, type SheetRow } from '@/lib/domain/spreadsheet/sheet-row';
import { SheetScanner, SharedStringScanner } from './sheet-scanner';
import { attributeOf, XmlScanner, type XmlAttributes } from './xml-scanner';
import { ZipReader } from './zip-reader';

/** What the parts of a workbook may unpack to, in bytes. */
const mostSheetBytes = 256 * 1024 * 1024;
const mostStringBytes = 64 * 1024 * 1024;
const mostSmallBytes = 1024 * 1024;

/** Whether bytes begin as a ZIP archive does, which is what a workbook is. */
export function isWorkbook(bytes: Buffer): boolean {
  return bytes.length > 3 && bytes.readUInt32LE(0) === 0x0403_4b50;
}

/** Whether bytes begin as a workbook of the older kind, or one with a password, does. */
export function isOldWorkbook(bytes: Buffer): boolean {
  return bytes.length > 3 && bytes.readUInt32LE(0) === 0xe011_cfd0;
}

/**
 * The rows of one sheet of a workbook, in pieces as they are unpacked: the sheet of that name, else the first. Values of
 * formulas are the ones that were saved; numbers and booleans become text.
 * @throws SheetFault for what cannot be read, and for what unpacks to more than the console takes.
 */
export async function* xlsxRows(bytes: Buffer, preferred: string): AsyncGenerator<readonly SheetRow[]> {
  const archive = await ZipReader.open(bytes);
  const { sheet, strings } = await partsOf(archive, preferred);
  const shared = strings !== null && archive.has(strings) ? await sharedStrings(archive, strings) : [];
  const scanner = new SheetScanner(shared);
  const xml = new XmlScanner(scanner);
  for await (const piece of archive.read(sheet, mostSheetBytes)) {
    xml.push(piece);
    yield scanner.takeRows();
  }
  xml.end();
}

async function sharedStrings(archive: ZipReader, name: string): Promise<readonly string[]> {
  const scanner = new SharedStringScanner();
  const xml = new XmlScanner(scanner);
  for await (const piece of archive.read(name, mostStringBytes)) xml.push(piece);
  xml.end();
  return scanner.strings;
}

/** Where the sheet and the table of texts lie in the archive. */
async function partsOf(
  archive: ZipReader,
  preferred: string,
): Promise<{ sheet: string; strings: string | null }> {
  const [root] = await relations(archive, '_rels/.rels', 'officeDocument');
  const workbook = root?.target ?? 'xl/workbook.xml';
  const folder = posix.dirname(workbook);
  const relationsName = posix.join(folder, '_rels', `${posix.basename(workbook)}.rels`);
  const sheets = await relations(archive, relationsName, 'worksheet', folder);
  const names: { name: string; id: string }[] = [];
  await scanSmall(archive, workbook, (element, attributes) => {
    if (element === 'sheet')
      names.push({ name: attributeOf(attributes, 'name') ?? '', id: attributeOf(attributes, 'id') ?? '' });
  });
  const chosen = names.find(({ name }) => name.toLowerCase() === preferred.toLowerCase()) ?? names[0];
  const sheet = sheets.find(({ id }) => id === chosen?.id);
  if (!sheet) throw new SheetFault('The workbook has no sheet with cells.');
  const [strings] = await relations(archive, relationsName, 'sharedStrings', folder);
  return { sheet: sheet.target, strings: strings?.target ?? null };
}

async function relations(
  archive: ZipReader,
  name: string,
  kind: string,
  folder = '',
): Promise<{ id: string; target: string }[]> {
  const found: { id: string; target: string }[] = [];
  await scanSmall(archive, name, (element, attributes) => {
    if (element !== 'Relationship' || !attributeOf(attributes, 'Type')?.endsWith(`/${kind}`)) return;
    const target = attributeOf(attributes, 'Target') ?? '';
    const place = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
    found.push({ id: attributeOf(attributes, 'Id') ?? '', target: place });
  });
  return found;
}

async function scanSmall(
  archive: ZipReader,
  name: string,
  open: (element: string, attributes: XmlAttributes) => void,
): Promise<void> {
  const xml = new XmlScanner({ open });
  for await (const piece of archive.read(name, mostSmallBytes)) xml.push(piece);
  xml.end();
}
