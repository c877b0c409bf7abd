import { isWholeText } from './filter-value';
import type { BatchName, LineKey } from './query';

/** Writes `TEMPLATE/BATCH`; a slash in the template is written %2F, so that the first bare slash separates the names. */
export function writeBatch({ template, batch }: BatchName): string {
  return `${template.replaceAll('%', '%25').replaceAll('/', '%2F')}/${batch}`;
}

/** Reads what `writeBatch` writes, either name may be empty; null: it names no batch. */
export function readBatch(text: string): BatchName | null {
  const slash = text.indexOf('/');
  if (slash < 0 || text.length > 250 || !isWholeText(text)) return null;
  const template = text.slice(0, slash).replaceAll('%2F', '/').replaceAll('%25', '%').trim();
  return { template, batch: text.slice(slash + 1).trim() };
}

/** The batches that the texts name; others are left out. */
export function batchesOf(texts: readonly string[]): BatchName[] {
  return texts.flatMap((text) => readBatch(text) ?? []);
}

/** Writes `TEMPLATE/BATCH/10000`. */
export function writeLine({ lineNo, ...batch }: LineKey): string {
  return `${writeBatch(batch)}/${String(lineNo)}`;
}

/** Reads what `writeLine` writes; null: it names no line. */
export function readLine(text: string): LineKey | null {
  const [, name = '', number = ''] = /^(.+)\/(\d+)$/.exec(text) ?? [];
  const batch = readBatch(name);
  return batch && { ...batch, lineNo: Number(number) };
}
