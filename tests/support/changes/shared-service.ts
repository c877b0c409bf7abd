import { afterAll, afterEach, beforeAll } from 'vitest';
import type { AccessChange } from '@/lib/contract/access/access';
import type { ReferenceOptions } from '@/lib/reference/service';
import { expectInvariants } from './change-sets';
import { connectReference, type ConnectedReference } from '@/tests/support/console/connected-reference';
import { FreshCells } from './fresh-cells';

/** What the tests of a file share. */
export interface Shared {
  service: ConnectedReference;
  /** The next so many assignments that no test has used, each to be turned round. */
  fresh: (count: number) => AccessChange[];
}

interface Begin extends ReferenceOptions {
  /** A worker runs with this policy; none unless told. */
  policy?: Parameters<ConnectedReference['work']>[0];
}

/**
 * One service and one console for all tests of a file: after each the service has no fault left and the invariants of
 * quality.md hold.
 * @param take is given both before the first test.
 */
export function shareService(take: (shared: Shared) => void, { policy, ...options }: Begin = {}): void {
  let service: ConnectedReference;
  beforeAll(async () => {
    service = await connectReference(options);
    const unused = await FreshCells.of(service);
    if (policy !== undefined) service.work(policy);
    take({ service, fresh: (count) => unused.take(count) });
  });
  afterAll(() => service.close());
  afterEach(async () => {
    await service.control('PUT', '/faults', []);
    await expectInvariants(service);
  });
}
