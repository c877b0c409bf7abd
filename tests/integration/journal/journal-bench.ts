import pino from 'pino';
import type { JournalPage, JournalRow } from '@/lib/contract/journal/journal';
import type { Role } from '@/lib/contract/session/roles';
import { defaultJournalQuery, type JournalQuery } from '@/lib/domain/journal/query';
import type { ReferenceOptions } from '@/lib/reference/service';
import { JournalCopy } from '@/lib/server/services/journal/snapshot/journal-copy';
import type { ServiceContext } from '@/lib/server/services/verb';
import type { Upstream } from '@/lib/server/upstream/client';
import type { ConnectionSettings } from '@/lib/server/upstream/settings';
import { startScenario } from '@/tests/support/console/scenario';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

/** A reference service, the console's copy of its lines with a clock of ours, and short ways to ask. */
export interface JournalBench {
  copy: JournalCopy;
  /** The copy of another replica. */
  another: () => JournalCopy;
  upstream: Upstream;
  /** Moves the copy's clock. */
  pass: (ms: number) => void;
  /** Sets the clock of the day by so much; no time passes. */
  setClock: (byMs: number) => void;
  list: (
    query?: Partial<JournalQuery>,
    call?: { sums?: string[]; signal?: AbortSignal },
  ) => Promise<JournalPage>;
  /** What a verb is given when somebody of the role asks this copy. */
  context: (role: Role | null) => ServiceContext;
  control: (method: string, path: string, body?: unknown) => Promise<unknown>;
  /** Addresses of journal reads since the counts were last cleared, decoded. */
  journalReads: () => Promise<string[]>;
  allLines: () => Promise<JournalRow[]>;
  close: () => Promise<void>;
}

/** Starts everything; the copy's files lie in a folder of their own. */
export async function startJournalBench(
  options: ReferenceOptions = {},
  settings: Partial<ConnectionSettings> = {},
  directory = temporaryFolder('mem-journal'),
): Promise<JournalBench> {
  const connected = await startScenario({ ...options, settings });
  const { upstream } = connected.connection;
  let clock = Date.now();
  let setBackMs = 0;
  const copies: JournalCopy[] = [];
  const another = (): JournalCopy => {
    const copy = new JournalCopy(upstream, {
      directory,
      log: pino({ level: 'silent' }),
      access: () => connected.connection.mirror.known(),
      now: () => clock + setBackMs,
      tick: () => clock,
    });
    copies.push(copy);
    return copy;
  };
  const copy = another();
  return {
    copy,
    another,
    upstream,
    context: (role) => connected.context(role, { connection: { ...connected.connection, journal: copy } }),
    control: connected.control,
    pass: (ms) => {
      clock += ms;
    },
    setClock: (byMs) => {
      setBackMs += byMs;
    },
    list: (query = {}, { sums = [], signal = new AbortController().signal } = {}) =>
      copy.list({ ...defaultJournalQuery, ...query }, sums, signal),
    journalReads: async () => {
      // The control port documents this shape.
      const { requests } = (await connected.control('GET', '/requests?last=100')) as {
        requests: { resource: string; url: string }[];
      };
      return requests
        .filter(({ resource }) => resource === 'journal')
        .map(({ url }) => decodeURIComponent(url));
    },
    allLines: async () => {
      const lines: JournalRow[] = [];
      for await (const page of upstream.readJournal()) lines.push(...page.rows);
      return lines;
    },
    close: async () => {
      for (const one of copies) await one.close();
      await connected.close();
    },
  };
}
