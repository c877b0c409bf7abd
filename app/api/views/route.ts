import * as views from '@/lib/contract/views';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { listViews } from '@/lib/server/services/views/list-views';
import { removeView } from '@/lib/server/services/views/remove-view';
import { saveView } from '@/lib/server/services/views/save-view';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: views.viewsQuerySchema, result: views.viewListSchema }, listViews),
  POST: route({ body: views.saveViewSchema, result: views.viewSchema }, saveView),
  DELETE: route({ query: views.removeViewSchema, result: views.removedViewSchema }, removeView),
});
