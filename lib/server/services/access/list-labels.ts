import 'server-only';
import type { LabelsRequest } from '@/lib/contract/access/labels';
import { holdsOneOf, mayRead } from '@/lib/contract/session/roles';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';

/**
 * Names of records and entities from the operator's file, as `labelsSchema` says; none without a file. A caller
 * who may not read access gets the names of entities only.
 */
export const listLabels = verb<LabelsRequest, Reply>({
  roles: mayRead.journal,
  run: async ({ ctx, input }) => {
    const { json, entitiesJson } = await ctx.request.connection.labels.read();
    const isWhole = input.of !== 'entities' && holdsOneOf(ctx.request.actor?.roles ?? [], mayRead.access);
    return new Reply(isWhole ? json : entitiesJson, { 'Content-Type': 'application/json' });
  },
});
