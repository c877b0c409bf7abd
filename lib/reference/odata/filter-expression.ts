/**
 * Reads a text as Business Central reads what is typed into a filter, as far as IDs go: `|` or, `&` and, `..` range,
 * `<>` not, `*` and `?` for any letters. A quote matches nothing here.
 */
export function filterExpression(text: string): (value: string) => boolean {
  const alternatives = text.split('|').map((one) => one.split('&').map((part) => termOf(part.trim())));
  return (value) => alternatives.some((terms) => terms.every((test) => test(value)));
}

function termOf(term: string): (value: string) => boolean {
  const [from = '', to] = term.split('..');
  if (to !== undefined) return (value) => value >= from && (to === '' || value <= to);
  if (term.startsWith('<>')) return (value) => !patternOf(term.slice(2)).test(value);
  return (value) => !term.includes("'") && patternOf(term).test(value);
}

function patternOf(text: string): RegExp {
  const escaped = text.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
}
