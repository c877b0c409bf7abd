/** @type {import('next').NextConfig} */
const nextConfig = {
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  // Half of the time of a build; a run of all tests has checked the types already.
  typescript: { ignoreBuildErrors: process.env.TYPES_ARE_CHECKED === 'true' },
  // Native or process-wide packages stay outside the bundle, so that one copy serves every route.
  serverExternalPackages: ['libsql', 'kysely', 'openid-client', 'pg', 'undici', 'pino', 'sirv'],
};

export default nextConfig;
