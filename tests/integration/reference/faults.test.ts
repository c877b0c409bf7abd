import { describe, expect, it } from 'vitest';
import { readSome } from './read-some';
import { change, ServiceUnderTest } from './running-service';

const service = new ServiceUnderTest({ size: 'records=50,entities=6,lines=60', pageSize: 100 });
const CELL = { recordType: 'Customer', recordId: '10000', entityId: '999' };

const faults = (...list: Record<string, unknown>[]) => service.putFaults(list);
const trueValue = () => service.trueValue(CELL);
const post = (accessible: boolean) => service.post(change('Customer', '10000', '999', accessible));

describe('status faults', () => {
  it.each([400, 401, 403, 404, 408, 409, 429, 500, 502, 503, 504])(
    '%i with an error body',
    async (status) => {
      await faults({ kind: 'status', status });
      const reply = await service.get(service.security);
      expect(reply.status).toBe(status);
      expect(reply.error.code).not.toBe('');
      expect(reply.headers.get('retry-after')).toBeNull();
      expect(reply.headers.get('request-id')).not.toBeNull();
    },
  );

  it.each([
    [2, /^2$/],
    ['date:30', /GMT$/],
    ['absurd', /^9{15,}$/],
  ])('Retry-After %s', async (retryAfter, shape) => {
    await faults({ kind: 'status', status: 429, retryAfter });
    expect((await service.get(service.security)).headers.get('retry-after')).toMatch(shape);
  });

  it.each([
    ['xml', 'application/xml', /^<\?xml/],
    ['html', 'text/html', /^<!DOCTYPE/],
    ['plain', 'text/plain', /^\w/],
    ['empty', null, /^$/],
  ])('body %s', async (body, type, shape) => {
    await faults({ kind: 'status', status: 502, body });
    const reply = await service.get(service.security);
    expect(reply.status).toBe(502);
    expect(reply.text).toMatch(shape);
    expect(reply.headers.get('content-type')?.split(';')[0] ?? null).toBe(type);
  });

  it.each([
    [
      'json',
      'Customer',
      "O'BRIEN & CO",
      /The Customer O'BRIEN & CO does not allow changes because it is blocked\./,
    ],
    [
      'xml',
      'Item',
      'A<B & C',
      /<message>The Item A&lt;B &amp; C does not allow changes because it is blocked\.</,
    ],
  ])('a refused POST names its record in %s', async (body, type, id, sentence) => {
    await faults({ kind: 'status', status: 400, method: 'POST', body });
    const reply = await service.post(change(type, id, '999', true));
    expect(reply.status).toBe(400);
    expect(reply.text).toMatch(sentence);
  });

  it('no default sentence of a 400 repeats that the request was refused', async () => {
    await faults({ kind: 'status', status: 400 });
    expect((await service.post('{')).error.message).toMatch(
      /^The record is blocked and cannot be changed\. /,
    );
    expect((await service.get(service.security)).error.message).toMatch(
      /^The filter or paging .* not valid\. /,
    );
  });

  it('a POST is not applied, unless it shall be', async () => {
    await service.control('POST', '/outside-change', { ...CELL, accessible: false });
    await faults({ kind: 'status', status: 504, method: 'POST' });
    expect((await post(true)).status).toBe(504);
    expect(await trueValue()).toBe(false);
    await faults({ kind: 'status', status: 504, method: 'POST', afterApply: true });
    expect((await post(true)).status).toBe(504);
    expect(await trueValue()).toBe(true);
  });
});

describe('selectors', () => {
  it('count is spent and the list shows what is left', async () => {
    await faults({ kind: 'status', status: 503, count: 2 });
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await service.get(service.security)).status);
    expect(statuses).toEqual([503, 503, 200, 200]);
    expect((await service.control('GET', '/faults')).json.faults).toMatchObject([{ left: 0, met: 2 }]);
  });

  it('resource and method', async () => {
    await faults({ kind: 'status', status: 500, resource: 'security', method: 'POST' });
    expect((await service.get(service.security)).status).toBe(200);
    expect((await post(true)).status).toBe(500);
    await faults(
      { kind: 'status', status: 500, resource: 'journal' },
      { kind: 'status', status: 502, resource: 'metadata' },
      { kind: 'status', status: 503, resource: 'companies' },
      { kind: 'status', status: 504, resource: 'token' },
    );
    expect((await service.get(service.security)).status).toBe(200);
    expect((await service.get(service.journal)).status).toBe(500);
    expect((await service.get(`${service.route}/$metadata`)).status).toBe(502);
    expect((await service.get(`${service.route}/companies`)).status).toBe(503);
    expect((await service.get(service.reference.tokenUrl)).status).toBe(504);
  });

  it('afterPage lets the first pages through', async () => {
    await faults({ kind: 'status', status: 503, afterPage: 2 });
    const first = await service.get(service.security);
    const second = await service.get(first.body['@odata.nextLink'] ?? '');
    const third = await service.get(second.body['@odata.nextLink'] ?? '');
    expect([first.status, second.status, third.status]).toEqual([200, 200, 503]);
  });

  it('cell meets a POST and a read of that assignment only', async () => {
    await faults({ kind: 'status', status: 503, cell: CELL });
    expect((await post(true)).status).toBe(503);
    expect((await service.post(change('Customer', '20000', '999', true))).status).toBe(200);
    await expect(service.cell('Customer', '10000', '999')).resolves.toBeNull();
    expect(await service.cell('Customer', '20000', '999')).toBe(true);
    expect((await service.get(service.security)).status).toBe(200);
  });

  it('probability meets a part, the same part each time', async () => {
    const run = async (): Promise<number[]> => {
      await faults({ kind: 'status', status: 503, probability: 0.5 });
      const statuses = [];
      for (let n = 0; n < 40; n += 1)
        statuses.push((await service.get(service.security, { $top: '1' })).status);
      return statuses;
    };
    const first = await run();
    expect(new Set(first)).toEqual(new Set([200, 503]));
    expect(await run()).toEqual(first);
  });
});

describe('faults of the connection', () => {
  it('dropBefore cuts and changes nothing, dropAfter cuts and changes', async () => {
    await service.control('POST', '/outside-change', { ...CELL, accessible: false });
    await faults({ kind: 'dropBefore', method: 'POST' });
    await expect(post(true)).rejects.toThrow();
    expect(await trueValue()).toBe(false);
    await faults({ kind: 'dropAfter', method: 'POST' });
    await expect(post(true)).rejects.toThrow();
    expect(await trueValue()).toBe(true);
    expect((await service.control('GET', '/counters')).json.requests).toContainEqual({
      method: 'POST',
      resource: 'security',
      status: 'cut',
      count: 2,
    });
  });

  it('dropAfter with an outage answers nothing more until clearing opens the port', async () => {
    await service.control('POST', '/outside-change', { ...CELL, accessible: false });
    await faults({ kind: 'dropAfter', method: 'POST', outageMs: 600_000, count: 1 });
    await expect(post(true)).rejects.toThrow();
    await expect(service.get(service.security)).rejects.toThrow();
    expect(await trueValue()).toBe(true);
    await faults();
    expect((await service.get(service.security)).status).toBe(200);
  });

  it('truncate breaks the framing', async () => {
    await faults({ kind: 'truncate' });
    expect(await readSome(service.security, Infinity)).toMatchObject({ ended: false, broken: true });
  });

  it('truncate can leave the framing whole and cut the JSON', async () => {
    await faults({ kind: 'truncate', variant: 'json' });
    const { status, text } = await service.get(service.security);
    expect(status).toBe(200);
    expect(text.startsWith('{"@odata.context"')).toBe(true);
    expect(() => void JSON.parse(text)).toThrow();
  });

  it('hang never answers, with or without applying', async () => {
    await service.control('POST', '/outside-change', { ...CELL, accessible: false });
    for (const afterApply of [false, true]) {
      await faults({ kind: 'hang', afterApply });
      const body = JSON.stringify(change('Customer', '10000', '999', true));
      const signal = AbortSignal.timeout(150);
      const headers = { 'content-type': 'application/json' };
      await expect(fetch(service.security, { method: 'POST', body, headers, signal })).rejects.toThrow();
      expect(await trueValue()).toBe(afterApply);
    }
  });

  it('refuse shuts the port and clearing opens it', async () => {
    await faults({ kind: 'refuse', ms: 60_000 });
    await expect(service.get(service.security)).rejects.toThrow();
    await faults();
    expect((await service.get(service.security)).status).toBe(200);
    await faults({ kind: 'refuse', ms: 50 });
    await expect
      .poll(() =>
        service.get(service.security).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
  });

  it('slow waits, and trickles', async () => {
    await faults({ kind: 'slow', delayMs: 120, count: 1 });
    await expect(fetch(service.security, { signal: AbortSignal.timeout(60) })).rejects.toThrow();
    await faults({ kind: 'slow', slowBytes: 2000 });
    await expect(
      fetch(service.security, { signal: AbortSignal.timeout(300) }).then((reply) => reply.text()),
    ).rejects.toThrow();
  });

  it('hold keeps a request until the faults are replaced, and says whom it keeps', async () => {
    await faults({ kind: 'hold', method: 'GET' });
    let isAnswered = false;
    const held = service.get(service.security).finally(() => (isAnswered = true));
    const met = async () => (await service.control('GET', '/faults')).json;
    await expect.poll(met).toMatchObject({ faults: [{ met: 1 }] });
    expect(isAnswered).toBe(false);
    await faults();
    expect((await held).status).toBe(200);
  });

  it('slow joins another fault', async () => {
    await faults({ kind: 'slow', delayMs: 5 }, { kind: 'status', status: 503 });
    expect((await service.get(service.security)).status).toBe(503);
  });
});

describe('PUT /faults', () => {
  it.each([
    [{ kind: 'earthquake' }],
    [{}, { kind: 'slow' }],
    [{ kind: 'status' }],
    [{ kind: 'status', status: 418 }],
    [{ kind: 'status', status: 500, colour: 'red' }],
    [{ kind: 'slow', resource: 'moon' }],
    [{ kind: 'slow', count: 0 }],
    [{ kind: 'slow', probability: 2 }],
    [{ kind: 'slow', cell: {} }],
    [{ kind: 'slow', cell: { planet: 'x' } }],
    [{ kind: 'refuse' }],
    ['slow'],
  ])('refuses %o %o and keeps the old set', async (...list) => {
    await faults({ kind: 'status', status: 503 });
    const reply = await service.control('PUT', '/faults', list);
    expect(reply.status).toBe(400);
    expect(String(reply.json.error)).toMatch(/^Fault \d/);
    expect((await service.get(service.security)).status).toBe(503);
  });

  it.each([{}, [], { faults: [] }])('clears with %o', async (none) => {
    await faults({ kind: 'status', status: 503 });
    expect((await service.control('PUT', '/faults', none)).status).toBe(200);
    expect((await service.get(service.security)).status).toBe(200);
  });
});
