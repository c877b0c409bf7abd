import 'server-only';

/** Headers of every answer. proxy.ts sets the pages' own CSP with its nonce. */
export function securityHeaders(publicUrl: URL): [string, string][] {
  const headers: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    // The full address of a page has long filters.
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

/** Makes data harmless if a browser shows it as a page. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** 'strict-dynamic' would let a tricked script load any other. @param isDevelopment allows `eval` and web sockets. */
export function pagePolicy(nonce: string, isDevelopment: boolean): string {
  const directives = {
    'default-src': "'none'",
    'script-src': `'self' 'nonce-${nonce}'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    'style-src': isDevelopment ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`,
    // Sizes and places of a table's columns are style attributes, which can neither load nor run anything here.
    'style-src-attr': "'unsafe-inline'",
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
