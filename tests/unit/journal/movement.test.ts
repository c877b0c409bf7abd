import { describe, expect, it } from 'vitest';
import { journalRequestSchema } from '@/lib/domain/journal/request-schema';
import { directionOfAmounts, directionOfGoods } from '@/lib/domain/journal/direction';
import { isMixed, summed } from '@/lib/domain/journal/movement';

describe('the direction of a line', () => {
  it.each([
    ['Purchase', 1],
    ['Positive Adjmt.', 1],
    ['Output', 1],
    ['Assembly Output', 1],
    ['Sale', -1],
    ['Negative Adjmt.', -1],
    ['Consumption', -1],
    ['Assembly Consumption', -1],
    ['Transfer', 0],
    ['verkauf', -1],
    [' ', null],
    ['Kit Output', null],
  ])('by entry type %j is %s', (entryType, direction) => {
    expect(directionOfAmounts(entryType)).toBe(direction);
    expect(directionOfGoods(entryType, 'Direct Cost')).toBe(direction);
  });

  it('has no goods in a revaluation, and is not known for an unknown kind of value', () => {
    expect(directionOfGoods('Positive Adjmt.', 'Neubewertung')).toBe(0);
    expect(directionOfGoods('Positive Adjmt.', 'Xyz')).toBeNull();
    expect(directionOfGoods('Sale', '')).toBe(-1);
  });
});

describe('sums by name', () => {
  it('are of a field, or of its lines in one direction', () => {
    expect(summed('Amount')).toMatchObject({ field: { name: 'Amount' }, flow: null });
    expect(summed('Amount.net')).toMatchObject({
      name: 'Amount.net',
      field: { name: 'Amount' },
      flow: 'net',
    });
    for (const name of ['ItemNo', 'ItemNo.in', 'Amount.', 'Amount.up', 'Amount.in.out', 'None.in'])
      expect(summed(name)).toBeUndefined();
  });

  it('of a quantity in several units are no total, in every direction', () => {
    expect(isMixed({ mixed: ['Quantity'] }, 'Quantity.net')).toBe(true);
    expect(isMixed({ mixed: ['Quantity'] }, 'QuantityBase')).toBe(false);
    expect(isMixed({}, 'Quantity')).toBe(false);
  });

  it.each([
    ['Amount.up', 'names “.up”; a sum has .in, .out and .net.'],
    ['ItemNo.in', 'names ItemNo, which is no amount or quantity to add up.'],
    ['None.in', 'names “None.in”, which is no field of a journal line.'],
  ])('are refused as %j', (sum, words) => {
    const { error } = journalRequestSchema.safeParse({ sum });
    expect(error?.issues.map(({ message }) => message)).toEqual([`“sum” ${words}`]);
  });
});
