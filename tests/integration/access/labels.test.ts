import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessExportQuerySchema, importPreviewSchema } from '@/lib/contract/access/access-file';
import { labelsSchema, type LabelsRequest } from '@/lib/contract/access/labels';
import type { Role } from '@/lib/contract/session/roles';
import { csvRows } from '@/lib/domain/spreadsheet/csv';
import { exportAccess } from '@/lib/server/services/access/export-access';
import { listLabels } from '@/lib/server/services/access/list-labels';
import { nameRecords } from '@/lib/server/services/access/name-records';
import { wholeMatrix } from '@/lib/server/services/access/mirror/whole-matrix';
import { listConnections } from '@/lib/server/services/connections/list-connections';
import { readReadiness } from '@/lib/server/services/health/read-health';
import { importChanges } from '@/lib/server/services/changes/import-changes';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

const file = join(temporaryFolder('mem-labels'), 'names.csv');
const said: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => said.push(line) });

let service: Scenario;
beforeAll(async () => {
  write('Customer,10000,,Adatum Corporation', ',,100,Cronus UK');
  service = await startScenario({ size: 'records=90,entities=6,lines=10', labelsFile: file, log });
});
afterAll(() => service.close());

function write(...rows: string[]): void {
  writeFileSync(file, ['recordType,recordId,entityId,name', ...rows, ''].join('\n'));
}

const labels = async (role: Role = 'auditor', input: LabelsRequest = {}) => {
  const { body } = await listLabels({ ctx: service.context(role), input });
  return labelsSchema.parse(JSON.parse(await new Response(body).text()));
};

it('are for those who may read access; who reads the journal alone is told those of entities', async () => {
  await expect(listLabels({ ctx: service.context(null), input: {} })).rejects.toMatchObject({
    code: 'signed-out',
  });
  const ofEntities = { records: [], entities: [['100', 'Cronus UK', null]] };
  expect(await labels('accountant')).toEqual(ofEntities);
  expect(await labels('auditor', { of: 'entities' })).toEqual(ofEntities);
  const all = { ...ofEntities, records: [['Customer', '10000', 'Adatum Corporation']] };
  for (const role of ['auditor', 'security-administrator'] as const) expect(await labels(role)).toEqual(all);
});

it('are told of some records alone, with all entities, to those who may read access', async () => {
  write('Customer,10000,,Adatum Corporation', 'Vendor,10000,,Fabrikam', ',,100,Cronus UK');
  const input = [{ recordType: 'Vendor', recordId: '10000' }];
  expect(await nameRecords({ ctx: service.context('auditor'), input })).toEqual({
    records: [['Vendor', '10000', 'Fabrikam']],
    entities: [['100', 'Cronus UK', null]],
  });
  await expect(nameRecords({ ctx: service.context('accountant'), input })).rejects.toMatchObject({
    code: 'forbidden',
  });
  write('Customer,10000,,Adatum Corporation', ',,100,Cronus UK');
});

it('are read again when the file has changed, and kept when it is damaged or gone', async () => {
  const first = {
    records: [['Customer', '10000', 'Adatum Corporation']],
    entities: [['100', 'Cronus UK', null]],
  };
  expect(await labels()).toEqual(first);
  write('Customer,10000,,Adatum', 'Customer,,,Nobody');
  const second = { records: [['Customer', '10000', 'Adatum']], entities: [] };
  expect(await labels()).toEqual(second);
  expect(said.join()).toContain('Row 3 needs a recordType');
  for (const damaged of ['nothing of that\n', '']) {
    writeFileSync(file, damaged);
    expect(await labels()).toEqual(second);
  }
  rmSync(file);
  expect(await labels()).toEqual(second);
  expect(await labels()).toEqual(second);
  expect(said.filter((line) => line.includes('could not be read'))).toHaveLength(3);
  write('Customer,10000,,Adatum Corporation');
  expect(await labels()).toEqual({ ...first, entities: [] });
});

it('are kept where the file is not UTF-8, which log, health and overview say; UTF-16 with its mark is read', async () => {
  write('Customer,10000,,Möbel-Meißner KG', ',,220,Cronus Österreich GmbH');
  const text = 'recordType\trecordId\tentityId\tname\r\nCustomer\t10000\t\tМебель\r\n';
  const before = await labels();
  const told = async () => {
    const { parts } = await readReadiness({ ctx: service.context(null), input: {} });
    const { value } = await listConnections({ ctx: service.context('auditor'), input: {} });
    return [parts.find(({ name }) => name === 'labels file'), value[0]?.labelsProblem];
  };
  expect(await told()).toEqual([{ name: 'labels file', up: true }, null]);

  writeFileSync(file, 'recordType;recordId;entityId;name\r\nCustomer;10000;;M\xf6bel', 'latin1');
  expect(await labels()).toEqual(before);
  const problem = 'It is not UTF-8; save it as “CSV UTF-8”.';
  const detail = expect.stringContaining(problem) as string;
  expect(await told()).toEqual([{ name: 'labels file', up: false, detail }, problem]);
  expect(said.at(-1)).toContain(problem);

  for (const isBig of [false, true]) {
    const bytes = Buffer.from(`\uFEFF${text}${String(isBig)}`, 'utf16le');
    writeFileSync(file, isBig ? bytes.swap16() : bytes);
    expect((await labels()).records).toEqual([['Customer', '10000', 'Мебель']]);
    expect(await told()).toEqual([{ name: 'labels file', up: true }, null]);
  }
});

it('are found below a blank line, and by semicolons though a name of a column holds commas', async () => {
  writeFileSync(
    file,
    '\n"recordType";"recordId";"entityId";"name";notes, by whom, when, why, where\nCustomer;10000;;A\n',
  );
  expect((await labels()).records).toEqual([['Customer', '10000', 'A']]);
});

it('are looked through by the filter of an export, which has them in columns of their own', async () => {
  write('Customer,10000,,Adatum Corporation', ',,100,Cronus UK');
  const input = accessExportQuerySchema.parse({ q: 'adatum', entity: 'cronus' });
  const reply = await exportAccess({ ctx: service.context('auditor'), input });
  const text = await new Response(reply.body).text();
  expect([...csvRows(text)].slice(1).map(({ cells }) => cells.slice(0, 5))).toEqual([
    ['Customer', '10000', 'Adatum Corporation', '100', 'Cronus UK'],
  ]);
});

it('let an import that makes equal change what its file names, and take nothing else away', async () => {
  write('Customer,10000,,"Adatum, 20000 lakes"');
  const { matrix } = await wholeMatrix(service.connection.mirror);
  const granted = (recordId: string) => {
    const record = matrix.recordIndex('Customer', recordId);
    return matrix.entityIds.filter((_, entity) => matrix.state(record, entity) === 'granted');
  };
  const [named = '', ...others] = granted('10000');
  expect(others).not.toEqual([]);
  expect(granted('20000')).not.toEqual([]);
  const preview = await importChanges({
    ctx: service.context('security-administrator'),
    input: {
      name: 'access.csv',
      content: Buffer.from(`Record type,Record ID,Entity,Access\nCustomer,10000,${named},no\n`).toString(
        'base64',
      ),
      mode: 'equal',
      filter: { type: [], q: '20000', entity: '' },
    },
  });
  const { cells } = (await new Response(preview.body).json()) as {
    cells: { recordId: string; entityId: string; kind: string }[];
  }; // its own schema is checked elsewhere
  const of = (kind: string) =>
    cells.filter((one) => one.kind === kind).map(({ recordId, entityId }) => `${recordId} ${entityId}`);
  expect(of('remove')).toEqual([`10000 ${named}`]);
  expect(of('unnamed').filter((one) => one.startsWith('10000'))).toEqual([]);
  // What the filter means by its ID loses what the file does not name, whatever its type.
  expect(of('unnamed').filter((one) => one.startsWith('20000'))).not.toEqual([]);
});

it('leave out the row of an imported file that calls its record otherwise', async () => {
  write('Customer,10000,,Adatum Corporation');
  const text = 'Record type,Record ID,Record name,Entity,Access\nCustomer,10000,Trey Research,100,yes\n';
  const reply = await importChanges({
    ctx: service.context('security-administrator'),
    input: {
      name: 'access.csv',
      content: Buffer.from(text).toString('base64'),
      mode: 'merge',
      filter: { type: [], q: '', entity: '' },
    },
  });
  const preview = importPreviewSchema.parse(await new Response(reply.body).json());
  expect(preview).toMatchObject({ cells: [], already: [], counts: { problems: 1, leftOut: 1 } });
  expect(preview.problems[0]?.message).toContain(
    '“Trey Research”, the console calls it “Adatum Corporation”',
  );
});
