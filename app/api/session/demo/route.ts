import { demoSignInSchema, sessionSchema } from '@/lib/contract/session/session';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { signInDemo } from '@/lib/server/services/session/sign-in-demo';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ body: demoSignInSchema, result: sessionSchema, limit: 'sign-in' }, signInDemo),
});
