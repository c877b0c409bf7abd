import { z } from 'zod';
import { sessionSchema } from '@/lib/contract/session';
import { route } from '@/lib/server/http/route';
import { readSession } from '@/lib/server/services/session/read-session';
import { signOut } from '@/lib/server/services/session/sign-out';

export const GET = route({ result: sessionSchema }, readSession);
export const DELETE = route({ result: z.object({}) }, signOut);
