import { describe, expect, it } from 'vitest';
import { builtInFormat, cellFormat } from '@/lib/domain/spreadsheet/cell-format';

const shown = (code: string, value: number, is1904 = false) => cellFormat(code, is1904).number(value);

describe('a number is read as its format shows it', () => {
  it.each([
    ['General', 40_000, '40000'],
    ['General', -1, '-1'],
    ['General', 1.1000000000000001, '1.1'],
    ['General', 999_999_999_999_999, '999999999999999'],
    ['', 7, '7'],
    ['@', 100, '100'],
    ['0;@', -5, '-5'],
    ['0', 100, '100'],
    ['000', 7, '007'],
    ['00000', 100, '00100'],
    ['[Red]000_)', 7, '007'],
    ['"K-"00000', 100, 'K-00100'],
    ['000\\-00', 1_234, '012-34'],
    ['0#', 0, '00'],
    ['#,##0', 10_000, '10000'],
    ['000;-000', -7, '-007'],
    ['0;(0)', -7, '(7)'],
    ['"yes";;"no"', 1, 'yes'],
    ['"yes";;"no"', 0, 'no'],
  ])('%s of %d is “%s”', (code, value, text) => {
    expect(shown(code, value)).toEqual({ text });
  });

  it('and a text by the section for texts', () => {
    expect(cellFormat('"K-"@', false).text('100')).toEqual({ text: 'K-100' });
    for (const code of ['General', '00000', 'dd.mm.yyyy', '0;0;0;@', '0;0;0;General', '_(@_)'])
      expect(cellFormat(code, false).text('00100')).toEqual({ text: '00100' });
    expect(cellFormat(';;;', false).text('yes').fault).toMatch(/hides “yes”/);
    expect(cellFormat(';;;', false).text('')).toEqual({ text: '' });
  });
});

describe('a number that is shown as something else is a fault that says what the cell shows', () => {
  it.each([
    ['dd.mm.yyyy', 40_000, '6 July 2009', /holds a date \(6 July 2009\)/],
    [builtInFormat(14), 40_000, '6 July 2009', /date/],
    [builtInFormat(16), 46_209, '6 July 2026', /date/],
    ['[$-411]ggge"年"m"月"d"日"', 40_000, '6 July 2009', /date/],
    ['[Red]d/m', 1, '1 January 1900', /date/],
    ['d/m', 61, '1 March 1900', /date/],
    ['d/m/yyyy h:mm', 40_000.25, '6 July 2009 06:00', /date/],
    ['h:mm:ss', 0.250_011_574, '06:00:01', /holds a time \(06:00:01\)/],
    ['[h]:mm', 0.25, '06:00', /time/],
    ['d', -1, '######', /cannot show/],
    ['0%', 0.5, '50%', /percentage \(50%\)/],
    ['0.00E+00', 120_000, '1.20E+05', /scientific notation \(1.20E\+05\)/],
    ['General', 1_234_567_890_123_450, '1234567890123450', /more than 15 digits/],
    ['00000', 1.2345678901234501e19, '12345678901234500000', /more than 15 digits/],
    ['# ?/?', 0.5, '0.5', /the number 0.5 in the format/],
    ['0.00', 100, '100', /the number 100 in the format “0.00”/],
    ['0', 2.5, '2.5', /the number 2.5 in the format/],
    ['#,##0.00 [$€-407]', 100, '100', /in the format/],
    ['[>9]0;000', 100, '100', /in the format/],
    ['[DBNum1]0', 100, '100', /in the format/],
    [builtInFormat(7), 100, '100', /in the format/],
    [';;;', 1, '1', /shows nothing, because its format hides “1”/],
    ['0;0;', 0, '0', /hides “0”/],
  ])('%s of %d', (code, value, text, fault) => {
    expect(shown(code, value)).toEqual({ text, fault: expect.stringMatching(fault) as string });
  });

  it('with days counted from 1904 where the workbook does', () => {
    expect(shown('d-mmm', 38_538, true).text).toBe('6 July 2009');
    expect(shown('h:mm', 0.25, true).text).toBe('06:00');
  });
});
