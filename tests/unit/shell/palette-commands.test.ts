import { describe, expect, it } from 'vitest';
import {
  foundCommands,
  foundInWords,
  groupCommands,
  paletteCommands,
  targetCommands,
  searchCommands,
  viewCommands,
} from '@/components/shell/palette-commands';
import { actCommands } from '@/components/shell/palette-acts';
import type { Role } from '@/lib/contract/session/roles';
import { noNames } from '@/lib/domain/access/names/matrix-names';
import { typedActs } from '@/lib/domain/access/change/typed-acts';
import { drawn } from '../access/some-matrices';

const connections = [
  { key: 'sandbox', label: 'Sandbox' },
  { key: 'live', label: 'Production' },
];
const commandsOf = (held: readonly Role[], connection?: string, pathname = '/access', search = '') =>
  paletteCommands({ held, connection, connections, pathname, search });
const labels = (commands: readonly { label: string }[]) => commands.map(({ label }) => label);

describe('the palette', () => {
  it('offers what the roles allow, and nothing else', () => {
    const accountant = labels(commandsOf(['accountant']));
    expect(accountant).toEqual(
      expect.arrayContaining([
        'Journal lines',
        'Interface',
        'Sign out',
        'Dark theme',
        'Turn single-key shortcuts off',
      ]),
    );
    for (const label of ['Access', 'Changes', 'Compare two entities', 'Compare two connections', 'Import…'])
      expect(accountant).not.toContain(label);
    expect(labels(commandsOf(['auditor']))).not.toContain('Import…');
    expect(labels(commandsOf(['security-administrator']))).toEqual(
      expect.arrayContaining([
        'Access',
        'Changes',
        'Compare two entities',
        'Compare two connections',
        'Import…',
      ]),
    );
  });

  it('offers the demo where there is one: to present it to administrators, the tour to who reads access', () => {
    const inDemo = (held: readonly Role[]) =>
      labels(
        paletteCommands({
          held,
          connection: undefined,
          connections,
          isDemo: true,
          pathname: '/',
          search: '',
        }),
      );
    const offered = ['Present the demo', 'Take the tour'];
    expect(inDemo(['security-administrator'])).toEqual(expect.arrayContaining(offered));
    expect(inDemo(['auditor'])).toContain('Take the tour');
    expect(inDemo(['auditor'])).not.toContain('Present the demo');
    for (const label of offered) {
      expect(inDemo(['accountant'])).not.toContain(label);
      expect(labels(commandsOf(['security-administrator']))).not.toContain(label);
    }
  });

  it('names each command once, and keeps the connection', () => {
    const commands = commandsOf(['security-administrator'], 'live');
    expect(new Set(commands.map(({ key }) => key)).size).toBe(commands.length);
    for (const { does, group } of commands)
      if (typeof does === 'object' && 'goTo' in does && group !== 'Connections')
        expect(does.goTo).toMatch(/[?&]connection=live$/);
  });

  it('keeps what is filtered and staged in the matrix while one is there', () => {
    const goTo = (pathname: string) =>
      commandsOf(['auditor'], undefined, pathname, 'type=A&type=B&q=10*&rows=all&stage=true').find(
        ({ key }) => key === 'rows-one',
      )?.does;
    expect(goTo('/access')).toEqual({ goTo: '/access?type=A&type=B&q=10*&rows=one&stage=true' });
    expect(goTo('/journal')).toEqual({ goTo: '/access?rows=one' });
  });

  it('leads to a record or an entity beside the matrix as it is, with the band of the record unfolded', () => {
    const found = [
      { target: { recordType: 'G/L Account', recordId: '10', entityId: '' }, name: 'Cash, or so' },
      { target: { recordType: '', recordId: '', entityId: '100' }, name: '' },
    ];
    const parts = {
      connection: 'live',
      pathname: '/access',
      search: 'unfold=A&fold=G%2FL+Account&fold=B&foldGroup=DACH&history=Item%2F1%2F',
    };
    expect(targetCommands(found, parts)).toMatchObject([
      {
        group: 'Records',
        label: 'G/L Account Cash, or so · 10',
        does: {
          goTo: '/access?unfold=A&unfold=G%2FL+Account&fold=B&foldGroup=DACH&history=G%252FL%2520Account%2F10%2F&connection=live',
        },
      },
      {
        group: 'Entities',
        label: 'Entity 100',
        does: { goTo: '/access?unfold=A&fold=G%2FL+Account&fold=B&history=%2F%2F100&connection=live' },
      },
    ]);
  });

  it('shows only a group of entities, and folds or unfolds it where it has a name', () => {
    const groups = [
      { name: 'DACH', filter: '400|410', count: 2 },
      { name: 'Nordics', filter: '500|510', count: 2 },
    ];
    const parts = { connection: 'live', pathname: '/access', search: 'foldGroup=DACH&stage=true' };
    expect(groupCommands(groups, true, 'dach', parts)).toMatchObject([
      { label: 'Show only DACH', does: { goTo: '/access?stage=true&entity=400%7C410&connection=live' } },
      { label: 'Unfold DACH', does: { goTo: '/access?stage=true&connection=live' } },
    ]);
    expect(groupCommands(groups, true, 'fold nord', parts)).toMatchObject([
      {
        label: 'Fold Nordics',
        does: { goTo: '/access?foldGroup=DACH&foldGroup=Nordics&stage=true&connection=live' },
      },
    ]);
    expect(labels(groupCommands(groups, false, 'dach', parts))).toEqual(['Show only DACH']);
    expect(groupCommands(groups, true, ' ', parts)).toEqual([]);
  });

  it('changes what a press does, for those who may change and have the choice', () => {
    const modeOf = (held: readonly Role[], isStaging: boolean | null) =>
      paletteCommands({
        ...{ held, connection: undefined, connections, isStaging },
        ...{ pathname: '/access', search: 'q=1&stage=true' },
      }).find(({ key }) => key === 'staging');
    expect(modeOf(['security-administrator'], false)).toMatchObject({
      label: 'Stage',
      does: { staging: true, goTo: '/access?q=1&stage=true' },
    });
    expect(modeOf(['security-administrator'], true)).toMatchObject({
      label: 'Switch now',
      does: { staging: false, goTo: '/access?q=1' },
    });
    expect([modeOf(['security-administrator'], null), modeOf(['auditor'], false)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('does not offer to switch at once while something is staged, and says why', () => {
    const modeOf = (isStaging: boolean, hasStaged: boolean) =>
      paletteCommands({
        ...{ held: ['security-administrator'], connection: undefined, connections, isStaging, hasStaged },
        ...{ pathname: '/access', search: '' },
      }).find(({ key }) => key === 'staging')?.whyNot;
    expect(modeOf(true, true)).toMatch(/apply or discard it first/);
    expect([modeOf(true, false), modeOf(false, true)]).toEqual([undefined, undefined]);
  });

  it('leads to other connections, from the page of a set to the list of the other one', () => {
    const other = (pathname: string) =>
      commandsOf(['auditor'], undefined, pathname).filter(({ group }) => group === 'Connections');
    expect(other('/journal')).toMatchObject([
      { label: 'Production', does: { goTo: '/journal?connection=live' } },
    ]);
    expect(other('/changes/some-set')).toMatchObject([{ does: { goTo: '/changes?connection=live' } }]);
  });

  it('offers files of the page, else of the matrix, to whoever may read them', () => {
    const exportOf = (held: readonly Role[], pathname: string, search = '') =>
      commandsOf(held, undefined, pathname, search).find(({ key }) => key === 'export')?.does;
    expect(exportOf(['auditor'], '/access', 'type=A')).toEqual({ goTo: '/access?type=A&files=true' });
    expect(exportOf(['auditor'], '/')).toEqual({ goTo: '/access?files=true' });
    expect(exportOf(['accountant'], '/journal', 'q=1')).toEqual({ goTo: '/journal?q=1&files=true' });
    expect(exportOf(['accountant'], '/')).toBeUndefined();
  });

  it('takes back only for whoever may change', () => {
    const offers = (held: readonly Role[]) => labels(commandsOf(held)).includes('Undo last change');
    expect([offers(['security-administrator']), offers(['auditor'])]).toEqual([true, false]);
  });

  it('opens a saved view by its name, and presses go on meaning what they mean', () => {
    const view = (place: 'access' | 'journal') => ({
      ...{ id: place, place, name: `My ${place}`, search: 'q=1', shared: false, mine: true, owner: 'Maya' },
    });
    const parts = { connection: 'live', pathname: '/access', search: 'stage=true&q=2' };
    expect(viewCommands([view('access'), view('journal')], parts)).toMatchObject([
      { kind: 'view', label: 'My access', does: { goTo: '/access?q=1&stage=true&connection=live' } },
      { kind: 'view', label: 'My journal', does: { goTo: '/journal?q=1&connection=live' } },
    ]);
  });

  it('finds by every word, and puts first what begins so', () => {
    const commands = commandsOf(['security-administrator']);
    expect(labels(foundCommands(commands, 'compare rec'))).toEqual(['Compare two records']);
    expect(labels(foundCommands(commands, 'CH'))[0]).toBe('Changes');
    expect(foundCommands(commands, '')).toHaveLength(commands.length);
    expect(foundCommands(commands, 'nothing of that')).toEqual([]);
  });

  it('looks for the text where somebody may read', () => {
    expect(searchCommands('  ', { held: ['auditor'], connection: undefined })).toEqual([]);
    expect(searchCommands(' 10* ', { held: ['accountant'], connection: 'live' })).toMatchObject([
      { label: 'Find “10*” in journal lines', does: { goTo: '/journal?q=10*&connection=live' } },
    ]);
    expect(labels(searchCommands('x', { held: ['auditor'], connection: undefined }))).toEqual([
      'Find “x” among master records',
      'Find “x” among entities',
      'Find “x” in journal lines',
    ]);
  });
});

it.each([
  [{ commands: 0, targets: 5, isMore: true }, '5 records and entities listed, more match.'],
  [{ commands: 1, targets: 1, isMore: false }, '1 command matches, 1 record or entity matches.'],
  [{ commands: 2, targets: 0, isMore: false }, '2 commands match. Reading the records…'],
])('says of %o how much was found', (found, words) => {
  expect(foundInWords('40', found, ['auditor'], ' Reading the records…')).toBe(words);
});

describe('sentences', () => {
  const hint = (held: readonly Role[]) =>
    foundInWords(' ', { commands: 9, targets: 0, isMore: false }, held, '');
  const matrix = drawn(['200', '420', '999'], { 'Vendor 10': '-+-', 'Customer 20': '+--' });
  const offered = (text: string, held: readonly Role[], isComplete = true) =>
    actCommands(typedActs(text, matrix, noNames), {
      ...{ connection: undefined, pathname: '/', search: '', matrix, isComplete },
      mayChange: held.includes('security-administrator'),
    });
  const examples = (held: readonly Role[]) => [...hint(held).matchAll(/“(.+?)”/g)].map(([, one = '']) => one);

  it.each([
    [['security-administrator'], 3],
    [['auditor'], 2],
    [['accountant'], 0],
  ] as const)('suggests to %o only what does something for them', (held, count) => {
    expect(examples(held)).toHaveLength(count);
    for (const text of examples(held)) expect(offered(text.replace('210', '420'), held)).not.toEqual([]);
  });

  it('suggests a change to nobody who may not make one', () => {
    expect(hint(['auditor'])).not.toMatch(/copy|out of/);
    expect(hint(['accountant', 'security-administrator'])).toBe(hint(['security-administrator']));
    expect(hint(['accountant'])).toBe('');
  });

  it.each(['copy 200 to 999', 'vendors out of 420'])('says why “%s” waits for the whole matrix', (text) => {
    const whyNot = 'The matrix is still being read: wait until it is complete.';
    expect(offered(text, ['security-administrator'], false)[0]).toMatchObject({ whyNot });
    expect(offered(text, ['security-administrator'])[0]).not.toHaveProperty('whyNot');
    for (const one of offered(text, ['auditor'], false)) expect(one).not.toHaveProperty('whyNot');
  });

  it('compares and shows what has arrived', () => {
    const first = (text: string) => offered(text, ['security-administrator'], false)[0];
    expect(first('compare 200 420')).not.toHaveProperty('whyNot');
    expect(first('vendors in 420')).not.toHaveProperty('whyNot');
  });
});
