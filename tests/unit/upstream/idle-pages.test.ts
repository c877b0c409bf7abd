import { expect, it } from 'vitest';
import { IdlePages } from '@/lib/server/upstream/odata/idle-pages';

it('pages without anything new are counted as pages, not as parts', () => {
  const idle = new IdlePages();
  for (let part = 0; part < 100; part++) idle.note(0, { rowsBefore: part });
  for (let page = 1; page < 19; page++) idle.note(0, { rowsBefore: 0 });
  expect(() => idle.note(0, { rowsBefore: 0 })).toThrow('page after page');
});
