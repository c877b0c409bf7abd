import 'server-only';
import type { Currency } from '@/lib/domain/currency';
import type { Upstream } from '@/lib/server/upstream/client';
import type { LabelsFile } from '@/lib/server/services/access/labels/labels-file';
import type { AccessMirror } from '@/lib/server/services/access/mirror/mirror';
import type { JournalCopy } from './journal/snapshot/journal-copy';

/** One configured company of one service, with everything the console keeps for it. */
export interface Connection {
  key: string;
  label: string;
  /** The company's local currency; null: none is set. */
  currency: Currency | null;
  /** True for the embedded reference service. */
  reference: boolean;
  upstream: Upstream;
  mirror: AccessMirror;
  /** What its records and entities are called. */
  labels: LabelsFile;
  journal: JournalCopy;
  /** How many differences from what the console expects its interface had when it was read last; null: not since the start. */
  drift: number | null;
}
