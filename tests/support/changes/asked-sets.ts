import { expect, type APIRequestContext } from '@playwright/test';
import { accessRowsSchema, type AccessRow } from '@/lib/contract/access/access';
import {
  changeListSchema,
  changesAcceptedSchema,
  changeSetSchema,
  type ChangeSet,
} from '@/lib/contract/changes/changes';
import type { ConsoleProcess } from '@/tests/support/console/console-process';
import { writeSession } from '@/tests/support/console/written-session';

/** All assignments of customers, each asked to become the opposite. `connection`: the first one unless told. */
export async function opposites(
  request: APIRequestContext,
  url: string,
  recordIds: readonly string[],
  connection?: string,
): Promise<(AccessRow & { expected: boolean })[]> {
  const cells: (AccessRow & { expected: boolean })[] = [];
  for (const recordId of recordIds) {
    const query = new URLSearchParams({ recordType: 'Customer', recordId });
    if (connection !== undefined) query.set('connection', connection);
    const answer = await request.get(`${url}/api/access?${query.toString()}`);
    for (const { accessible, ...cell } of accessRowsSchema.parse(await answer.json()).value)
      cells.push({ ...cell, accessible: !accessible, expected: accessible });
  }
  return cells;
}

/** Asks for a change set as a script does. @returns its id. */
export async function askForSet(
  request: APIRequestContext,
  url: string,
  cells: readonly object[],
  { reason = '', connection }: { reason?: string; connection?: string } = {},
): Promise<string> {
  const query = connection === undefined ? '' : `?connection=${connection}`;
  const answer = await request.post(`${url}/api/changes${query}`, {
    data: { cells, reason },
    headers: { Origin: url },
  });
  expect(answer.status(), await answer.text()).toBe(202);
  return changesAcceptedSchema.parse(await answer.json()).id;
}

/** A set as it is now. */
export async function setNow(request: APIRequestContext, url: string, id: string): Promise<ChangeSet> {
  return changeSetSchema.parse(await (await request.get(`${url}/api/changes/${id}`)).json());
}

/** Waits until a set is done. */
export async function untilDone(request: APIRequestContext, url: string, id: string): Promise<ChangeSet> {
  await expect.poll(async () => (await setNow(request, url, id)).state, { timeout: 40_000 }).toBe('done');
  return setNow(request, url, id);
}

/** Waits until no set is under way: before it has ended, one is not offered to be undone. */
export async function untilAllEnded(request: APIRequestContext, url: string): Promise<void> {
  const active = async () =>
    changeListSchema.parse(await (await request.get(`${url}/api/changes?state=active`)).json()).value;
  await expect.poll(active, { timeout: 30_000 }).toEqual([]);
}

/** Takes every fault away and cancels what a test left behind, so that its failure is not also the next one's. */
export async function leaveNothingRunning(
  request: APIRequestContext,
  console: ConsoleProcess,
  timeout = 30_000,
): Promise<void> {
  await console.faults();
  const { cookie } = writeSession(console, 'demo', ['security-administrator']);
  const headers = { Cookie: cookie, Origin: console.url };
  const unended = async () => {
    const answer = await request.get(`${console.url}/api/changes?state=active`, { headers });
    return changeListSchema.parse(await answer.json()).value;
  };
  for (const { id } of await unended())
    await request.post(`${console.url}/api/changes/${id}/cancel`, { headers }); // it may have ended by now
  await expect.poll(async () => (await unended()).length, { timeout }).toBe(0);
}
