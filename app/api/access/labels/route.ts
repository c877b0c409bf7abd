import { z } from 'zod';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { listLabels } from '@/lib/server/services/access/list-labels';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ result: z.never() }, listLabels),
});
