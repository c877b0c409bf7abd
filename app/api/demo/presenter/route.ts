import { playStepSchema, presenterSchema } from '@/lib/contract/demo/presenter';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { playStep } from '@/lib/demo/presenter/play-step';
import { readPresenter } from '@/lib/demo/presenter/read-presenter';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ result: presenterSchema }, readPresenter),
  POST: route({ body: playStepSchema, result: presenterSchema, limit: 'change' }, playStep),
});
