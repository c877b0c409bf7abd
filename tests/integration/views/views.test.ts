import { beforeEach, expect, it } from 'vitest';
import type { Role } from '@/lib/contract/session/roles';
import { mostViews } from '@/lib/contract/limits';
import { saveViewSchema, type SaveView, type ViewPlace } from '@/lib/contract/views';
import type { ServiceContext } from '@/lib/server/services/verb';
import { listViews } from '@/lib/server/services/views/list-views';
import { removeView } from '@/lib/server/services/views/remove-view';
import { saveView } from '@/lib/server/services/views/save-view';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';

let service: Scenario;
shareScenario((scenario) => (service = scenario), { size: 'records=9,entities=2,lines=1' });
beforeEach(() => service.database.kysely.deleteFrom('saved_view').execute());

/** Somebody with a name and roles of their own. */
const as = (name: string, ...roles: Role[]): ServiceContext =>
  service.context(null, {
    actor: { personId: name.toLowerCase(), name, roles, sessionId: `session-of-${name}` },
  });
const ann = () => as('Ann', 'security-administrator');
const bob = () => as('Bob', 'auditor');
const cid = () => as('Cid', 'accountant');

const save = (ctx: ServiceContext, view: Partial<SaveView>) =>
  saveView({
    ctx,
    input: saveViewSchema.parse({ place: 'access', name: 'Mine', search: 'type=Customer', ...view }),
  });
const names = async (ctx: ServiceContext, place?: ViewPlace) =>
  (await listViews({ ctx, input: place === undefined ? {} : { place } })).value.map(({ name }) => name);

it('are one’s own, and others’ where they are shared', async () => {
  await save(ann(), { name: 'Only mine' });
  await save(ann(), { name: 'For all', shared: true });
  await save(bob(), { name: 'Bob’s' });
  expect(await names(ann())).toEqual(['For all', 'Only mine']);
  expect(await names(bob())).toEqual(['Bob’s', 'For all']);
  expect((await listViews({ ctx: bob(), input: {} })).value).toMatchObject([
    { name: 'Bob’s', mine: true, shared: false, search: 'type=Customer' },
    { name: 'For all', mine: false, shared: true },
  ]);
});

it('are of places that one may read', async () => {
  await save(ann(), { name: 'Matrix', shared: true });
  await save(ann(), { name: 'Lines', place: 'journal', shared: true });
  expect(await names(cid())).toEqual(['Lines']);
  expect(await names(cid(), 'access')).toEqual([]);
  await expect(save(cid(), {})).rejects.toMatchObject({ code: 'forbidden' });
  expect(await names(as('Nil'))).toEqual([]);
  await expect(listViews({ ctx: service.context(null), input: {} })).rejects.toMatchObject({
    code: 'signed-out',
  });
});

it('are replaced by name, each person’s and place’s by itself', async () => {
  const first = await save(ann(), { search: 'q=1' });
  const second = await save(ann(), { search: 'q=2', shared: true });
  expect(second).toEqual({ ...first, search: 'q=2', shared: true });
  await save(ann(), { place: 'journal', search: 'q=3' });
  await save(bob(), { search: 'q=4' });
  expect(await names(ann())).toEqual(['Mine', 'Mine']);
  expect((await listViews({ ctx: bob(), input: {} })).value.map(({ search }) => search).sort()).toEqual([
    'q=2',
    'q=4',
  ]);
});

it('are removed by their owner, and shared ones by an administrator', async () => {
  const hidden = await save(bob(), { name: 'Hidden' });
  const shared = await save(bob(), { name: 'Shared', shared: true });
  for (const [ctx, view] of [[ann(), hidden], [cid(), shared]] as const)
    await expect(removeView({ ctx, input: { id: view.id } })).rejects.toMatchObject({ code: 'not-found' }); // prettier-ignore
  await removeView({ ctx: ann(), input: { id: shared.id } });
  await removeView({ ctx: bob(), input: { id: hidden.id } });
  expect(await names(bob())).toEqual([]);
});

it('are a hundred at most, and one of them can still be replaced', async () => {
  for (let at = 0; at < mostViews; at++) await save(ann(), { name: `View ${String(at)}` });
  await expect(save(ann(), { name: 'One more' })).rejects.toMatchObject({
    code: 'invalid-request',
    message: expect.stringContaining('Nothing was saved.') as string,
  });
  await save(ann(), { name: 'View 7', search: 'q=new' });
  expect(await names(ann())).toHaveLength(mostViews);
});

it('never lead to another connection or open something, whoever wrote them', async () => {
  await save(bob(), { shared: true, search: 'type=Item&connection=production&stage=true&history=a/b/c' });
  expect((await listViews({ ctx: ann(), input: {} })).value).toMatchObject([{ search: 'type=Item' }]);
});
