import 'server-only';
import type { AccessSummary } from '@/lib/contract/access/access-summary';
import type { Role } from '@/lib/contract/session/roles';
import { demoPeople } from '@/lib/server/auth/demo-people';
import { theConsole } from '@/lib/server/composition';
import { until } from '@/lib/server/until';
import { summaryOf } from '@/lib/server/services/access/summarize-access';

interface DemoAtSignIn {
  people: Record<Role, { name: string }>;
  /** Null with a real service, and until the demo's matrix is read. */
  shares: AccessSummary | null;
}

const patienceMs = 1_000;

/** What anyone may see before the sign-in; names from an operator's file are left out. */
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
    return { people: demoPeople, shares: null }; // signed-in people see the reason
  }
}
