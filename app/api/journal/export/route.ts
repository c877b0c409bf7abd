import { z } from 'zod';
import { journalExportRequestSchema } from '@/lib/domain/journal/grouping-request';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { exportLines } from '@/lib/server/services/journal/export-lines';

const read = { query: journalExportRequestSchema, result: z.never(), limit: 'export' } as const;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(read, exportLines),
  HEAD: null,
});
