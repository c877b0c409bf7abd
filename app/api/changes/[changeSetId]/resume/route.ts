import { changeSetIdSchema, changeSetSchema } from '@/lib/contract/changes/changes';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { resumeChanges } from '@/lib/server/services/changes/resume-changes';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ query: changeSetIdSchema, result: changeSetSchema, limit: 'change' }, resumeChanges),
});
