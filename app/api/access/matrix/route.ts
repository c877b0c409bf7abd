import { matrixStatusSchema } from '@/lib/contract/access';
import { route } from '@/lib/server/http/route';
import { readMatrix } from '@/lib/server/services/access/read-matrix';

export const GET = route({ result: matrixStatusSchema }, readMatrix);
