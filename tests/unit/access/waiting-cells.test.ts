import { describe, expect, it } from 'vitest';
import { followEvents, WaitingCells } from '@/lib/client/waiting-cells';
import type { ChangeSet } from '@/lib/contract/changes';
import type { AccessEvent, EventName, EventOf } from '@/lib/contract/events';

const cell = (entityId: string) => ({ recordType: 'Customer', recordId: '10000', entityId });

const told = (entityId: string, changeSetId: string | null): AccessEvent['cells'] => [
  {
    ...cell(entityId),
    accessible: true,
    open: false,
    applied: true,
    outside: false,
    changeSetId,
    person: null,
  },
];

function waiting() {
  const changed: string[][] = [];
  const cells = new WaitingCells((some) => changed.push(some.map(({ entityId }) => entityId)));
  return { cells, changed };
}

describe('a combination of a change set waits', () => {
  it('until the set itself has come to it, or has ended', () => {
    const { cells, changed } = waiting();
    cells.begin(
      'set',
      [
        { cell: cell('100'), wanted: true },
        { cell: cell('110'), wanted: false },
      ],
      5,
    );
    cells.hear(told('100', 'another'));
    cells.hear(told('100', null));
    expect(cells.wantedOf(cell('100'))).toBe(true);
    cells.hear(told('100', 'set'));
    expect([cells.wantedOf(cell('100')), cells.wantedOf(cell('110'))]).toEqual([undefined, false]);
    cells.end('another');
    cells.end('set');
    expect(cells.all()).toEqual([]);
    expect(changed).toEqual([['100', '110'], ['100'], ['110']]);
  });

  it('for what the newer of two sets asks, then for what the older one does', () => {
    const { cells } = waiting();
    cells.begin('older', [{ cell: cell('100'), wanted: true }], 5);
    cells.begin('newer', [{ cell: cell('100'), wanted: false }], 6);
    expect(cells.wantedOf(cell('100'))).toBe(false);
    cells.end('newer');
    expect(cells.wantedOf(cell('100'))).toBe(true);
  });

  it('no longer than events are known to be complete', () => {
    const { cells } = waiting();
    cells.begin('before', [{ cell: cell('100'), wanted: true }], 5);
    cells.begin('after', [{ cell: cell('110'), wanted: true }], 9);
    cells.forgetBefore(7);
    expect([cells.wantedOf(cell('100')), cells.wantedOf(cell('110'))]).toEqual([undefined, true]);
  });

  it('as the events of its own connection say, also while nobody looks', () => {
    const { cells } = waiting();
    const hearers: { [N in EventName]?: (data: EventOf<N>, from: string | undefined) => void } = {};
    let completeSince = 1;
    followEvents(cells, 'here', {
      subscribe: (name, hear) => {
        Object.assign(hearers, { [name]: hear });
        return () => undefined;
      },
      completeSince: () => completeSince,
    });
    const both = ['100', '110'].map((entityId) => ({ cell: cell(entityId), wanted: true }));
    // Of a set, only what is looked at here.
    const stands = (state: ChangeSet['state']) => ({ id: 'set', state }) as ChangeSet;
    const waits = () => cells.all().map((change) => change.cell.entityId);
    cells.begin('set', both, 5);
    hearers.access?.({ connection: 'elsewhere', cells: told('100', 'set') }, 'elsewhere');
    hearers['change-set']?.(stands('running'), 'here');
    hearers.hello?.({ after: 1, reset: false }, 'here');
    expect(waits()).toEqual(['100', '110']);
    hearers.access?.({ connection: 'here', cells: told('100', 'set') }, 'here');
    expect(waits()).toEqual(['110']);
    hearers['change-set']?.(stands('cancelled'), 'here');
    expect(waits()).toEqual([]);
    cells.begin('set', both, 5);
    completeSince = 7;
    hearers.hello?.({ after: 1, reset: true }, 'elsewhere');
    expect(waits()).toEqual(['100', '110']);
    hearers.hello?.({ after: 9, reset: true }, 'here');
    expect(waits()).toEqual([]);
  });
});
