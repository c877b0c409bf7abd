import { resetPreviewSchema, resetStartedSchema } from '@/lib/contract/demo/presenter';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { previewReset } from '@/lib/server/services/demo/preview-reset';
import { resetDemo } from '@/lib/server/services/demo/reset-demo';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ result: resetPreviewSchema }, previewReset),
  POST: route({ result: resetStartedSchema, status: 202, limit: 'change' }, resetDemo),
});
