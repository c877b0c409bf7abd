/**
 * The text filter of IDs, as people know it from Business Central: a plain text is contained anywhere, `10*` begins,
 * `*10` ends, and `10|20|3*` is a list, whose plain parts are whole IDs. Letters are compared without regard to case.
 */

type Test = (candidate: string) => boolean;

/** A test of IDs by a text filter; null when the text is empty and everything passes. */
export function textTest(text: string): Test | null {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return null;
  const parts = listOf(wanted);
  if (parts === null)
    return anyCase(wanted, patternTest(wanted) ?? ((candidate) => candidate.includes(wanted)));
  const whole = new Set(parts.filter((part) => patternTest(part) === null));
  const patterns = parts.flatMap((part) => patternTest(part) ?? []);
  const isListed: Test = (candidate) => whole.has(candidate) || patterns.some((test) => test(candidate));
  return anyCase(wanted, isListed);
}

/**
 * As `textTest`, of names: those that contain a plain text. A list or a start names IDs, and no name; null where nothing
 * is to be looked for in names.
 */
export function nameTest(text: string): Test | null {
  const wanted = text.trim().toLowerCase();
  return wanted === '' || /[|*]/.test(wanted) ? null : anyCase(wanted, (name) => name.includes(wanted));
}

/** The filter that lets exactly these IDs through. */
export function listText(ids: readonly string[]): string {
  return ids.length < 2 ? `${ids[0] ?? ''}|` : ids.join('|');
}

/** The whole IDs that a list names, in its order; null where the text is no list of whole IDs. */
export function wholeIds(text: string): string[] | null {
  const parts = listOf(text.trim());
  return parts?.every((part) => !part.includes('*')) === true ? parts : null;
}

/** Cells copied from a spreadsheet as a list; null where the text is a single one. */
export function pastedList(text: string): string | null {
  const cells = text.split(/[\r\n\t]/).filter((cell) => cell.trim() !== '');
  return cells.length > 1 ? listText(partsOf(cells)) : null;
}

/** The parts of a list that let none of the IDs through, in the list's order. */
export function partsWithout(text: string, ids: Iterable<string>): string[] {
  const parts = listOf(text.trim());
  if (parts === null) return [];
  const missing = new Map(parts.map((part) => [part.toLowerCase(), part]));
  const patterns = [...missing.keys()].flatMap((part) => {
    const test = patternTest(part);
    return test === null ? [] : [{ part, test }];
  });
  for (const id of ids) {
    const candidate = id.toLowerCase();
    missing.delete(candidate);
    for (const { part, test } of patterns) if (test(candidate)) missing.delete(part);
    if (missing.size === 0) break;
  }
  return [...missing.values()];
}

function listOf(text: string): string[] | null {
  return text.includes('|') ? partsOf(text.split('|')) : null;
}

function partsOf(parts: readonly string[]): string[] {
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
}

function patternTest(part: string): Test | null {
  const isStart = part.endsWith('*');
  const isEnd = part.startsWith('*');
  if (!isStart && !isEnd) return null;
  const core = part.slice(isEnd ? 1 : 0, isStart ? -1 : undefined);
  if (isStart && isEnd) return (candidate) => candidate.includes(core);
  return isStart ? (candidate) => candidate.startsWith(core) : (candidate) => candidate.endsWith(core);
}

/** Text without letters has no case: the common search for digits needs no copy of every ID. */
function anyCase(wanted: string, test: Test): Test {
  return wanted === wanted.toUpperCase() ? test : (candidate) => test(candidate.toLowerCase());
}
