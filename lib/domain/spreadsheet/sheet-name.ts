const longestName = 31;

/**
 * Names of sheets that spreadsheets accept, each different whatever its case. @param taken names of other sheets.
 */
export function sheetNames(texts: readonly string[], taken: readonly string[]): string[] {
  const used = new Set(['history', ...taken.map((name) => name.toLowerCase())]); // Excel keeps "History" for itself
  return texts.map((text) => {
    const plain = text.replaceAll(/[\s\\/?*[\]:\p{C}]+/gu, ' ').trim();
    for (let number = 1; ; number++) {
      const end = number === 1 ? '' : ` (${String(number)})`;
      const start = plain.slice(0, longestName - end.length).replaceAll(/^[' ]+|[' \uD800-\uDBFF]+$/g, '');
      const name = `${start || 'Sheet'}${end}`;
      if (used.has(name.toLowerCase())) continue;
      used.add(name.toLowerCase());
      return name;
    }
  });
}
