import * as changes from '@/lib/contract/changes/changes';
import { mostChangesBytes } from '@/lib/contract/limits';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { createChanges } from '@/lib/server/services/changes/create-changes';
import { listChanges } from '@/lib/server/services/changes/list-changes';

const list = { query: changes.listChangesQuerySchema, result: changes.changeListSchema };
const asked = { body: changes.createChangesSchema, maxBytes: mostChangesBytes };
const created = { result: changes.changesAcceptedSchema, status: 202, limit: 'change' } as const;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(list, listChanges),
  POST: route({ ...asked, ...created }, createChanges),
});
