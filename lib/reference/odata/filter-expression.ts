/**
 * Reads a text as Business Central reads what is typed into a filter: `|` or, `&` and, `..` range, `<>` `<` `>` `=`
 * before a value, `*` and `?` for any letters. A quote matches nothing here.
 */
export function filterExpression(text: string): (value: string) => boolean {
  const alternatives = text.split('|').map((one) => one.split('&').map((part) => termOf(part.trim())));
  return (value) => alternatives.some((terms) => terms.every((test) => test(value)));
}

function termOf(text: string): (value: string) => boolean {
  const [, sign = '', operand = ''] = /^(<>|<=|>=|<|>|=|@)?(.*)$/s.exec(text) ?? [];
  const [from = '', to] = operand.split('..');
  if (to !== undefined) return (value) => value >= from && (to === '' || value <= to);
  if (sign === '<') return (value) => value < operand;
  if (sign === '<=') return (value) => value <= operand;
  if (sign === '>') return (value) => value > operand;
  if (sign === '>=') return (value) => value >= operand;
  const matches = patternOf(operand);
  return sign === '<>' ? (value) => !matches(value) : matches;
}

function patternOf(operand: string): (value: string) => boolean {
  if (operand.includes("'")) return () => false;
  const escaped = operand.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  const pattern = new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
  return (value) => pattern.test(value);
}
