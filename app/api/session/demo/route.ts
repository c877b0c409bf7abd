import { demoSignInSchema, sessionSchema } from '@/lib/contract/session';
import { route } from '@/lib/server/http/route';
import { signInDemo } from '@/lib/server/services/session/sign-in-demo';

export const POST = route({ body: demoSignInSchema, result: sessionSchema }, signInDemo);
