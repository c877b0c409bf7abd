import { importPreviewSchema, importRequestSchema } from '@/lib/contract/access/access-file';
import { mostImportBytes } from '@/lib/contract/limits';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { importChanges } from '@/lib/server/services/changes/import-changes';

const compare = {
  body: importRequestSchema,
  maxBytes: mostImportBytes,
  result: importPreviewSchema,
  limit: 'export',
} as const;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(compare, importChanges),
});
