import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { journalChecksRequestSchema, journalRequestSchema } from '@/lib/domain/journal/request-schema';
import { journalExportRequestSchema } from '@/lib/domain/journal/grouping-request';
import { exportLines } from '@/lib/server/services/journal/export-lines';
import { checkLines } from '@/lib/server/services/journal/check-lines';
import { listLines } from '@/lib/server/services/journal/list-lines';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';

const today = '2026-11-15';
const german = {
  ...{ Purchase: 'Einkauf', Sale: 'Verkauf', 'Positive Adjmt.': 'Zugang', 'Negative Adjmt.': 'Abgang' },
  ...{ Transfer: 'Umlagerung', Consumption: 'Verbrauch', Output: 'Istmeldung' },
  ...{ 'Direct Cost': 'EK-Preis', Revaluation: 'Neubewertung', Fixed: 'Fest', Variable: 'Variabel' },
};
const readsOptions = ['amount-differs', 'quantity-not-positive', 'transfer-halves'];

/** What somebody got wrong, and what is right though it looks alike in another type of entry. */
const edits: [string, string, number, Record<string, unknown>][] = [
  ['RECLASS', 'DEFAULT', 10_000, { DocumentNo: 'HALF', ItemNo: 'A', NewLocationCode: '', LocationCode: 'EAST', Quantity: 5, QuantityBase: 5 }],
  ['RECLASS', 'DEFAULT', 20_000, { DocumentNo: 'HALF', ItemNo: 'A', NewLocationCode: '', LocationCode: 'WEST', Quantity: -4, QuantityBase: -4 }],
  ['OUTPUT', 'DEFAULT', 10_000, { Quantity: 0 }],
  ['REVAL', 'DEFAULT', 10_000, { Amount: 2, InventoryValueCalculated: 10, InventoryValueRevalued: 12 }],
  ['ITEM', 'EAST', 10_000, { Quantity: 0, UnitAmount: 5, Amount: 0 }],
  ['ITEM', 'EAST', 20_000, { Quantity: 3, UnitAmount: 10, Amount: 31 }],
]; // prettier-ignore

let english: Awaited<ReturnType<typeof checksIn>>;
const opened: Scenario[] = [];
beforeAll(async () => {
  english = await checksIn({});
});
afterAll(() => Promise.all(opened.map((service) => service.close())));

/** What the checks find of the same lines where the service differs so. */
async function checksIn(modes: object, settings: { currency?: string } = {}) {
  const service = await startScenario({ size: 'records=200,entities=8,lines=600', settings });
  opened.push(service);
  for (const [template, batch, line, values] of edits)
    await service.control('POST', '/outside-edit', { template, batch, line, values });
  await service.control('PUT', '/modes', modes);
  const ctx = service.context('auditor');
  const { checks, any } = await checkLines({ ctx, input: journalChecksRequestSchema.parse({ today }) });
  const of = (id: string) => checks.find((check) => check.id === id);
  const linesOf = async (check: string) => {
    const { rows } = await listLines({ ctx, input: journalRequestSchema.parse({ check, today, pageSize: '500' }) });
    return rows.map((row) => `${String(row['JournalTemplateName'])} ${String(row['JournalBatchName'])} ${String(row['LineNo'])}`);
  }; // prettier-ignore
  const found = Object.fromEntries(checks.map(({ id, lines }) => [id, lines]));
  return { service, found, of, any, linesOf };
}

describe('checks where options come in another language', () => {
  it('find what they find in English, plain and encoded', async () => {
    expect(await english.linesOf('transfer-halves')).toEqual(
      expect.arrayContaining(['RECLASS DEFAULT 10000', 'RECLASS DEFAULT 20000']),
    );
    expect(await english.linesOf('quantity-not-positive')).toContain('ITEM EAST 10000');
    expect(await english.linesOf('quantity-not-positive')).not.toContain('OUTPUT DEFAULT 10000');
    expect(await english.linesOf('amount-differs')).toContain('ITEM EAST 20000');
    expect(await english.linesOf('amount-differs')).not.toContain('REVAL DEFAULT 10000');
    for (const encodedEnums of [false, true]) {
      const there = await checksIn({ captions: german, encodedEnums });
      expect(there.found).toEqual(english.found);
      for (const id of readsOptions) expect(await there.linesOf(id)).toEqual(await english.linesOf(id));
    }
  });

  it('say which values they do not know, and find neither nothing nor too much', async () => {
    const unknown = Object.fromEntries(Object.keys(german).map((caption) => [caption, `Xy ${caption}`]));
    const there = await checksIn({ captions: unknown });
    for (const id of readsOptions) {
      expect(there.of(id)).toMatchObject({ lines: null });
      expect(await there.linesOf(id)).toEqual([]);
    }
    expect(there.of('transfer-halves')?.why).toMatch(
      /Entry Type holds “Xy .*which the console does not know/,
    );
    expect(there.of('amount-differs')?.why).toContain('Value Entry Type holds “Xy Direct Cost”');
    expect(there.any.meaning).toContain('which the console does not know');
    const asked = { check: 'transfer-halves', today, columns: 'LineNo', format: 'xlsx' };
    const input = journalExportRequestSchema.parse(asked);
    const { body } = await exportLines({ ctx: there.service.context('auditor'), input });
    const { sheets } = await readXlsx(Buffer.from(await new Response(body).arrayBuffer()));
    const notKnown = sheets[1]?.rows.find(([name]) => name === 'Not known')?.[1];
    expect(notKnown).toMatch(/^\d+ lines cannot be checked: Entry Type holds/);
    for (const [id, lines] of Object.entries(there.found))
      if (!readsOptions.includes(id)) expect([id, lines]).toEqual([id, english.found[id]]);
  });

  it('go on with what is certain where an extension has an option of its own', async () => {
    const there = await checksIn({ captions: { Consumption: 'Kit Consumption' } });
    expect(there.found['amount-differs']).toBe(english.found['amount-differs']);
    expect(await there.linesOf('transfer-halves')).toContain('RECLASS DEFAULT 10000');
    expect(there.of('transfer-halves')?.lines).toBe(english.found['transfer-halves']);
    expect(there.of('transfer-halves')?.meaning).toMatch(/\d+ lines? cannot be checked: Entry Type holds “Kit Consumption”/);
  }); // prettier-ignore
});

describe('checks of amounts', () => {
  it('go by the decimals of KWD', async () => {
    const there = await checksIn({ amountDecimals: 3 }, { currency: 'KWD' });
    expect(await there.linesOf('amount-differs')).toEqual(await english.linesOf('amount-differs'));
    expect(there.of('amount-differs')?.meaning).toContain('3 decimals (KWD)');
  });

  it('go by cents where no currency is set, and by the decimals of the one that is', async () => {
    const [cents, fils] = [await checksIn({ amountDecimals: 0 }), await checksIn({ amountDecimals: 2 }, { currency: 'KWD' })];
    const wrong = (await english.linesOf('amount-differs')).length;
    expect(cents.found['amount-differs']).toBeGreaterThan(wrong);
    expect(fils.found['amount-differs']).toBeGreaterThan(wrong);
  }); // prettier-ignore
});
