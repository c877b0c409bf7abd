import { changesAcceptedSchema, changeSetIdSchema, retryChangesSchema } from '@/lib/contract/changes/changes';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { retryChanges } from '@/lib/server/services/changes/retry-changes';

const body = retryChangesSchema.extend(changeSetIdSchema.shape);
const retry = {
  body,
  isBodyOptional: true,
  result: changesAcceptedSchema,
  status: 202,
  limit: 'change',
} as const;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(retry, retryChanges),
});
