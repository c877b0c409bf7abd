import { resetPreviewSchema, resetStartedSchema } from '@/lib/contract/demo/presenter';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { previewReset, resetDemo } from '@/lib/demo/presenter/reset-demo';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ result: resetPreviewSchema }, previewReset),
  POST: route({ result: resetStartedSchema, status: 202, limit: 'change' }, resetDemo),
});
