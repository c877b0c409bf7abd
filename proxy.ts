import { NextResponse, type NextRequest } from 'next/server';

/** Tells layouts which address was asked for, so that sign-in can lead back to it. Holds no authority. */
export function proxy(request: NextRequest): NextResponse {
  const headers = new Headers(request.headers);
  headers.set('x-console-path', request.nextUrl.pathname + request.nextUrl.search);
  return NextResponse.next({ request: { headers } });
}

export const config = { matcher: '/((?!api|_next|.*\\.).*)' };
