import { NextResponse, type NextRequest } from 'next/server';
import { pagePolicy } from '@/lib/server/http/security-headers';

/** Gives each page its nonce, and tells layouts which address was asked for. Holds no authority. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const policy = pagePolicy(nonce, process.env.NODE_ENV === 'development');
  const headers = new Headers(request.headers);
  headers.set('x-console-path', request.nextUrl.pathname + request.nextUrl.search);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy); // Next marks its own scripts with the nonce it finds here
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

export const config = { matcher: '/((?!api/|_next/|.*\\.).*)' };
