import 'server-only';
import type { ConnectionKind } from '@/lib/contract/session/session';
import type { Currency } from '@/lib/domain/currency';
import type { Upstream } from '@/lib/server/upstream/client';
import type { LabelsFile } from '@/lib/server/services/access/labels/labels-file';
import type { AccessMirror } from '@/lib/server/services/access/mirror/mirror';
import type { JournalCopy } from './journal/snapshot/journal-copy';

/** One configured company of one service, with the console's parts for it. */
export interface Connection {
  key: string;
  label: string;
  kind: ConnectionKind;
  currency: Currency | null;
  /** The company in Business Central's web client (`webClientAddress`). */
  bcUrl: string | null;
  reference: boolean;
  /** Last day on which the secret for the service works (`2027-01-31`); null: no day is set. */
  secretExpires: string | null;
  upstream: Upstream;
  mirror: AccessMirror;
  labels: LabelsFile;
  journal: JournalCopy;
  /** Number of differences from the expected interface at the last read; null before the first. */
  drift: number | null;
}
