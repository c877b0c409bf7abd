import { z } from 'zod';
import { entriesQuerySchema } from '@/lib/contract/changes/ledger';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { listEntries } from '@/lib/server/services/changes/list-entries';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: entriesQuerySchema, result: z.never(), limit: 'export' }, listEntries),
});
