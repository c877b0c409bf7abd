import { z } from 'zod';
import { sessionSchema } from '@/lib/contract/session/session';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { readSession } from '@/lib/server/services/session/read-session';
import { signOut } from '@/lib/server/services/session/sign-out';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ result: sessionSchema }, readSession),
  DELETE: route({ result: z.object({}) }, signOut),
});
