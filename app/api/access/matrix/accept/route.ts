import { acceptMatrixSchema, matrixAcceptedSchema } from '@/lib/contract/access/access';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { acceptMatrix } from '@/lib/server/services/access/accept-matrix';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ body: acceptMatrixSchema, result: matrixAcceptedSchema, limit: 'change' }, acceptMatrix),
});
