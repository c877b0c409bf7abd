import { afterAll, afterEach, beforeAll } from 'vitest';
import { startReferenceService, type ReferenceOptions, type RunningReference } from '@/lib/reference/service';

export interface Row {
  [field: string]: string | number | boolean;
}

export interface CollectionBody {
  '@odata.context': string;
  '@odata.count'?: number;
  '@odata.nextLink'?: string;
  value: Row[];
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** Body as a collection; empty rows when it is none. */
  body: CollectionBody;
  /** Code and message of an error body. */
  error: { code: string; message: string };
}

/** A reference service on free ports for one test file, with the few calls that tests make. */
export class ServiceUnderTest {
  private running: RunningReference | null = null;

  constructor(options: ReferenceOptions) {
    beforeAll(async () => {
      this.running = await startReferenceService(options);
    });
    afterEach(async () => {
      await this.control('POST', '/reset');
    });
    afterAll(async () => {
      await this.running?.close();
    });
  }

  get reference(): RunningReference {
    if (this.running === null) throw new Error('The reference service is not running.');
    return this.running;
  }

  /** Address up to the version segment. */
  get route(): string {
    const { baseUrl, tenantId, environment, publisher } = this.reference;
    return `${baseUrl}/v2.0/${tenantId}/${environment}/api/${publisher}/bssiMem/v1.0`;
  }

  get security(): string {
    return `${this.route}/companies(${this.reference.companyId})/bssiMEMMasterRecordSecurity`;
  }

  get journal(): string {
    return `${this.route}/companies(${this.reference.companyId})/bssiItemJournalLines`;
  }

  async get(
    url: string,
    options: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const query = Object.entries(options).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const full = query.length === 0 ? url : `${url}?${query.join('&')}`;
    return readReply(await fetch(full, { headers, redirect: 'manual' }));
  }

  /** All rows of a read, page by page, and the number of pages. */
  async readAll(url: string, options: Record<string, string> = {}, headers: Record<string, string> = {}) {
    const rows: Row[] = [];
    let reply = await this.get(url, options, headers);
    let pages = 1;
    for (;;) {
      if (reply.status !== 200) throw new Error(`Page ${pages}: ${reply.status} ${reply.text}`);
      rows.push(...reply.body.value);
      const next = reply.body['@odata.nextLink'];
      if (next === undefined) return { rows, pages };
      reply = await this.get(next, {}, headers);
      pages += 1;
    }
  }

  async post(
    body: unknown,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ): Promise<Reply> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return readReply(await fetch(this.security, { method: 'POST', headers, body: text }));
  }

  /** The value of one assignment as a read of the service shows it; null when there is no such row. */
  async cell(type: string, id: string, entity: string): Promise<boolean | null> {
    const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
    const filter = `BssiMasterRecordType eq ${quote(type)} and BssiMasterRecordID eq ${quote(id)} and BssiEntityID eq ${quote(entity)}`;
    const { body } = await this.get(this.security, { $filter: filter });
    const value = body.value[0]?.BssiAccessible;
    return typeof value === 'boolean' ? value : null;
  }

  /** Puts faults in force; throws when the control port refuses them. */
  async putFaults(list: readonly Record<string, unknown>[]): Promise<void> {
    const { status, json } = await this.control('PUT', '/faults', list);
    if (status !== 200) throw new Error(String(json.error));
  }

  /** The value of an assignment behind all faults. */
  async trueValue(cell: Record<'recordType' | 'recordId' | 'entityId', string>): Promise<unknown> {
    return (await this.control('GET', `/cell?${new URLSearchParams(cell).toString()}`)).json.accessible;
  }

  async control(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; json: Record<string, unknown> }> {
    const init: RequestInit = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const reply = await fetch(this.reference.controlUrl + path, init);
    const text = await reply.text();
    // Guarantee: the control port answers JSON objects or nothing.
    return { status: reply.status, json: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
  }
}

/** Reads a reply of the service whatever it holds. */
export async function readReply(reply: Response): Promise<Reply> {
  const text = await reply.text();
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = null;
  }
  // Guarantee: callers look at `body` and `error` only where the status tells that they are there.
  const object = (parsed ?? {}) as Partial<CollectionBody> & { error?: Reply['error'] };
  return {
    status: reply.status,
    headers: reply.headers,
    text,
    body: { ...object, '@odata.context': object['@odata.context'] ?? '', value: object.value ?? [] },
    error: object.error ?? { code: '', message: '' },
  };
}

/** A POST body of the security set. */
export function change(recordType: string, recordId: string, entityId: string, accessible: boolean) {
  return {
    BssiMasterRecordType: recordType,
    BssiMasterRecordID: recordId,
    BssiEntityID: entityId,
    BssiAccessible: accessible,
  };
}
