import { describe, expect, it } from 'vitest';
import { importRequestSchema } from '@/lib/contract/access/access-file';
import { cleanFileName } from '@/lib/contract/hidden-characters';
import { createChangesSchema, undoChangesSchema } from '@/lib/contract/changes/changes';
import { saveViewSchema } from '@/lib/contract/views';

const cells = [{ recordType: 'Item', recordId: '1', entityId: '100', accessible: true }];
const digest = '0'.repeat(64);

const written: Record<string, (text: string) => { success: boolean }> = {
  'the reason of changes': (reason) => createChangesSchema.safeParse({ cells, reason }),
  'the reason of an undo': (reason) => undoChangesSchema.safeParse({ changeSetId: 'a', reason }),
  'the name of a view': (name) => saveViewSchema.safeParse({ place: 'access', name, search: '' }),
};

describe.each(Object.entries(written))('%s', (_, parse) => {
  it.each([
    ['turns the reading direction', 'access \u202eot nevig'],
    ['isolates what follows', 'a\u2066b'],
    ['has a mark of the other direction', 'a\u200fb'],
    ['is a blank that has no width', '\u200b'],
    ['has a byte order mark', 'rea\ufeffson'],
    ['hides letters in a text', `reason${String.fromCodePoint(0xe0041)}`],
    ['looks empty', '\u3164'],
    ['has a control character', 'a\u0007b'],
    ['has half a character', 'a\ud800'],
  ])('is refused where it %s', (_what, text) => {
    expect(parse(text).success).toBe(false);
  });

  it.each(['For Zoë 👩‍👩‍👧 ❤️', 'می‌خواهم', 'لحساب التدقيق 2026', 'क्‍ष', '月末の監査', 'narrow\u202fblank'])(
    'may be %s',
    (text) => {
      expect(parse(text).success).toBe(true);
    },
  );
});

it('an ID is taken as the service has it', () => {
  const odd = [{ recordType: 'Item', recordId: 'a\u200e\u200b', entityId: '\u202e1', accessible: true }];
  expect(createChangesSchema.safeParse({ cells: odd }).success).toBe(true);
});

describe('the name of a file', () => {
  const sent = (name: string) => [
    importRequestSchema.parse({ name, content: 'a', mode: 'merge' }).name,
    createChangesSchema.parse({ cells, source: { file: name, sha256: digest } }).source?.file,
  ];

  it.each([
    ['that turns the reading direction', '\u202aaccess\u200f \u202cנגישות.csv', 'access נגישות.csv'],
    ['with a control character', 'a\u0007b\n.csv', 'ab.csv'],
    ['with half a character', 'a\ud83d.csv', 'a.csv'],
    ['whose end begins inside a character', `😀${'a'.repeat(245)}.csv`, `${'a'.repeat(245)}.csv`],
    ['longer than is kept', `${'a'.repeat(300)}.csv`, `${'a'.repeat(246)}.csv`],
    ['that nothing can be seen of', '\u200b', 'file'],
    ['as it is', 'Zugriff für Zoë 👩‍👩‍👧.xlsx', 'Zugriff für Zoë 👩‍👩‍👧.xlsx'],
  ])('is cleaned, not refused: one %s', (_, name, clean) => {
    expect(sent(name)).toEqual([clean, clean]);
    expect(cleanFileName(name)).toBe(clean);
  });
});
