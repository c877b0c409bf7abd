const headers = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
];

/** @type {import('next').NextConfig} */
const nextConfig = {
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  // Native or process-wide packages stay outside the bundle, so that one copy serves every route.
  serverExternalPackages: ['libsql', 'undici', 'pino'],
  headers: () => Promise.resolve([{ source: '/:path*', headers }]),
};

export default nextConfig;
