/** Decimals of amounts where no currency is set. */
export const usualDecimals = 2;

/** Currencies of ISO 4217 with other decimals than two. A browser's Intl follows usage, which differs from the standard. */
const otherDecimals: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/** A company's currency: its ISO 4217 code, and how many decimals its amounts have. */
export interface Currency {
  code: string;
  decimals: number;
}

/** Whether a text is the code of a currency, in capitals. */
export function isCurrencyCode(code: string): boolean {
  return currencyOf(code).decimals !== usualDecimals || Intl.supportedValuesOf('currency').includes(code);
}

/** The currency of a code. @param code ISO 4217. */
export function currencyOf(code: string): Currency {
  const other = Object.entries(otherDecimals).find(([, codes]) => codes.split(' ').includes(code));
  return { code, decimals: other === undefined ? usualDecimals : Number(other[0]) };
}
