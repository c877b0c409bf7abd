import { expect, it } from 'vitest';
import { startConsole } from '@/tests/support/console/console-process';
import { ask, signInFrom } from '@/tests/support/console/raw-request';

/** Numbers of the entries among what a console has written; each other line of JSON is one about itself. */
function sequencesIn(output: string): number[] {
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  return lines.flatMap((line) => {
    const { metadata, level } = JSON.parse(line) as { metadata?: { sequence: number }; level?: number };
    expect(metadata === undefined).toBe(level !== undefined);
    return metadata?.sequence ?? [];
  });
}

const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

it('goes on without a reader of its output, and the next start writes what was missed', async () => {
  const first = await startConsole({ AUDIT_LOG: 'stdout', LOG_LEVEL: 'info' });
  const waiting = async (url: string) =>
    Number(/^mem_audit_log_waiting (\d+)$/m.exec((await ask(url, '/api/metrics')).text)?.[1]);
  const newest = async (url: string) =>
    Number(/^mem_log_entries (\d+)$/m.exec((await ask(url, '/api/metrics')).text)?.[1]);
  await signInFrom(first.url, 'auditor');
  await expect
    .poll(() => sequencesIn(first.output()).at(-1), { timeout: 10_000 })
    .toBe(await newest(first.url));
  expect(sequencesIn(first.output())).toEqual(upTo(await newest(first.url)));
  first.closeOutput();
  await signInFrom(first.url, 'auditor');
  await expect.poll(() => waiting(first.url), { timeout: 10_000 }).toBeGreaterThan(0);
  expect((await ask(first.url, '/api/health')).status).toBe(200);
  await first.stop();

  const { directory } = first;
  const second = await startConsole({ AUDIT_LOG: 'stdout', LOG_LEVEL: 'info' }, { directory });
  await expect.poll(() => waiting(second.url), { timeout: 10_000 }).toBe(0);
  const written = [...sequencesIn(first.output()), ...sequencesIn(second.output())];
  expect([...new Set(written)].sort((a, b) => a - b)).toEqual(upTo(await newest(second.url)));
  await second.stop();
});
