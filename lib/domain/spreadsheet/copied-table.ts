import { formulaSafe } from './csv';

/** A cell of a copied table. */
export interface CopiedCell {
  text: string;
  /** A spreadsheet must not read it as a number, date or formula. */
  isText: boolean;
}

/** The same cells as text and as HTML. */
export interface ClipboardContent {
  text: string;
  html: string;
}

/** Tab-separated text, and an HTML table that marks texts, so that codes keep their zeros. */
export function copiedTable(rows: readonly (readonly CopiedCell[])[]): ClipboardContent {
  const tableRows = rows.map((cells) => `<tr>${cells.map(htmlCell).join('')}</tr>`);
  return {
    text: rows.map((cells) => cells.map(plainCell).join('\t')).join('\n'),
    html: `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><meta charset="utf-8"><table>${tableRows.join('')}</table></html>`,
  };
}

/** No text becomes a formula; a leading quote would join the following cells. */
function plainCell({ text, isText }: CopiedCell): string {
  const safe = isText ? formulaSafe(text) : text;
  return safe.startsWith('"') ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Excel reads `x:str`, LibreOffice `sdnum`. */
function htmlCell({ text, isText }: CopiedCell): string {
  const format = isText ? ' x:str sdnum="1033;0;@"' : '';
  return `<td${format}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</td>`;
}
