import { expect, it } from 'vitest';
import { changeListSchema } from '@/lib/contract/changes/changes';
import { sessionSchema } from '@/lib/contract/session/session';
import { startConsole } from '@/tests/support/console/console-process';
import { ask, problemIn } from '@/tests/support/console/raw-request';
import { writeSession } from '@/tests/support/console/written-session';

const cell = { recordType: 'Customer', recordId: '40000', entityId: '100' };

it('a console that wants reasons refuses a change without one, and says so beforehand', async () => {
  const console = await startConsole({ ACCESS_REASON: 'required' });
  try {
    const { cookie } = writeSession(console, 'demo', ['security-administrator']);
    const headers = { cookie, origin: console.url, 'content-type': 'application/json' };
    const session = await ask(console.url, '/api/session', { headers: { cookie } });
    expect(sessionSchema.parse(JSON.parse(session.text)).accessReason).toBe('required');
    const post = (path: string, body: object) =>
      ask(console.url, path, { method: 'POST', headers, body: JSON.stringify(body) });
    for (const answer of [
      await post('/api/access', { ...cell, accessible: true }),
      await post('/api/changes', { cells: [{ ...cell, accessible: true }] }),
    ]) {
      expect(answer.status).toBe(400);
      expect(problemIn(answer)).toMatchObject({ code: 'invalid-request', errors: [{ path: 'reason' }] });
    }
    const reason = 'Asked for by the branch';
    expect((await post('/api/access', { ...cell, accessible: true, reason })).status).toBe(200);
    const list = await ask(console.url, '/api/changes', { headers: { cookie } });
    expect(changeListSchema.parse(JSON.parse(list.text)).value).toMatchObject([{ kind: 'switch', reason }]);
  } finally {
    await console.stop();
  }
});
