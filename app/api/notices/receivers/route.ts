import { addReceiverSchema, receiverListSchema, receiverSavedSchema } from '@/lib/contract/notices';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { addReceiver } from '@/lib/server/services/notices/add-receiver';
import { listReceivers } from '@/lib/server/services/notices/list-receivers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ result: receiverListSchema }, listReceivers),
  POST: route(
    { body: addReceiverSchema, result: receiverSavedSchema, status: 201, limit: 'change' },
    addReceiver,
  ),
});
