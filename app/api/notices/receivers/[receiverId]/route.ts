import { changeReceiverSchema, receiverIdSchema, receiverSavedSchema } from '@/lib/contract/notices';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { changeReceiver } from '@/lib/server/services/notices/change-receiver';
import { removeReceiver } from '@/lib/server/services/notices/remove-receiver';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ body: changeReceiverSchema, result: receiverSavedSchema, limit: 'change' }, changeReceiver),
  DELETE: route({ query: receiverIdSchema, result: receiverSavedSchema, limit: 'change' }, removeReceiver),
});
