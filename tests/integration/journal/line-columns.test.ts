import Database from 'libsql';
import { expect, it, onTestFinished } from 'vitest';
import { groupingKey, type GroupingKey } from '@/lib/domain/journal/grouping';
import { LineColumns } from '@/lib/server/services/journal/snapshot/line-columns';

const lines = 1_000;

/** Columns of lines in a database that counts how often it is asked. */
function someColumns(most: ConstructorParameters<typeof LineColumns>[2]) {
  const database = new Database(':memory:');
  onTestFinished(() => {
    database.close();
  });
  database.exec('CREATE TABLE lines ("ItemNo", "LocationCode", "EntryType", "Quantity")');
  const add = database.prepare('INSERT INTO lines VALUES (?, ?, ?, ?)');
  for (let at = 0; at < lines; at++) add.run(`I${String(at % 7)}`, `L${String(at % 3)}`, 'Sale', at);
  let asked = 0;
  const prepare = database.prepare.bind(database);
  database.prepare = (...how) => {
    asked++;
    return prepare(...how);
  };
  return { columns: new LineColumns(database, new Map([['Quantity', 0]]), most), asked: () => asked };
}

function key(name: string): GroupingKey {
  return groupingKey(name) ?? expect.fail(name);
}

it('keeps no more bytes of columns than it may, those asked for last, and reads the others again', () => {
  const roomForTwo = 2 * (4 * lines + 1_000);
  const { columns, asked } = someColumns({ keys: roomForTwo, decimals: 1, matches: 4 * 600 });
  const readsOf = (name: string): number => {
    const before = asked();
    const [column] = columns.of([key(name)], []).keys;
    expect(column?.ranks.length).toBe(lines);
    return asked() - before;
  };
  expect(['ItemNo', 'LocationCode', 'ItemNo', 'EntryType', 'ItemNo', 'LocationCode'].map(readsOf)).toEqual([
    1, 1, 0, 1, 0, 1,
  ]);
  // Larger than all the room there is: it is kept until another one is asked for.
  const [once] = columns.of([], ['Quantity']).sums;
  const before = asked();
  expect(columns.of([], ['Quantity']).sums).toEqual([once]);
  expect(asked()).toBe(before);
  const matching = (entity: string) =>
    columns.matching({ sql: 'WHERE "LocationCode" = ?', values: [entity] })?.length;
  const asks = ['L0', 'L0', 'L1', 'L0', 'L2'].map((entity) => {
    const start = asked();
    expect(matching(entity)).toBeGreaterThan(300);
    return asked() - start;
  });
  expect(asks).toEqual([1, 0, 1, 1, 1]);
});

it('gives all columns of one question, also where there is no room to keep them', () => {
  const { columns } = someColumns({ keys: 1, decimals: 1, matches: 1 });
  const { keys, sums } = columns.of(['ItemNo', 'LocationCode'].map(key), ['Quantity']);
  expect(keys.map(({ values }) => values.length)).toEqual([7, 3]);
  expect(sums).toHaveLength(1);
});
