import { z } from 'zod';
import { oidcStartSchema } from '@/lib/contract/session/session';
import { methods } from '@/lib/server/http/methods';
import { route } from '@/lib/server/http/route';
import { signInFailureAddress as onFailure } from '@/lib/server/services/session/sign-in-failure';
import { startOidc } from '@/lib/server/services/session/start-oidc';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ query: oidcStartSchema, result: z.never(), limit: 'sign-in', onFailure }, startOidc),
  HEAD: null,
});
