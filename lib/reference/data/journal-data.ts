import type { FieldValue } from '@/lib/reference/odata/fields';
import { fillByTemplate } from './journal-entries';
import type { ItemCard } from './journal-items';
import { blankLine, daysBack, type JournalLine, UNSET, VARYING_FIELDS } from './journal-line';
import type { JournalSources } from './journal-sources';
import { below, choose, fraction, guidOf, mix } from './random';

/** One batch of a template: lines `start` to `start + count - 1`. */
interface JournalBlock {
  template: string;
  batch: string;
  start: number;
  count: number;
}

/** Templates and batches in Business Central's order, each with its weight. */
const WEIGHTS: readonly (readonly [string, string, number])[] = [
  ['CAPACITY', 'DEFAULT', 2],
  ['CONSUMP', 'DEFAULT', 5],
  ['CONSUMP', 'LINE-2', 3],
  ['ITEM', 'ASSEMBLY', 2],
  ['ITEM', 'CORRECT', 5],
  ['ITEM', 'DEFAULT', 22],
  ['ITEM', 'EAST', 8],
  ['ITEM', 'MONTHEND', 8],
  ['ITEM', 'WEST', 6],
  ['OUTPUT', 'DEFAULT', 7],
  ['OUTPUT', 'LINE-2', 4],
  ['PHYS. INV.', 'DEFAULT', 5],
  ['PHYS. INV.', 'MAIN', 5],
  ['PHYS. INV.', 'WH-CYCLE', 4],
  ['RECLASS', 'BINS', 3],
  ['RECLASS', 'DEFAULT', 8],
  ['RECURRING', 'DEFAULT', 2],
  ['RECURRING', 'MONTHLY', 2],
  ['RECURRING', 'WEEKLY', 1],
  ['REVAL', 'DEFAULT', 3],
  ['REVAL', 'YEAREND', 2],
];

/** Shares `lines` out over the batches; the rest that does not divide goes to ITEM/DEFAULT. Empty batches fall away. */
function makeBlocks(lines: number): JournalBlock[] {
  const total = WEIGHTS.reduce((sum, [, , weight]) => sum + weight, 0);
  const counts = WEIGHTS.map(([, , weight]) => Math.floor((lines * weight) / total));
  const rest = lines - counts.reduce((sum, count) => sum + count, 0);
  const blocks: JournalBlock[] = [];
  let start = 0;
  WEIGHTS.forEach(([template, batch], index) => {
    const count = (counts[index] ?? 0) + (template === 'ITEM' && batch === 'DEFAULT' ? rest : 0);
    if (count > 0) blocks.push({ template, batch, start, count });
    start += count;
  });
  return blocks;
}

const SOURCE_CODES: Readonly<Record<string, string>> = {
  CAPACITY: 'CAPACITJNL',
  CONSUMP: 'CONSUMPJNL',
  OUTPUT: 'POINOUTJNL',
  'PHYS. INV.': 'PHYSINVJNL',
  RECLASS: 'RECLASSJNL',
  REVAL: 'REVALJNL',
};

/** Prefix of the document numbers of each template. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  CAPACITY: 'CAP',
  CONSUMP: 'CON',
  ITEM: 'T',
  OUTPUT: 'OUT',
  'PHYS. INV.': 'PHY',
  RECLASS: 'TR',
  RECURRING: 'REC',
  REVAL: 'RV',
};

/** Templates whose lines are worth money: what was posted last is one of them. */
const WITH_AMOUNT: ReadonlySet<string> = new Set(['CONSUMP', 'ITEM', 'RECURRING']);

/** Lines that name something their entity may not use, as people get it wrong: so many, where there are enough lines. */
const MOST_ODD = 12;
const LINES_FOR_ONE = 50;

/** Where a line stands, and whose it is. */
interface LinePlace {
  block: JournalBlock;
  position: number;
  documentKey: number;
  location: JournalSources['locations'][number];
  entity: string;
}

/** All item journal lines in Business Central's order: template, batch, line number. Each is computed when asked for. */
export class JournalData {
  readonly blocks: readonly JournalBlock[];
  /** Goes up by one when lines are posted, edited or restored. */
  version = 0;
  private readonly posted = new Set<JournalBlock>();
  private readonly edits = new Map<number, Partial<JournalLine>>();
  private odd: ReadonlyMap<number, 'item' | 'location'> | null = null;
  private readonly columns = new Map<string, readonly FieldValue[]>();

  constructor(
    private readonly sources: JournalSources,
    readonly lineCount: number,
  ) {
    this.blocks = makeBlocks(lineCount);
  }

  /** Whether a line is still there, that is, its batch was not posted. */
  isThere(index: number): boolean {
    return this.posted.size === 0 || !this.posted.has(this.blockOf(index));
  }

  /** How many lines are there. */
  get openCount(): number {
    let gone = 0;
    for (const block of this.posted) gone += block.count;
    return this.lineCount - gone;
  }

  /** Posts a batch: its lines vanish. Returns how many; 0 when there is no such batch or it is posted already. */
  post(template: string, batch: string): number {
    const block = this.blocks.find(
      (candidate) => candidate.template === template && candidate.batch === batch,
    );
    if (block === undefined || this.posted.has(block)) return 0;
    this.posted.add(block);
    this.version += 1;
    return block.count;
  }

  /** Lays values over a line. Returns whether there is such a line; not kept in the state file. */
  edit(template: string, batch: string, lineNo: number, values: Partial<JournalLine>): boolean {
    const block = this.blocks.find(
      (candidate) => candidate.template === template && candidate.batch === batch,
    );
    const position = lineNo / 10_000 - 1;
    if (block === undefined || !Number.isInteger(position) || position < 0 || position >= block.count) return false;
    const index = block.start + position;
    this.edits.set(index, { ...this.edits.get(index), ...values });
    this.columns.clear();
    this.version += 1;
    return true;
  }

  /** Brings every posted batch back and takes every edit away. */
  restore(): void {
    this.posted.clear();
    this.edits.clear();
    this.columns.clear();
    this.version += 1;
  }

  /** Computes one line. */
  lineAt(index: number): JournalLine {
    const { block, position, documentKey, location, entity: usual } = this.placeOf(index);
    const { seed } = this.sources;
    this.odd ??= this.findOdd();
    const odd = this.odd.get(index);
    const entity = odd === 'location' ? choose(location.strangers, seed, index, 105) : usual;
    const line = blankLine();
    const document = Math.floor(position / 3);
    const capacity = block.template === 'CAPACITY';
    const item = this.itemFor(index, entity, odd === 'item');

    line['@odata.etag'] = `W/"${Buffer.from(`'20;${mix(seed, index, 93)}${index};00;'`).toString('base64')}"`;
    line.SystemId = guidOf(seed, index);
    line.JournalTemplateName = block.template;
    line.JournalBatchName = block.batch;
    line.LineNo = (position + 1) * 10_000;
    line.DocumentNo = `${DOCUMENTS[block.template] ?? 'T'}${String(1 + document).padStart(6, '0')}`;
    line.SourceCode = SOURCE_CODES[block.template] ?? 'ITEMJNL';
    const age =
      (WITH_AMOUNT.has(block.template) ? 0 : 2) + Math.floor(fraction(seed, documentKey, 94) ** 2.2 * 200);
    line.PostingDate = daysBack(age);
    line.DocumentDate = fraction(seed, documentKey, 95) < 0.85 ? line.PostingDate : daysBack(age + 5);
    line.VATReportingDate = line.PostingDate;
    line.ShortcutDimension1Code = choose(['ADM', 'PROD', 'SALES', 'SALES', ''], seed, documentKey, 96);
    line.ShortcutDimension2Code =
      fraction(seed, documentKey, 97) < 0.2
        ? choose(['LARGE', 'MEDIUM', 'SMALL'], seed, documentKey, 98)
        : '';
    line.DimensionSetID = line.ShortcutDimension1Code === '' ? 0 : 1 + below(40, seed, documentKey, 99);
    line.LocationCode = odd === undefined && fraction(seed, documentKey, 100) < 0.04 ? '' : location.code;
    line.BssiEntityID = entity;
    if (capacity) {
      line.Description = choose(['Machine stop', 'Shift change', 'Planned maintenance'], seed, index, 101);
    } else {
      line.ItemNo = item.no;
      line.Description = item.description;
      line.UnitofMeasureCode = item.unit;
      line.ItemCategoryCode = item.category;
      line.InventoryPostingGroup = block.template === 'OUTPUT' ? 'FINISHED' : 'RESALE';
      line.GenProdPostingGroup = block.template === 'OUTPUT' ? 'MANUFACT' : 'RETAIL';
    }
    fillByTemplate({ line, sources: this.sources, item, index, position });
    return Object.assign(line, this.edits.get(index));
  }

  /** The value of one field in every line; kept, so that filters and sorts do not compute it again. */
  column(name: string): readonly FieldValue[] {
    const kept = this.columns.get(name);
    if (kept !== undefined) return kept;
    const values: FieldValue[] = [];
    const unset = UNSET.get(name) ?? '';
    if (VARYING_FIELDS.has(name)) {
      // Guarantee: VARYING_FIELDS holds exactly the keys of JournalLine.
      const field = name as keyof JournalLine;
      for (let index = 0; index < this.lineCount; index += 1) values.push(this.lineAt(index)[field]);
    } else {
      for (let index = 0; index < this.lineCount; index += 1) values.push(unset);
    }
    this.columns.set(name, values);
    return values;
  }

  private placeOf(index: number): LinePlace {
    const { seed, locations } = this.sources;
    const block = this.blockOf(index);
    const position = index - block.start;
    const documentKey = block.start * 7 + Math.floor(position / 3);
    const location = choose(locations, seed, documentKey, 92);
    const entity = this.entityOf(index, documentKey, location);
    return { block, position, documentKey, location, entity };
  }

  private entityOf(index: number, documentKey: number, { entity, guests }: LinePlace['location']): string {
    const { seed } = this.sources;
    if (fraction(seed, documentKey, 102) < 0.035) return '';
    // An entity that does not own the location: the owner decides at posting, so people want to see it.
    return guests.length > 0 && fraction(seed, index, 103) < 0.1 ? choose(guests, seed, index, 104) : entity;
  }

  /** An item that the entity may use, or on purpose one that it may not. */
  private itemFor(index: number, entity: string, isClosed: boolean): ItemCard {
    const { seed, items, itemsOf } = this.sources;
    const usable = entity === '' ? items : itemsOf(entity);
    let among = usable.length > 0 ? usable : items;
    if (isClosed) among = items.filter((item) => !usable.includes(item));
    // The first items are the ones a company moves most.
    return among[Math.floor(fraction(seed, index, 90) ** 2 * among.length)] ?? choose(among, seed, index, 91);
  }

  /** The lines that are wrong on purpose, evenly over all; of three, two by their item and one by its entity. */
  private findOdd(): ReadonlyMap<number, 'item' | 'location'> {
    const { items, itemsOf } = this.sources;
    const count = Math.min(MOST_ODD, Math.floor(this.lineCount / LINES_FOR_ONE));
    const odd = new Map<number, 'item' | 'location'>();
    for (let n = 0; n < count; n += 1) {
      const kind = n % 3 === 2 ? 'location' : 'item';
      for (let index = Math.floor(((n + 0.5) * this.lineCount) / count); index < this.lineCount; index += 1) {
        const { block, location, entity } = this.placeOf(index);
        if (entity === '' || block.template === 'CAPACITY' || odd.has(index)) continue;
        const isClosed =
          kind === 'item' ? itemsOf(entity).length < items.length : location.strangers.length > 0;
        if (!isClosed) continue;
        odd.set(index, kind);
        break;
      }
    }
    return odd;
  }

  private blockOf(index: number): JournalBlock {
    let low = 0;
    let high = this.blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.blocks[middle]?.start ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    const block = this.blocks[low];
    if (block === undefined || index < 0 || index >= block.start + block.count) {
      throw new RangeError(`There is no journal line ${index}.`);
    }
    return block;
  }
}
