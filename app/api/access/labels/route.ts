import { z } from 'zod';
import { labelsRequestSchema } from '@/lib/contract/access/labels';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { listLabels } from '@/lib/server/services/access/list-labels';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: labelsRequestSchema, result: z.never() }, listLabels),
});
