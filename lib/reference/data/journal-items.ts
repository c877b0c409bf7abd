import { below, choose, fraction } from './random';
import { SAMPLE_ITEM_NUMBERS } from './record-catalogue';

/** What a journal line takes from the item card. Money has two decimals. */
export interface ItemCard {
  no: string;
  description: string;
  unit: string;
  /** Pieces in one unit of measure. */
  perUnit: number;
  /** Whether quantities of it have decimals (up to five). */
  divisible: boolean;
  cost: number;
  price: number;
  category: string;
}

const SAMPLE: Readonly<Record<string, readonly [string, number, number]>> = {
  '1896-S': ['ATHENS Desk', 506.6, 649.4],
  '1900-S': ['PARIS Guest Chair, black', 97.5, 125.1],
  '1906-S': ['ATHENS Mobile Pedestal', 219.5, 281.4],
  '1908-S': ['LONDON Swivel Chair, blue', 96.1, 123.3],
  '1920-S': ['ANTWERP Conference Table', 328, 420.4],
  '1928-S': ['AMSTERDAM Lamp', 27.8, 35.6],
  '1936-S': ['BERLIN Guest Chair, yellow', 97.5, 125.1],
  '1960-S': ['ROME Guest Chair, green', 97.5, 125.1],
  '1964-S': ['TOKYO Guest Chair, blue', 97.5, 125.1],
  '1968-S': ['MEXICO Swivel Chair, black', 96.1, 123.3],
  '1972-S': ['MUNICH Swivel Chair, yellow', 96.1, 123.3],
  '1980-S': ['MOSCOW Swivel Chair, red', 96.1, 123.3],
  '1988-S': ['SEOUL Guest Chair, red', 97.5, 125.1],
  '1996-S': ['ATLANTA Whiteboard, base', 706.7, 906.7],
  '2000-S': ['SYDNEY Swivel Chair, green', 96.1, 123.3],
};

const OTHERS: Readonly<Record<string, Partial<ItemCard>>> = {
  'BOLT-1/2': { description: 'Hex bolt 1/2" x 2", zinc', unit: 'BOX', perUnit: 100, cost: 8.45, price: 14.9 },
  'PAINT C+': { description: 'Floor paint C+, grey', unit: 'L', divisible: true, cost: 6.318, price: 11.25 },
  'SALE 50%': { description: 'Clearance set, 50% off', cost: 41, price: 45 },
  'WIRE #9': { description: 'Steel wire #9', unit: 'M', divisible: true, cost: 0.38245, price: 0.9 },
};

const CITIES = [
  'OSLO',
  'LISBON',
  'VIENNA',
  'PRAGUE',
  'DUBLIN',
  'HELSINKI',
  'MADRID',
  'WARSAW',
  'BOSTON',
  'CHICAGO',
  'TORONTO',
  'LIMA',
  'CAIRO',
  'NAIROBI',
  'DELHI',
  'OSAKA',
  'PERTH',
  'GENEVA',
  'GHENT',
  'PORTO',
];
const THINGS: readonly (readonly [string, string, number])[] = [
  ['Desk', 'TABLE', 380],
  ['Guest Chair', 'CHAIR', 92],
  ['Swivel Chair', 'CHAIR', 105],
  ['Storage Unit', 'CABINET', 165],
  ['Conference Table', 'TABLE', 410],
  ['Bookcase', 'CABINET', 130],
  ['Desk Lamp', 'MISC', 26],
  ['Whiteboard', 'MISC', 240],
  ['Mobile Pedestal', 'CABINET', 190],
  ['Footrest', 'MISC', 18],
  ['Screen Divider', 'MISC', 88],
  ['Locker', 'CABINET', 145],
];
const FINISHES = ['black', 'blue', 'green', 'walnut', 'oak', 'white', 'grey', 'red'];

const cents = (value: number): number => Math.round(value * 100) / 100;

function categoryOf(description: string): string {
  if (/chair/i.test(description)) return 'CHAIR';
  if (/desk|table/i.test(description)) return 'TABLE';
  return /pedestal/i.test(description) ? 'CABINET' : 'MISC';
}

function inventedCard(no: string, seed: number, index: number): ItemCard {
  const [thing, category, about] = choose(THINGS, seed, index, 31);
  const cost = cents(about * (0.75 + fraction(seed, index, 32) * 0.6));
  const boxed = fraction(seed, index, 33) < 0.08;
  return {
    no,
    description: `${choose(CITIES, seed, index, 34)} ${thing}, ${choose(FINISHES, seed, index, 35)}`,
    unit: boxed ? 'BOX' : 'PCS',
    perUnit: boxed ? 2 + 2 * below(5, seed, index, 36) : 1,
    divisible: false,
    cost,
    price: cents(cost * 1.283),
    category,
  };
}

/** The cards of the given item numbers: the sample company's own where they are known, plausible ones else. */
export function makeItemCards(numbers: readonly string[], seed: number): ItemCard[] {
  const usable = numbers.filter((no) => no.length <= 20);
  return (usable.length > 0 ? usable : SAMPLE_ITEM_NUMBERS).map((no, index) => {
    const known = SAMPLE[no];
    if (known !== undefined) {
      const [description, cost, price] = known;
      const category = categoryOf(description);
      return { no, description, unit: 'PCS', perUnit: 1, divisible: false, cost, price, category };
    }
    const other = OTHERS[no];
    const card = inventedCard(no, seed, index);
    return other === undefined ? card : { ...card, unit: 'PCS', perUnit: 1, category: 'MISC', ...other };
  });
}
