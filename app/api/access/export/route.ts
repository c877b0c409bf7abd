import { z } from 'zod';
import { accessExportQuerySchema } from '@/lib/contract/access/access-file';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { exportAccess } from '@/lib/server/services/access/export-access';

const read = { query: accessExportQuerySchema, result: z.never(), limit: 'export' } as const;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(read, exportAccess),
  HEAD: null,
});
