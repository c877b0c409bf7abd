import { z } from 'zod';
import { oidcReturnSchema } from '@/lib/contract/session/session';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { finishOidc } from '@/lib/server/services/session/finish-oidc';
import { signInFailureAddress as onFailure } from '@/lib/server/services/session/sign-in-failure';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: oidcReturnSchema, result: z.never(), limit: 'sign-in', onFailure }, finishOidc),
  HEAD: null,
});
