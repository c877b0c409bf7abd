import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { accessSummarySchema } from '@/lib/contract/access/access-summary';
import { startReferenceService } from '@/lib/reference/service';
import { connectionSettings } from '@/tests/support/console/connections-file';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { ask } from '@/tests/support/console/raw-request';
import { writeSession } from '@/tests/support/console/written-session';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

const size = 'records=60,entities=6,lines=60';

/** Shares of access as somebody signed in is told them, once all is read. */
async function sharesOf({ url }: ConsoleProcess, cookie: string, connection: string) {
  return vi.waitFor(async () => {
    const { text } = await ask(url, `/api/access/summary?connection=${connection}`, { headers: { cookie } });
    const summary = accessSummarySchema.parse(JSON.parse(text));
    expect(summary.complete).toBe(true);
    return summary;
  }, 20_000);
}

it('the sign-in page tells nothing of a real service, though the console has read all of it', async () => {
  const service = await startReferenceService({ size });
  const console = await startConsole(connectionSettings([{ label: 'Real', place: service }]));
  try {
    const { cookie } = writeSession(console, 'demo', ['auditor']);
    const { recordTypes } = await sharesOf(console, cookie, 'real');
    expect(recordTypes.length).toBeGreaterThan(0);
    const visitors: Record<string, string>[] = [{}, { cookie }];
    for (const headers of visitors) {
      const { text } = await ask(console.url, '/sign-in', { headers });
      expect(text).toContain('Changes made here are real');
      expect(text).toContain('the real service');
      expect(text).not.toMatch(/Shares of access|Who may use what|\d%/);
      for (const { recordType } of recordTypes) expect(text).not.toContain(`>${recordType}<`);
    }
  } finally {
    await console.stop();
    await service.close();
  }
});

it('the sign-in page leaves out names that an operator gave the demo in a file of their own', async () => {
  const file = join(temporaryFolder('mem-names'), 'names.csv');
  writeFileSync(file, 'recordType,recordId,entityId,name,group\n,,000,Contoso Canary,Secret holding\n');
  const console = await startConsole({ REFERENCE_SIZE: size, MEM_LABELS_FILE: file });
  try {
    const { cookie } = writeSession(console, 'demo', ['auditor']);
    const { entities } = await sharesOf(console, cookie, 'default');
    expect(entities[0]).toEqual({ entityId: '000', name: 'Contoso Canary', group: 'Secret holding' });
    const { text } = await ask(console.url, '/sign-in');
    expect(text).toContain('Shares of access');
    expect(text).not.toMatch(/Contoso Canary|Secret holding/);
  } finally {
    await console.stop();
  }
});
