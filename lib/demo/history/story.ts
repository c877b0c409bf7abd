import 'server-only';
import type { AccessChange } from '@/lib/contract/access/access';
import { colleagues } from '@/lib/demo/people';
import { demoPeople, type DemoPerson } from '@/lib/server/auth/demo-people';

export interface Refused {
  entityId: string;
  message: string;
}

export type StoryAct =
  | {
      do: 'change';
      by: DemoPerson;
      reason: string;
      cells: readonly AccessChange[];
      refused?: Refused;
    }
  | { do: 'switch'; by: DemoPerson; reason: string; cell: AccessChange }
  /** `of`: key of the step to undo. */
  | { do: 'undo'; by: DemoPerson; of: string; reason: string }
  | { do: 'outside'; cells: readonly AccessChange[] }
  | { do: 'export'; by: DemoPerson };

export type StoryStep = StoryAct & { key: string; daysAgo: number; at: `${number}:${number}` };

const maya = demoPeople['security-administrator'];
const ines = demoPeople.auditor;
const { tom, priya } = colleagues;

const cells =
  (accessible: boolean) =>
  (recordType: string, recordIds: readonly string[], entityIds: readonly string[]): AccessChange[] =>
    recordIds.flatMap((recordId) =>
      entityIds.map((entityId) => ({ recordType, recordId, entityId, accessible })),
    );
const given = cells(true);
const removed = cells(false);

const lentToHarbour = (of: typeof given, resources: readonly string[]): AccessChange[] => [
  ...of('Job', ['JOB00460'], ['310']),
  ...of('Resources', resources, ['310']),
  ...of('Service Item', ['SVI000460'], ['310']),
];
const movedAssets = ['FA000230', 'FA000240', 'FA000250', 'FA000260', 'FA000270', 'FA000280'];
const springItems = ['2004-S', '2008-S', '2016-S', '2020-S', '2028-S'];

const step = (key: string, daysAgo: number, at: StoryStep['at'], act: StoryAct): StoryStep => ({
  ...act,
  ...{ key, daysAgo, at },
});

/** Fourteen days at the demo company: entity 310 keeps access to a resource of a project that has ended. */
export const story: readonly StoryStep[] = [
  step('new-customers', 14, '08:40', {
    do: 'change',
    by: maya,
    reason: 'New customers of entity 110, served by its neighbours too',
    cells: given('Customer', ["O'BRIEN & CO", 'MÜNCHEN-01', 'C04260'], ['100', '120', '130']),
  }),
  step('harbour-begins', 13, '09:15', {
    do: 'change',
    by: tom,
    reason: 'Project Harbour: lent to entity 310 for as long as it runs',
    cells: lentToHarbour(given, ['VAN', 'TERRY', 'WORKBENCH']),
  }),
  step('payment-methods', 12, '10:05', {
    do: 'change',
    by: priya,
    reason: 'Card and giro payments in the 300s and 400s from this month on',
    cells: [
      ...given('Payment Method', ['CARD'], ['400', '410', '420']),
      ...given('Payment Method', ['GIRO'], ['300', '310', '320']),
    ],
  }),
  step('outside-vendor', 12, '13:37', { do: 'outside', cells: given('Vendor', ['V00010'], ['100']) }),
  step('group-customer', 11, '11:20', {
    do: 'switch',
    by: maya,
    reason: 'Invoiced by the head office from now on',
    cell: { recordType: 'Customer', recordId: 'C00190', entityId: '000', accessible: true },
  }),
  step('vendors', 10, '14:30', {
    do: 'change',
    by: tom,
    reason: 'Vendors asked for by purchasing in entities 300 and 310',
    cells: given('Vendor', ['20000', '30000', '40000', 'V00020'], ['300', '310']),
    refused: {
      entityId: '310',
      message: 'Entity 310 takes no changes until its month-end closing has ended.',
    },
  }),
  step('spring-items', 8, '15:02', {
    do: 'change',
    by: priya,
    reason: 'Spring catalogue',
    cells: given('Item', springItems, ['500', '510']),
  }),
  step('spring-items-undone', 8, '15:40', {
    do: 'undo',
    by: maya,
    of: 'spring-items',
    reason: 'The spring catalogue is sold by entities 600 and 610, not 500 and 510',
  }),
  step('spring-items-again', 8, '15:55', {
    do: 'change',
    by: priya,
    reason: 'Spring catalogue, for the right entities',
    cells: given('Item', springItems, ['600', '610']),
  }),
  step('outside-two', 7, '07:55', {
    do: 'outside',
    cells: [...given('Customer', ['C00030'], ['200']), ...given('Bank Account', ['GIRO'], ['000'])],
  }),
  step('assets-moved', 6, '10:48', {
    do: 'change',
    by: tom,
    reason: 'Assets moved from entity 210 to entity 220',
    cells: [...removed('Fixed Asset', movedAssets, ['210']), ...given('Fixed Asset', movedAssets, ['220'])],
  }),
  step('harbour-ends', 5, '16:20', {
    do: 'change',
    by: tom,
    reason: 'Project Harbour has ended: entity 310 gives back what it was lent',
    cells: lentToHarbour(removed, ['VAN', 'TERRY']),
  }),
  step('elimination', 4, '09:30', {
    do: 'change',
    by: maya,
    reason: 'Entity 999 only eliminates: no bank accounts or vendors of its own',
    cells: [
      ...removed('Bank Account', ['BANK-020'], ['999']),
      ...removed('Vendor', ['V00880', 'V00890', 'V00900', 'V00910', 'V00920', 'V00930', 'V00940'], ['999']),
    ],
  }),
  step('outside-item', 3, '12:48', { do: 'outside', cells: given('Item', ['1908-S'], ['100']) }),
  step('item-back', 2, '11:07', {
    do: 'switch',
    by: priya,
    reason: 'Entity 230 sells it again',
    cell: { recordType: 'Item', recordId: '1968-S', entityId: '230', accessible: true },
  }),
  { key: 'evidence', daysAgo: 2, at: '16:45', do: 'export', by: ines },
  step('new-vendor', 1, '10:15', {
    do: 'change',
    by: maya,
    reason: 'New vendor, approved by purchasing',
    cells: given('Vendor', ['北京-01'], ['100', '110', '120']),
  }),
  step('handed-over', 1, '15:30', {
    do: 'change',
    by: tom,
    reason: 'Customers handed over to entities 600 to 620',
    cells: given(
      'Customer',
      ['C00180', 'C00190', 'C00200', 'C00210', 'C00220', 'C00230'],
      ['600', '610', '620'],
    ),
  }),
];

const dayMs = 24 * 60 * 60_000;

/** When a step happens (epoch ms), always before `storyEndsAt`. */
export function timeOf({ daysAgo, at }: Pick<StoryStep, 'daysAgo' | 'at'>, storyEndsAt: number): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  return (Math.floor(storyEndsAt / dayMs) - daysAgo) * dayMs + (hours * 60 + minutes) * 60_000;
}
