import 'server-only';

/** Headers of every answer: pages, files, routes and failures. The pages' own CSP with its nonce is proxy.ts's. */
export function securityHeaders(publicUrl: URL): [string, string][] {
  const headers: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    // Of a page's address the origin only: with its filters, each request would carry them twice.
    ['Referrer-Policy', 'strict-origin'],
    ['X-Frame-Options', 'DENY'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
    ['X-DNS-Prefetch-Control', 'off'],
    ['Content-Security-Policy', dataPolicy],
  ];
  if (publicUrl.protocol === 'https:') {
    headers.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']);
  }
  return headers;
}

/** For answers that are data: were one ever shown as a page, it could do nothing. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Content security policy of a page.
 * Not 'strict-dynamic': it would let a script of ours that was tricked add any other, while all of ours are files here.
 * @param nonce what marks the page's own inline scripts; new for every answer.
 * @param isDevelopment React's development build evaluates source text, and pages reload over a web socket.
 */
export function pagePolicy(nonce: string, isDevelopment: boolean): string {
  const directives = {
    'default-src': "'none'",
    'script-src': `'self' 'nonce-${nonce}'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    'style-src': isDevelopment ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
