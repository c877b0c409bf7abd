import { z } from 'zod';
import { evidenceSchema } from '@/lib/contract/changes/evidence';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { exportEvidence } from '@/lib/server/services/changes/export-evidence';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ body: evidenceSchema, result: z.never(), limit: 'export' }, exportEvidence),
});
