/** How much data the service pretends to hold. */
export interface Size {
  records: number;
  entities: number;
  lines: number;
  /** Whether one item number is 250 characters long: a stress for clients, left out of the demo. */
  longRecordId: boolean;
}

const DEMO: Size = { records: 1200, entities: 24, lines: 3000, longRecordId: false };
const LARGE: Size = { records: 10_000, entities: 100, lines: 100_000, longRecordId: true };

const LIMITS = { records: [1, 500_000], entities: [1, 500], lines: [0, 1_000_000] } as const;

function isPart(name: string): name is keyof typeof LIMITS {
  return Object.hasOwn(LIMITS, name);
}

/**
 * Reads a size: `demo`, `large`, or `records=…,entities=…,lines=…` (a part left out is the demo's).
 * Throws RangeError with a sentence that names the fault.
 */
export function parseSize(text: string): Size {
  const wanted = text.trim();
  if (wanted === 'demo') return { ...DEMO };
  if (wanted === 'large') return { ...LARGE };
  const size: Size = { ...DEMO, longRecordId: true };
  const seen = new Set<string>();
  for (const part of wanted.split(',')) {
    const match = /^\s*([a-z]+)\s*=\s*(\d+)\s*$/.exec(part);
    const name = match?.[1] ?? '';
    if (match === null || !isPart(name)) {
      throw new RangeError(
        `The size "${text}" is not understood at "${part}". Use demo, large, or records=…,entities=…,lines=… with whole numbers.`,
      );
    }
    if (seen.has(name)) throw new RangeError(`The size "${text}" names ${name} twice.`);
    seen.add(name);
    const value = Number(match[2]);
    const [least, most] = LIMITS[name];
    if (value < least || value > most) {
      throw new RangeError(`The size "${text}" asks for ${name}=${value}; allowed is ${least} to ${most}.`);
    }
    size[name] = value;
  }
  return size;
}

/** One text per distinct size, as it stands in the state file. */
export function sizeKey(size: Size): string {
  const long = size.longRecordId ? ',long' : '';
  return `records=${size.records},entities=${size.entities},lines=${size.lines}${long}`;
}
