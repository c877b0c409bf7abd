import { describe, expect, it } from 'vitest';
import { readSome } from './read-some';
import { change, ServiceUnderTest } from './running-service';

const service = new ServiceUnderTest({ size: 'records=50,entities=6,lines=60', pageSize: 100 });
const CELL = { recordType: 'Customer', recordId: '10000', entityId: '999' };

const faults = (...list: Record<string, unknown>[]) => service.putFaults(list);
const trueValue = () => service.trueValue(CELL);
const post = (accessible: boolean) => service.post(change('Customer', '10000', '999', accessible));

describe('faults of the answer', () => {
  it.each([
    ['html200', /^<!DOCTYPE html>/],
    ['empty200', /^$/],
    ['protoKeys', /"__proto__"/],
    ['dtdBomb', /<!ENTITY/],
  ])('%s', async (kind, shape) => {
    await faults({ kind });
    const reply = await service.get(service.security);
    expect(reply.status).toBe(200);
    expect(reply.text).toMatch(shape);
  });

  it('badUtf8 is no UTF-8', async () => {
    await faults({ kind: 'badUtf8' });
    const bytes = await (await fetch(service.security)).arrayBuffer();
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow();
  });

  it.each(['shape', 'number', 'types', 'nullRow'])('wrongJson %s is valid JSON', async (variant) => {
    await faults({ kind: 'wrongJson', variant });
    const reply = await service.get(service.security);
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.text)).not.toHaveProperty('value.0.SystemId');
  });

  it('vanish', async () => {
    await faults({ kind: 'vanish' });
    expect((await service.get(service.security)).status).toBe(404);
  });

  it('redirect leads to another origin', async () => {
    await faults({ kind: 'redirect' });
    const reply = await service.get(service.security);
    expect(reply.status).toBe(302);
    expect(new URL(reply.headers.get('location') ?? '').origin).not.toBe(service.reference.baseUrl);
  });

  it('repeatNextLink leads round and round', async () => {
    await faults({ kind: 'repeatNextLink' });
    const first = await service.get(service.security);
    const second = await service.get(first.body['@odata.nextLink'] ?? '');
    expect(second.body['@odata.nextLink']).toBe(first.body['@odata.nextLink']);
  });

  it.each(['origin', 'path'])('foreignNextLink leads out by %s', async (variant) => {
    await faults({ kind: 'foreignNextLink', variant });
    const link = new URL((await service.get(service.security)).body['@odata.nextLink'] ?? '');
    expect(link.origin === service.reference.baseUrl).toBe(variant === 'path');
    expect(link.href.startsWith(service.route)).toBe(false);
  });

  it('duplicateRows brings rows twice, across pages, and none is missing', async () => {
    const { rows } = await service.readAll(service.security);
    await faults({ kind: 'duplicateRows', rows: 3 });
    const read = await service.readAll(service.security);
    expect(read.rows).toHaveLength(300 + 2 * 3);
    expect(new Set(read.rows.map((row) => JSON.stringify(row)))).toEqual(
      new Set(rows.map((row) => JSON.stringify(row))),
    );
  });

  it('hugeBody goes on and on', async () => {
    await faults({ kind: 'hugeBody' });
    expect(await readSome(service.security, 20_000_000)).toMatchObject({ ended: false, broken: false });
  });

  it('gzipBomb is small on the wire', async () => {
    await faults({ kind: 'gzipBomb', megabytes: 640 });
    const read = await readSome(service.security, Infinity);
    expect(read.headers['content-encoding']).toBe('gzip');
    expect(read).toMatchObject({ ended: true });
    expect(read.bytes).toBeLessThan(1_000_000);
  });

  it.each([
    ['echoDiffers', {}, true],
    ['echoDiffers', { variant: 'key' }, true],
    ['echoEmpty', {}, true],
    ['notApplied', {}, false],
  ])('%s %o', async (kind, more, applied) => {
    await service.control('POST', '/outside-change', { ...CELL, accessible: false });
    await faults({ kind, ...more });
    const sent = change('Customer', '10000', '999', true);
    const reply = await post(true);
    expect(reply.status).toBe(200);
    expect(await trueValue()).toBe(applied);
    if (kind === 'echoEmpty') expect(reply.text).toBe('');
    else if (kind === 'notApplied') expect(JSON.parse(reply.text)).toMatchObject(sent);
    else expect(JSON.parse(reply.text)).not.toMatchObject(sent);
  });
});
