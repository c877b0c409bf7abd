import 'server-only';
import type { AccessChange, Cell } from '@/lib/contract/access/access';
import type { PresenterStepKey } from '@/lib/contract/demo/presenter';

interface Fault {
  kind: 'status' | 'dropAfter';
  cell: Cell;
  status?: number;
  retryAfter?: number;
  outageMs?: number;
}

const onePost = (fault: Fault) => ({ ...fault, resource: 'security', method: 'POST', count: 1 });

export type PresenterAct =
  | { do: 'change-outside'; cell: AccessChange }
  | { do: 'throttle'; fault: Fault; reason: string; cells: readonly AccessChange[] }
  | { do: 'lose-answer'; fault: Fault }
  /** Tom restores an assignment that the presenter switched, and changes others. */
  | { do: 'contradict'; cell: Cell; reason: string; others: readonly AccessChange[] };

export interface PresenterStep {
  key: PresenterStepKey;
  title: string;
  happens: string;
  waitsFor: string | null;
  look: string;
  page: string;
  act: PresenterAct;
}

const customer = (recordId: string, entityId: string): Cell => ({
  recordType: 'Customer',
  recordId,
  entityId,
});
const given = (recordIds: readonly string[], entityIds: readonly string[]): AccessChange[] =>
  recordIds.flatMap((recordId) =>
    entityIds.map((entityId) => ({ ...customer(recordId, entityId), accessible: true })),
  );

const tradeCustomers = ['40', '50', '60', '70', '80', '90', '100', '110', '120', '130', '140', '150'].map(
  (number) => `C${number.padStart(5, '0')}`,
);
const northWest = ['100', '110', '120', '130', '200', '210', '220', '230'];
const page = '/access?type=Customer';

export const presenterStory: readonly PresenterStep[] = [
  {
    key: 'outside',
    title: 'A change from outside',
    happens:
      'Somebody gives Cronus UK Ltd (100) the customer Adatum Corporation (10000) in Business Central itself, past this console. The console reads the matrix again, as it does by itself on a schedule.',
    waitsFor: null,
    look: 'The switch of 10000 in entity 100 has turned on by itself, and its cell wears a folded corner until it is marked as reviewed. The line above the matrix counts it, and the log has it as changed outside.',
    page,
    act: { do: 'change-outside', cell: { ...customer('10000', '100'), accessible: true } },
  },
  {
    key: 'throttled',
    title: 'The service throttles',
    happens:
      'Tom Okafor gives twelve customers to eight entities: 96 changes. On the way the service answers “429, too many requests” and asks for eight seconds.',
    waitsFor: null,
    look: 'Tom’s change set stands still, then goes on by itself and ends complete: nothing failed, nothing done twice. His switches turn on as each is read back.',
    page,
    act: {
      do: 'throttle',
      // In the third batch, after the console has read two back.
      fault: onePost({ kind: 'status', status: 429, retryAfter: 8, cell: customer('C00110', '200') }),
      reason: 'Trade customers for the entities of UK & Ireland and DACH',
      cells: given(tradeCustomers, northWest),
    },
  },
  {
    key: 'lost-answer',
    title: 'An answer gets lost',
    happens:
      'The service will carry out your next switch of Alpine Ski House (40000) in Cronus Wholesale UK Ltd (110), but the connection breaks before its answer and stays away for nine seconds.',
    waitsFor: 'Now press the switch of Alpine Ski House (40000) in entity 110 yourself.',
    look: 'The console says neither done nor failed, but not known yet, and keeps asking. Once the service is back it reads the value back and confirms the switch. It was sent once.',
    page,
    act: {
      do: 'lose-answer',
      fault: onePost({ kind: 'dropAfter', outageMs: 9_000, cell: customer('40000', '110') }),
    },
  },
  {
    key: 'older-list',
    title: 'Two people, one switch',
    happens:
      'Tom Okafor applies a list of his about Alpine Ski House (40000). On it, entity 110 is still as it was before you switched it, and is to stay so.',
    waitsFor: null,
    look: 'Your switch stands. Tom’s list stopped there: changed by somebody else meanwhile, with your name and the time. The rest of his list is done.',
    page,
    act: {
      do: 'contradict',
      reason: 'Alpine Ski House is served by entity 100 alone',
      cell: customer('40000', '110'),
      others: [
        ...given(['40000'], ['100']),
        ...['120', '130'].map((entityId) => ({ ...customer('40000', entityId), accessible: false })),
      ],
    },
  },
];
