import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * The one entry of a console that serves: of `npm start`, of `npm run dev` (with --dev) and of the image. It makes Next
 * ready, which starts the console (instrumentation.ts), and hands Next to the console's own HTTP server
 * (lib/server/http/server.ts). Not TypeScript, so that Node runs it as it is: a loader would stay for as long as it serves.
 */

const dev = process.argv.includes('--dev');
const folder = fileURLToPath(new URL('../..', import.meta.url));
// Before Next is there: it chooses its React by this.
Object.assign(process.env, {
  NODE_ENV: dev ? 'development' : 'production',
  NEXT_TELEMETRY_DISABLED: '1',
});
// npm's shell dies of a signal without passing it on; the console must not outlive it unseen.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 1_000).unref();
}
const { default: next } = await import('next');
const started = new Promise((tell) => {
  globalThis.tellServe = tell;
});
const app = next({ dev, dir: folder });
await app.prepare();
const serve = await started;
await serve(app.getRequestHandler(), dev ? null : join(folder, '.next', 'static'));
