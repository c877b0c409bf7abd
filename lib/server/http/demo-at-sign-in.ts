import 'server-only';
import type { AccessSummary } from '@/lib/contract/access/access-summary';
import type { Role } from '@/lib/contract/session/roles';
import { demoPeople } from '@/lib/server/auth/demo-people';
import { theConsole } from '@/lib/server/composition';
import { until } from '@/lib/server/until';
import { summaryOf } from '@/lib/server/services/access/summarize-access';

interface DemoAtSignIn {
  /** Whom one is in each role. */
  people: Record<Role, { name: string }>;
  /** Null with a real service, always, and while the demo's matrix is not read. */
  shares: AccessSummary | null;
}

/** A page waits so long for the demo's first read after the start. */
const patienceMs = 1_000;

/**
 * What the sign-in page tells people who are not signed in: the demo's people, and the shares of access of the embedded
 * reference service, whose made-up data is public. Names that an operator gave in a file of their own are left out.
 */
export async function demoAtSignIn(): Promise<DemoAtSignIn> {
  const { config, connections } = await theConsole();
  const demo = connections.find(({ reference }) => reference);
  if (demo === undefined) return { people: demoPeople, shares: null };
  try {
    demo.mirror.status(); // starts the first read
    await until(() => demo.mirror.progress().complete, { limitMs: patienceMs, everyMs: 20 });
    const summary = await summaryOf(demo);
    const { complete, entities } = summary;
    const unnamed = entities.map(({ entityId }) => ({ entityId, name: '', group: '' }));
    const told = { ...summary, entities: config.labelsFile === null ? entities : unnamed };
    return { people: demoPeople, shares: complete ? told : null };
  } catch {
    return { people: demoPeople, shares: null }; // why it cannot be read is told to those who are signed in
  }
}
