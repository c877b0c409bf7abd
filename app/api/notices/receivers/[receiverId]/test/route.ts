import { receiverIdSchema, receiverTestSchema } from '@/lib/contract/notices';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { testReceiver } from '@/lib/server/services/notices/test-receiver';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ query: receiverIdSchema, result: receiverTestSchema, limit: 'change' }, testReceiver),
});
