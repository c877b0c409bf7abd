import { expect, it } from 'vitest';
import { checkEntrance, entranceHeader } from '@/lib/server/auth/entrance-header';

it('only requests that carry the mark of this process come in', () => {
  expect(() => checkEntrance(new Headers({ [entranceHeader]: 'mark' }), 'mark')).not.toThrow();
  for (const headers of [new Headers(), new Headers({ [entranceHeader]: 'another' })])
    expect(() => checkEntrance(headers, 'mark')).toThrow(/Nothing was changed/);
});
