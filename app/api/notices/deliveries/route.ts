import {
  deliveriesQuerySchema,
  deliveryListSchema,
  sendAgainSchema,
  sentAgainSchema,
} from '@/lib/contract/notices';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { listDeliveries } from '@/lib/server/services/notices/list-deliveries';
import { sendAgain } from '@/lib/server/services/notices/send-again';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: deliveriesQuerySchema, result: deliveryListSchema }, listDeliveries),
  POST: route({ body: sendAgainSchema, result: sentAgainSchema, limit: 'change' }, sendAgain),
});
