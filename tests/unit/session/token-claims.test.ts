import { describe, expect, test } from 'vitest';
import { nameClaimed, rolesClaimed } from '@/lib/server/auth/token-claims';

describe('rolesClaimed', () => {
  test.each<[string, unknown, string[] | undefined]>([
    ['a list', ['auditor', 'accountant'], ['accountant', 'auditor']],
    ['one name', 'auditor', ['auditor']],
    ['names with blanks between', 'auditor  accountant', ['accountant', 'auditor']],
    ['names with commas between', 'auditor,accountant, other', ['accountant', 'auditor']],
    ['names in other letters', ['Auditor', 'AUDITOR', 'auditor '], []],
    ['names as part of others', ['auditors', 'x-auditor'], []],
    ['an empty text', '', []],
    ['a list of other things', [1, null, { role: 'auditor' }, ['auditor']], []],
    ['an object', { auditor: true }, []],
    ['null', null, undefined],
  ])('reads %s', (_, roles, expected) => {
    expect(rolesClaimed({ roles }, 'roles')?.sort()).toEqual(expected);
  });

  test('says when there is no such claim', () => {
    expect(rolesClaimed({ groups: ['auditor'] }, 'roles')).toBeUndefined();
    expect(rolesClaimed({ realm_access: {} }, 'realm_access.roles')).toBeUndefined();
    expect(rolesClaimed({ realm_access: 'auditor' }, 'realm_access.roles')).toBeUndefined();
    expect(rolesClaimed({ list: [{ roles: 'auditor' }] }, 'list.0.roles')).toBeUndefined();
  });

  test('takes the claim of the whole name before it follows dots', () => {
    const claims = { 'a.roles': ['auditor'], a: { roles: ['accountant'] } };
    expect(rolesClaimed(claims, 'a.roles')).toEqual(['auditor']);
    expect(rolesClaimed({ a: claims.a }, 'a.roles')).toEqual(['accountant']);
  });

  test('finds its way through names that have dots themselves', () => {
    expect(
      rolesClaimed({ 'https://console.example/roles': 'auditor' }, 'https://console.example/roles'),
    ).toEqual(['auditor']);
    const claims = { resource_access: { 'mem.console': { roles: ['auditor'] } } };
    expect(rolesClaimed(claims, 'resource_access.mem.console.roles')).toEqual(['auditor']);
  });

  test('never takes what every object has', () => {
    for (const name of ['__proto__', 'constructor', 'constructor.name', '__proto__.roles', 'toString']) {
      expect(rolesClaimed({}, name)).toBeUndefined();
    }
    const claims = JSON.parse('{"__proto__":{"roles":["auditor"]}}') as Record<string, unknown>; // an object of JSON
    expect(rolesClaimed(claims, 'roles')).toBeUndefined();
  });
});

describe('nameClaimed', () => {
  test.each([
    [{ name: 'Ann  Auditor ', preferred_username: 'ann' }, 'Ann Auditor'],
    [{ name: '', preferred_username: 'ann@example.com' }, 'ann@example.com'],
    [{ name: 7, given_name: 'Ann', family_name: 'Auditor' }, 'Ann Auditor'],
    [{ given_name: 'Ann' }, 'Ann'],
    [{ name: ['Ann'], email: 'ann@example.com' }, undefined],
  ])('of %j is %s', (claims, expected) => {
    expect(nameClaimed(claims)).toBe(expected);
  });
});
