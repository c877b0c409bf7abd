import { describe, expect, it } from 'vitest';
import { fencedLookup, mayReach } from '@/lib/server/services/notices/receivers/public-addresses';

const open = ['1.1.1.1', '172.15.0.1', '192.169.0.1', '2606:4700:4700::1111', '64:ff9b::101:101'];
const own = [
  ...[
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
  ],
  ...['::1', 'fd00::1', 'fc00::1', '::ffff:10.0.0.1', '::ffff:7f00:1'],
  ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001::1'], // each holds an address of IPv4
];
const nobodys = [
  '0.0.0.0',
  '169.254.169.254',
  '::ffff:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  'fd00:ec2::254',
  'fe80::1',
  '224.0.0.1',
  'ff02::1',
  '::',
  'x',
];

describe('an address that messages may go to', () => {
  it.each(open)('%s is public', (address) => {
    expect([mayReach(address, false), mayReach(address, true)]).toEqual([true, true]);
  });
  it.each(own)('%s is private, so only where the operator allows it', (address) => {
    expect([mayReach(address, false), mayReach(address, true)]).toEqual([false, true]);
  });
  it.each(nobodys)('%s is never one', (address) => {
    expect([mayReach(address, false), mayReach(address, true)]).toEqual([false, false]);
  });
});

describe('looking a name up', () => {
  it('is done one at a time, so that a name server that hangs keeps one thread busy', async () => {
    const asked: string[] = [];
    const answers: (() => void)[] = [];
    const resolve = ((host: string) => {
      asked.push(host);
      return new Promise((answer) => answers.push(() => answer([{ address: '1.1.1.1', family: 4 }])));
    }) as unknown as NonNullable<Parameters<typeof fencedLookup>[1]>; // the only form that is called
    const look = fencedLookup(false, resolve);
    const found = (host: string) =>
      new Promise((done) => look(host, { all: true }, (_, address) => done(address)));
    const both = [found('hangs.example'), found('answers.example')];
    await expect.poll(() => asked).toEqual(['hangs.example']);
    answers[0]?.();
    await both[0];
    await expect.poll(() => asked).toEqual(['hangs.example', 'answers.example']);
    answers[1]?.();
    expect(await Promise.all(both)).toEqual([
      [{ address: '1.1.1.1', family: 4 }],
      [{ address: '1.1.1.1', family: 4 }],
    ]);
  });
});
