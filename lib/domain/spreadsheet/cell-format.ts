/** What a spreadsheet shows in a cell. `fault`: why this text is not surely the one that a person meant, and what to do. */
export interface ShownCell {
  text: string;
  fault?: string;
}

/** How a number format shows the number or the text of a cell. */
export interface CellFormat {
  number: (value: number) => ShownCell;
  text: (value: string) => ShownCell;
}

const again = 'Format the column as text and type it again.';

/** The formats that a workbook names by number alone (ECMA-376, 18.8.30); those of dates in Asian languages as one. */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"$"#,##0.00',
  6: '"$"#,##0.00',
  7: '"$"#,##0.00',
  8: '"$"#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'd/m/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'd/m/yyyy h:mm',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00',
  40: '#,##0.00',
  41: '#,##0;(#,##0);"-"',
  42: '"$"#,##0.00',
  43: '#,##0.00',
  44: '"$"#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
};

/** The code of a built-in number format; "General" where the number is not a built-in one. */
export function builtInFormat(id: number): string {
  const isAsianDate = (id >= 27 && id <= 36) || (id >= 50 && id <= 58) || (id >= 71 && id <= 81);
  return builtIn[id] ?? (isAsianDate ? 'd/m/yyyy' : 'General');
}

/** @param is1904 whether the workbook counts its days from 1904. */
export function cellFormat(code: string, is1904: boolean): CellFormat {
  if (code.trim() === '') return cellFormat('General', is1904);
  const sections: string[][] = [[]];
  for (const token of code.match(/"[^"]*"?|[\\_*].?|\[[^\]]*\]|[^]/g) ?? [])
    if (token === ';') sections.push([]);
    else if (!isHarmless(token)) sections.at(-1)?.push(token);
  const ofText = sections[3] ?? sections.find((tokens) => tokens.includes('@'));
  const isAsTyped = ofText === undefined || /^(@|general)$/i.test(ofText.join(''));
  const hasConditions = sections.some((tokens) => tokens.some((token) => /^\[[<>=]/.test(token)));
  const ofNumbers = hasConditions ? [['?']] : sections.slice(0, 3).filter((one) => !one.includes('@'));
  const [shown = plainNumber, negative, zero] = ofNumbers.map((tokens) => sectionOf(tokens, code, is1904));
  return {
    number: (value) => {
      const section = value < 0 ? negative : value === 0 ? zero : undefined;
      const cell = section?.(Math.abs(value)) ?? shown(value);
      return cell.text === '' ? hidden(String(value)) : cell;
    },
    text: (value) => {
      if (isAsTyped || value === '') return { text: value };
      const text = ofText.map((token) => (token === '@' ? value : literal(token))).join('');
      return text === '' ? hidden(value) : { text };
    },
  };
}

function hidden(text: string): ShownCell {
  return { text, fault: `the cell shows nothing, because its format hides “${text}”. ${again}` };
}

/** A colour, a language or a space of a width, which change nothing in what is shown. */
function isHarmless(token: string): boolean {
  return (
    /^[_*]/.test(token) ||
    /^\[(black|blue|cyan|green|magenta|red|white|yellow|color ?\d+|\$-[\da-f]+)\]$/i.test(token)
  );
}

/** One section of a number format. */
function sectionOf(tokens: readonly string[], code: string, is1904: boolean): (value: number) => ShownCell {
  const bare = tokens.filter((token) => /^(?:[^\\"]|\[(?:h+|m+|s+)\])$/i.test(token)).join('');
  const isPlain = bare.length === tokens.join('').length && /^(general|standard)$/i.test(bare.trim());
  if (isPlain) return plainNumber;
  if (/e[+-]/i.test(bare))
    return (value) => {
      const [sum = '', power = ''] = value.toExponential(2).split('e');
      const text = `${sum}E${power.slice(0, 1)}${power.slice(1).padStart(2, '0')}`;
      return {
        text,
        fault: `the cell shows a number in scientific notation (${text}), so digits may be lost. ${again}`,
      };
    };
  if (/[dmyhs]/i.test(bare)) return (value) => shownDate(value, bare, is1904);
  const isOfDigits =
    tokens.every((token) => /^["\\]|^[0#,\s\-+()$:!&'~{}<>=^]$/.test(token)) && !/,[^0#]*$/.test(bare);
  return (value) => {
    if (isOfDigits && Number.isInteger(value)) return longNumber(value) ?? { text: digits(value, tokens) };
    const isPercent = bare.includes('%');
    const text = isPercent ? `${String(Number((value * 100).toPrecision(15)))}%` : String(value);
    return {
      text,
      fault: isPercent
        ? `the cell shows a percentage (${text}). ${again}`
        : `the cell holds the number ${text} in the format “${code}”, which shows it otherwise. ${again}`,
    };
  };
}

/** As people type it: "40000", not "4.0E4"; a spreadsheet keeps 15 digits and writes what its sums are off by as well. */
function plainNumber(value: number): ShownCell {
  if (!Number.isInteger(value)) return { text: String(Number(value.toPrecision(15))) };
  return longNumber(value) ?? { text: String(value) };
}

function longNumber(value: number): ShownCell | null {
  if (Math.abs(value) < 1e15) return null;
  const text = String(Number(value.toPrecision(15)));
  return {
    text,
    fault: `the cell holds a number of more than 15 digits (${text}), of which a spreadsheet keeps 15. ${again}`,
  };
}

/** Digits in their places, from the last one on: 100 in `"K-"00000` is "K-00100". */
function digits(value: number, tokens: readonly string[]): string {
  let rest = String(Math.abs(value));
  const first = tokens.findIndex((token) => token === '0' || token === '#');
  if (rest === '0' && tokens.includes('#')) rest = '';
  let text = '';
  let zeros = tokens.filter((token) => token === '0').length;
  for (let at = tokens.length - 1; at >= 0; at--) {
    const token = tokens[at] ?? '';
    if (token === '0' || token === '#') {
      const digit = at === first ? rest : rest.slice(-1);
      text = (digit === '' && zeros > 0 ? '0' : digit) + text;
      rest = at === first ? '' : rest.slice(0, -1);
      if (token === '0') zeros--;
    } else if (token !== ',') text = literal(token) + text;
  }
  return value < 0 ? `-${text}` : text;
}

/** What stands for itself in a format. */
function literal(token: string): string {
  if (token.startsWith('"')) return token.slice(1).replace(/"$/, '');
  return token.startsWith('\\') ? token.slice(1) : token;
}

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const daysUntilYear10000 = 2_958_466;

/** @param bare the format without what stands for itself. */
function shownDate(value: number, bare: string, is1904: boolean): ShownCell {
  const isTime = /[hs[]/i.test(bare);
  const isDay = /[dy]/i.test(bare) || !isTime;
  // Excel counts a 29 February 1900 that there was not.
  const first = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, value < 61 ? 31 : 30);
  const at = new Date(first + Math.round(value * 86_400) * 1_000);
  if (value < 0 || value >= daysUntilYear10000)
    return { text: '######', fault: `the cell holds a day that a spreadsheet cannot show. ${again}` };
  const time = at.toISOString().slice(11, 19).replace(/:00$/, '');
  const text = [...(isDay ? [longDay.format(at)] : []), ...(isTime ? [time] : [])].join(' ');
  return held(isDay ? 'date' : 'time', text);
}

/** What a cell shows that holds a day or a time. */
export function held(what: 'date' | 'time', text: string): ShownCell {
  return { text, fault: `the cell holds a ${what} (${text}). ${again}` };
}
