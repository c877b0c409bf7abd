import { NextResponse, type NextRequest } from 'next/server';
import { pagesAreRead } from '@/lib/server/http/problem';
import { pagePolicy } from '@/lib/server/http/security-headers';

/** Gives each page its nonce, and tells layouts which address was asked for. Holds no authority: pages are only read. */
export function proxy(request: NextRequest): Response {
  if (!['GET', 'HEAD'].includes(request.method))
    return pagesAreRead(request.headers.get('x-request-id') ?? '');
  const nonce = btoa(crypto.randomUUID());
  // oxlint-disable-next-line node/no-process-env -- not a setting: Next writes its own mode here
  const policy = pagePolicy(nonce, process.env.NODE_ENV === 'development');
  const headers = new Headers(request.headers);
  headers.set('x-console-path', request.nextUrl.pathname + request.nextUrl.search);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy); // Next marks its own scripts with the nonce it finds here
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

export const config = { matcher: '/((?!api(?:/|$)|_next/static/).*)' };
