import { describe, expect, it } from 'vitest';
import { change, ServiceUnderTest } from './running-service';

// What each fault does to an answer is what the tests of the console's client and of its outcomes stand on.
// Here is what they could not tell from a fault that met the wrong request.
const service = new ServiceUnderTest({ size: 'records=50,entities=6,lines=60', pageSize: 100 });
const CELL = { recordType: 'Customer', recordId: '10000', entityId: '999' };

const faults = (...list: Record<string, unknown>[]) => service.putFaults(list);
const post = () => service.post(change('Customer', '10000', '999', true));

describe('faults', () => {
  it.each([
    ['json', 'Customer', "O'BRIEN & CO", "The Customer O'BRIEN & CO does not allow changes"],
    ['xml', 'Item', 'A<B & C', '<message>The Item A&lt;B &amp; C does not allow changes'],
  ])('a refused POST names its record in %s', async (body, type, id, sentence) => {
    await faults({ kind: 'status', status: 400, method: 'POST', body });
    const reply = await service.post(change(type, id, '999', true));
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(sentence)]);
  });

  it('by a cell meet a POST and a read of that assignment only', async () => {
    await faults({ kind: 'status', status: 503, cell: CELL });
    expect((await post()).status).toBe(503);
    expect((await service.post(change('Customer', '20000', '999', true))).status).toBe(200);
    await expect(service.cell('Customer', '10000', '999')).resolves.toBeNull();
    expect(await service.cell('Customer', '20000', '999')).toBe(true);
    expect((await service.get(service.security)).status).toBe(200);
  });

  it('by probability meet a part, the same part each time', async () => {
    const run = async (): Promise<number[]> => {
      await faults({ kind: 'status', status: 503, probability: 0.5 });
      const statuses = [];
      for (let n = 0; n < 20; n += 1)
        statuses.push((await service.get(service.security, { $top: '1' })).status);
      return statuses;
    };
    const first = await run();
    expect(new Set(first)).toEqual(new Set([200, 503]));
    expect(await run()).toEqual(first);
  });

  it('that shut the port are over when faults are replaced', async () => {
    await faults({ kind: 'dropAfter', method: 'POST', outageMs: 600_000, count: 1 });
    await expect(post()).rejects.toThrow();
    await expect(service.get(service.security)).rejects.toThrow();
    await faults({ kind: 'refuse', ms: 60_000 });
    await expect(service.get(service.security)).rejects.toThrow();
    await faults();
    expect((await service.get(service.security)).status).toBe(200);
  });

  it('that hold a request keep it until they are replaced, and say whom they keep', async () => {
    await faults({ kind: 'hold', method: 'GET' });
    let isAnswered = false;
    const held = service.get(service.security).finally(() => (isAnswered = true));
    const met = async () => (await service.control('GET', '/faults')).json;
    await expect.poll(met).toMatchObject({ faults: [{ met: 1 }] });
    expect(isAnswered).toBe(false);
    await faults();
    expect((await held).status).toBe(200);
  });

  it.each([
    [[{ kind: 'earthquake' }]],
    [[{}, { kind: 'slow' }]],
    [[{ kind: 'status', status: 500, colour: 'red' }]],
    [[{ kind: 'slow', cell: { planet: 'x' } }]],
    [['slow']],
  ])('%o is refused, and the old set kept until none is asked for', async (list) => {
    await faults({ kind: 'status', status: 503 });
    const reply = await service.control('PUT', '/faults', list);
    expect([reply.status, reply.json.error]).toEqual([400, expect.stringMatching(/^Fault \d/)]);
    expect((await service.get(service.security)).status).toBe(503);
    expect((await service.control('PUT', '/faults', { faults: [] })).status).toBe(200);
    expect((await service.get(service.security)).status).toBe(200);
  });
});
