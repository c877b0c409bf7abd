import 'server-only';
import type { LabelsRequest } from '@/lib/contract/access/labels';
import { holdsOneOf, mayRead } from '@/lib/contract/session/roles';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';

/**
 * The names of records and entities that the operator's file gives for this connection, as `labelsSchema` says; none
 * without such a file. Names of records are master data of access: who may not read that is told of entities alone.
 */
export const listLabels = verb<LabelsRequest, Reply>({
  roles: mayRead.journal,
  run: async ({ ctx, input }) => {
    const { json, entitiesJson } = await ctx.request.connection.labels.read();
    const isWhole = input.of !== 'entities' && holdsOneOf(ctx.request.actor?.roles ?? [], mayRead.access);
    return new Reply(isWhole ? json : entitiesJson, { 'Content-Type': 'application/json' });
  },
});
