import { runInThisContext } from 'node:vm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { matrixReadsScript, takeEarlyRead } from '@/lib/client/early-reads';

it('asks for the matrix and its names as the page would, whatever the address names, and hands each answer on once', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000); // one process runs many files
  onTestFinished(() => now.mockRestore());
  const script = matrixReadsScript('</script><b>', 'person <1>');
  expect(script.slice(script.indexOf('['))).not.toMatch(/<|person <1>/);
  const asked = vi.fn((path: string) => Promise.resolve(new Response(path)));
  vi.stubGlobal('fetch', asked);
  runInThisContext(script);
  vi.unstubAllGlobals();
  const paths = ['/api/access/matrix', '/api/access/labels'].map(
    (path) => `${path}?connection=%3C%2Fscript%3E%3Cb%3E`,
  );
  expect(asked.mock.calls).toMatchObject([
    [paths[0], { headers: { Accept: 'application/octet-stream', 'X-Page-Person': 'person <1>' } }],
    [paths[1], { headers: { Accept: 'application/json', 'X-Background': '1' } }],
  ]);
  for (const path of paths) {
    expect(await (await takeEarlyRead(path))?.text()).toBe(path);
    expect(takeEarlyRead(path)).toBeUndefined();
  }
  runInThisContext(script.replace('fetch(path,how)', 'Promise.resolve()'));
  now.mockReturnValue(61_000); // the page has newer data by then
  expect(takeEarlyRead(paths[0] ?? '')).toBeUndefined();
});
