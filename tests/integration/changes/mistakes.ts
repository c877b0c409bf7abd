/** One row of the spreadsheet with mistakes, and what an import has to say about it. */
interface Mistake {
  row: readonly string[];
  told: RegExp;
}

export const mistakesHeader = ['Record type', 'Record ID', 'Entity', 'Access', 'Base'] as const;

/** Rows without fault, before the mistakes; row 2 and 3 of the sheet. */
export const soundRows: readonly (readonly string[])[] = [
  ['Customer', '10000', '100', 'yes', ''],
  ['Customer', '20000', '100', 'yes', ''],
];

/** Twenty different mistakes that people and spreadsheets make; the first is row 4 of the sheet. */
export const mistakes: readonly Mistake[] = [
  { row: ['Custmer', '10000', '100', 'yes', ''], told: /no record type “Custmer”\.$/ },
  { row: ['customer', '10000', '100', 'yes', ''], told: /no record type “customer”\. Did you mean “Customer”\?/ },
  { row: ['Customer', '10001', '100', 'yes', ''], told: /no Customer “10001”\.$/ },
  { row: ['Customer', 'münchen-01', '100', 'yes', ''], told: /Did you mean “MÜNCHEN-01”\?/ },
  { row: ['Customer', ' 10000', '100', 'yes', ''], told: /no Customer “ 10000”\. Did you mean “10000”\?/ },
  { row: ['Bank Account', 'checking\u00A0', '100', 'no', ''], told: /Did you mean “CHECKING”\?/ },
  { row: ['Customer', '1,00E+04', '100', 'yes', ''], told: /a number that a spreadsheet has rewritten/ },
  { row: ['Customer', '10000', '0', 'yes', ''], told: /no entity “0”\. Did you mean “000”\?/ },
  { row: ['Customer', '10000', 'Berlin', 'yes', ''], told: /no entity “Berlin”\.$/ },
  { row: ['Customer', '10000', '', 'yes', ''], told: /^Entity is empty\./ },
  { row: ['', '10000', '100', 'yes', ''], told: /^Record type is empty\./ },
  { row: ['Customer', '', '100', 'yes', ''], told: /^Record ID is empty\./ },
  { row: ['Customer', '10000', '000', '', ''], told: /^Access is empty\. Write yes or no\./ },
  { row: ['Customer', '10000', '000', 'maybe', ''], told: /“maybe” is neither yes nor no/ },
  { row: ['Customer', '10000', '000', '#N/A', ''], told: /“#N\/A”.* an error of the spreadsheet/ },
  { row: ['Customer', '10000', '000', 'yes', 'perhaps'], told: /“perhaps” in the column Base is no value/ },
  { row: ['Customer', '20000', '100', 'no', ''], told: /Row 3 says yes and row 20 says no for Customer 20000, entity 100/ },
  { row: ['Customer', '10000', '000', 'yes', '', 'extra'], told: /more cells than the header has columns/ },
  { row: ['Customer', 'x'.repeat(251), '100', 'yes', ''], told: /more than 250 characters/ },
  { row: ['Customer', '30000', '999', 'yes', ''], told: /Customer 30000 is not set up in entity 999/ },
]; // prettier-ignore
