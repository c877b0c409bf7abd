import { matrixStatusSchema } from '@/lib/contract/access/access';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { readMatrix } from '@/lib/server/services/access/read-matrix';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ result: matrixStatusSchema }, readMatrix),
});
