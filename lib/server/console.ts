import 'server-only';
import type { Logger } from 'pino';
import type { OpenIdProvider } from './auth/openid-provider';
import type { SessionStore } from './auth/session-store';
import type { ConsoleConfig } from './config/config';
import type { Database } from './db/database';
import type { ReplicaSignals } from './db/replica-signals';
import type { Drain } from './drain';
import type { Checkpoints } from './ledger/checkpoints/checkpoints';
import type { DeniedRequests } from './ledger/denied-requests';
import type { Ledger } from './ledger/ledger';
import type { ChangeWorker } from './services/changes/execution/worker';
import type { Connection } from './services/connection';
import type { ReadingSchedule } from './services/connections/reading-schedule';
import type { EventHub } from './services/events/event-hub';
import type { Deliver } from './services/notices/receivers/deliver';
import type { Metrics } from './telemetry/metrics';
import type { Traces } from './telemetry/traces';
import type { Mutex } from './mutex';

export interface Console {
  config: ConsoleConfig;
  log: Logger;
  drain: Drain;
  /** Address of the reference service's control port; null with real services. */
  controlUrl: string | null;
  /** The demo's state (lib/demo), if this console is one. */
  demo: { hasHistory: boolean; mutex: Mutex } | null;
  database: Database;
  ledger: Ledger;
  checkpoints: Checkpoints;
  deniedRequests: DeniedRequests;
  signals: ReplicaSignals;
  worker: ChangeWorker;
  events: EventHub;
  sessions: SessionStore;
  oidc: OpenIdProvider | null;
  connections: readonly Connection[];
  schedule: ReadingSchedule;
  metrics: Metrics;
  /** Sends one message to a receiver of notices. */
  deliver: Deliver;
  traces: Traces;
}
