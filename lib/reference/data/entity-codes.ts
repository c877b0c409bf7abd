/** The entities of the organisation: values of one global dimension, Code[20], in code order. */
export interface Entities {
  codes: readonly string[];
  /** For each entity the block it works in; -1 for the group and the elimination company. */
  regionOf: Int8Array;
  regions: number;
  /** Index of the group (consolidation) company `000`, or -1. */
  group: number;
  /** Index of the elimination company `999`, or -1. */
  elimination: number;
}

const COUNTRIES = ['DE', 'ES', 'FR', 'IT', 'NL', 'UK'];

function regionSizes(total: number, regions: number): number[] {
  const sizes: number[] = [];
  let left = total;
  for (let region = 0; region < regions; region += 1) {
    const share = Math.ceil(left / (regions - region));
    sizes.push(share);
    left -= share;
  }
  return sizes;
}

function stepFor(size: number): number {
  if (size <= 10) return 10;
  if (size <= 20) return 5;
  return size <= 50 ? 2 : 1;
}

/** Codes 000, 100, 110 … 820, a few such as UK01, and 999: `count` of them (1 to 500), without gaps in the blocks. */
export function makeEntities(count: number): Entities {
  const found: { code: string; region: number }[] = [];
  const lettered = count < 12 ? 0 : Math.min(12, Math.round(count * 0.08));
  const frame = count >= 3 ? 2 : 0;
  const numeric = count - frame - lettered;
  const regions = Math.max(1, Math.min(8, Math.round(Math.sqrt(numeric * 2))));
  regionSizes(numeric, regions).forEach((size, region) => {
    const step = stepFor(size);
    for (let n = 0; n < size; n += 1) found.push({ code: String((region + 1) * 100 + n * step), region });
  });
  for (let n = 0; n < lettered; n += 1) {
    const country = COUNTRIES[COUNTRIES.length - 1 - (n % COUNTRIES.length)] ?? 'UK';
    const number = Math.floor(n / COUNTRIES.length) + 1;
    found.push({ code: `${country}${String(number).padStart(2, '0')}`, region: regions });
  }
  if (frame > 0) found.push({ code: '000', region: -1 }, { code: '999', region: -1 });
  found.sort((a, b) => (a.code < b.code ? -1 : 1));
  const codes = found.map((entity) => entity.code);
  return {
    codes,
    regionOf: Int8Array.from(found, (entity) => entity.region),
    regions: regions + (lettered > 0 ? 1 : 0),
    group: codes.indexOf('000'),
    elimination: codes.indexOf('999'),
  };
}
