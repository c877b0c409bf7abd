import { describe, expect, it } from 'vitest';
import { batchAddress, webClientAddress } from '@/lib/domain/journal/batch-address';

describe('the address of the web client', () => {
  it.each([
    [
      'https://businesscentral.dynamics.com/contoso.com/Production?company=CRONUS%20International%20Ltd.&page=9305&filter=Item.%27No.%27%20IS%20%271%27&bookmark=x#a',
      'https://businesscentral.dynamics.com/contoso.com/Production/?company=CRONUS%20International%20Ltd.',
    ],
    [
      'https://bc.example:8443/BC/?company=A%26B&tenant=one',
      'https://bc.example:8443/BC/?tenant=one&company=A%26B',
    ],
    ['https://bc.example?company=Übung+1', 'https://bc.example/?company=%C3%9Cbung%201'],
  ])('keeps company and tenant of %s', (text, kept) => {
    expect(webClientAddress(text)).toBe(kept);
    expect(webClientAddress(kept)).toBe(kept);
  });

  it.each([
    '',
    'businesscentral.dynamics.com/?company=A',
    'http://bc.example/?company=A',
    'javascript:alert(1)?company=A',
    'https://user@bc.example/?company=A',
    'https://user:secret@bc.example/?company=A',
    'https://bc.example/?page=262',
    'https://bc.example/?company=',
  ])('is refused: %s', (text) => {
    expect(webClientAddress(text)).toBeNull();
  });
});

describe('the link to a batch', () => {
  const webClient = 'https://bc.example/BC/?company=A';
  const filterOf = (template: string, batch: string) =>
    new URL(batchAddress(webClient, { template, batch })).searchParams.get('filter');

  it('opens the list of item journal batches of the company, narrowed to it', () => {
    const { origin, pathname, searchParams } = new URL(
      batchAddress(webClient, { template: 'ITEM', batch: 'DEFAULT' }),
    );
    expect([origin, pathname, searchParams.get('company'), searchParams.get('page')]).toEqual([
      'https://bc.example',
      '/BC/',
      'A',
      '262',
    ]);
    expect(filterOf('ITEM', 'DEFAULT')).toBe(
      "'Item Journal Batch'.'Journal Template Name' IS 'ITEM' AND 'Item Journal Batch'.'Name' IS 'DEFAULT'",
    );
  });

  it.each([
    ['PHYS. INV.', 'PHYS. INV.'],
    ['10|20', "''10|20''"],
    ['A&B*', "''A&B*''"],
    ['1..9', "''1..9''"],
    ["O'NEIL", "''O''''NEIL''"],
    ['(1)', "''(1)''"],
    ['', "''''"],
  ])('asks for %s and nothing else', (batch, value) => {
    expect(filterOf('ITEM', batch)).toMatch(new RegExp(`IS '${value.replace(/[|*().]/g, '\\$&')}'$`));
  });

  it('stays one address, whatever the names hold', () => {
    const href = batchAddress(webClient, { template: 'A&page=21', batch: '#"><i>' });
    expect(href).toMatch(/^[\x21-\x7e]+$/);
    expect(href).not.toMatch(/["'<>#]/);
    expect(new URL(href).searchParams.getAll('page')).toEqual(['262']);
  });
});
