import { z } from 'zod';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { readMetrics } from '@/lib/server/services/health/read-metrics';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ result: z.never() }, readMetrics),
});
