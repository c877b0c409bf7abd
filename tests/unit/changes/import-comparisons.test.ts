import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { forgetComparisons, importPreviewQuery } from '@/lib/client/access-file';
import type { ImportMode } from '@/lib/contract/access/file-kinds';

afterEach(() => void vi.unstubAllGlobals());

const file = { id: 'file', name: 'access.csv', size: 1, content: '', sha256: '' };
const noFilter = { type: [], q: '', entity: '' };
const query = (mode: ImportMode) => importPreviewQuery('default', file, mode, noFilter);

/** A console that has read the service at `console.asOf`; `look` shows a mode as the page does, and tells as of when. */
function someConsole() {
  const console = { asOf: '2026-11-04T10:00:00.000Z', asked: 0 };
  vi.stubGlobal('fetch', () => {
    console.asked++;
    return Promise.resolve(Response.json({ asOf: console.asOf }));
  });
  const client = new QueryClient();
  const observer = new QueryObserver(client, query('merge'));
  const stop = observer.subscribe(() => undefined);
  const look = async (mode: ImportMode) => {
    observer.setOptions(query(mode));
    await vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false));
    return observer.getCurrentResult().data?.asOf;
  };
  return { console, client, look, stop };
}

it('asks once for each mode while the console has read nothing newer', async () => {
  const { console, look, stop } = someConsole();
  for (const mode of ['merge', 'equal', 'merge', 'equal'] as const) await look(mode);
  expect(console.asked).toBe(2);
  stop();
});

it('brings no comparison back that is older than the one on the screen', async () => {
  const { console, look, stop } = someConsole();
  await look('merge');
  console.asOf = '2026-11-04T10:05:00.000Z';
  expect(await look('equal')).toBe(console.asOf);
  expect(await look('merge')).toBe(console.asOf);
  stop();
});

it('forgets what is not on the screen where it is compared anew', async () => {
  const { console, client, look, stop } = someConsole();
  await look('merge');
  await look('equal');
  forgetComparisons(client, 'default', file);
  await look('equal');
  expect(console.asked).toBe(2);
  await look('merge');
  expect(console.asked).toBe(3);
  stop();
});
