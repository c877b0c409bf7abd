import { changeCellsQuerySchema, changeCellsSchema } from '@/lib/contract/changes/changes';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { listCells } from '@/lib/server/services/changes/list-cells';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: changeCellsQuerySchema, result: changeCellsSchema }, listCells),
});
