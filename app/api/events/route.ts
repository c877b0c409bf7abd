import { z } from 'zod';
import { eventsQuerySchema } from '@/lib/contract/events';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { readEvents } from '@/lib/server/services/events/read-events';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: eventsQuerySchema, result: z.never(), isBackground: true }, readEvents),
});
