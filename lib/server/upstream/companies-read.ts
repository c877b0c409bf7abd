import 'server-only';
import type { Addresses } from './address';
import { largest } from './body';
import type { WireAnswer } from './exchange';
import { readPages } from './paging';
import type { CallOptions, Sender } from './sender';
import { companyRows } from './wire';
import type { CompanyWireRow } from './wire';

/** Every company the service lists beside ours (business-central: `companies` of the API route). */
export async function readCompanies(
  sender: Sender,
  addresses: Addresses,
  options: CallOptions,
): Promise<CompanyWireRow[]> {
  const get = (url: URL, signal: AbortSignal): Promise<WireAnswer> =>
    sender.send(
      { method: 'GET', resource: 'companies', url, accept: 'application/json', maxBytes: largest.page },
      { ...options, signal },
    );
  const first = addresses.companies();
  const pages = readPages({
    open: async (signal) => ({ url: first, answer: await get(first, signal) }),
    get,
    follow: addresses.follow,
    keyField: 'id',
    followLinks: true,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  const found: CompanyWireRow[] = [];
  for await (const page of pages) found.push(...companyRows(page.value));
  return found;
}
