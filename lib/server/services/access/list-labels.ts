import 'server-only';
import type { LabelsRequest } from '@/lib/contract/access/labels';
import { holdsOneOf, mayRead } from '@/lib/contract/session/roles';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';

/** Names from the operator's file, or none; a caller who may not read access gets names of entities only. */
export const listLabels = verb<LabelsRequest, Reply>({
  roles: mayRead.journal,
  run: async ({ ctx, input }) => {
    const { json, entitiesJson } = await ctx.request.connection.labels.read();
    const isWhole = input.of !== 'entities' && holdsOneOf(ctx.request.actor?.roles ?? [], mayRead.access);
    return new Reply(isWhole ? json : entitiesJson, { 'Content-Type': 'application/json' });
  },
});
