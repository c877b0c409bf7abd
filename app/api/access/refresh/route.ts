import { refreshSchema } from '@/lib/contract/access';
import { route } from '@/lib/server/http/route';
import { refreshAccess } from '@/lib/server/services/access/refresh-access';

export const POST = route({ result: refreshSchema, status: 202 }, refreshAccess);
