import {
  changesAcceptedSchema,
  changeSetIdSchema,
  undoChangesSchema,
  undoPreviewSchema,
} from '@/lib/contract/changes/changes';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { previewUndo } from '@/lib/server/services/changes/preview-undo';
import { undoChanges } from '@/lib/server/services/changes/undo-changes';

const body = { body: undoChangesSchema, isBodyOptional: true } as const;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: changeSetIdSchema, result: undoPreviewSchema, limit: 'export' }, previewUndo),
  POST: route({ ...body, result: changesAcceptedSchema, status: 202, limit: 'change' }, undoChanges),
});
