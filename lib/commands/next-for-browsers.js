import { existsSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';

/** What stands in for a file of which the pages need nothing. */
const insteadOf = {
  // Node's `process`, and what browsers lacked before they knew `light-dark()`, without which the pages have no colours.
  'build/polyfills/process.js': 'module.exports = { env: {} };',
  'build/polyfills/polyfill-module.js': '',
  // Pages ask over HTTP: nothing is marked 'use server' (tests/unit/architecture.test.ts).
  'client/components/router-reducer/reducers/server-action-reducer.js': `export function serverActionReducer() {
    throw new Error('The console has no server actions.');
  }`,
  // The page that Next draws where ours for a failure (app/global-error.tsx) fails too: the policy forbids styles in pages.
  'client/components/builtin/error-styles.js': `export const errorStyles = {};
  export const errorThemeCss = '';
  export const WarningIcon = () => null;`,
  // What a search engine's robot would see of a page that failed: none signs in.
  'shared/lib/router/utils/is-bot.js': 'export const isBot = () => false;',
  'client/components/errors/graceful-degrade-boundary.js':
    'export default function NoRobot({ children }) { return children; }',
  // Links name addresses by strings (the same test).
  'shared/lib/router/utils/format-url.js': `export function formatUrl() {
    throw new Error('The console has no address in parts.');
  }
  export { formatUrl as formatWithValidation };`,
};

/**
 * Loader for Next's own code in the browser: the same file in the form of modules, of which a bundler leaves out what
 * nobody uses; left alone, it takes the CommonJS ones. A file without such a twin stays as it is. The bundler does not
 * notice a change of this loader: remove `.next/cache` after one.
 */
export default function nextForBrowsers(source) {
  const [folder, file] = this.resourcePath.replaceAll(sep, '/').split('/next/dist/');
  const twin = `${folder}/next/dist/esm/${file}`;
  return insteadOf[file] ?? (existsSync(twin) ? readFileSync(twin, 'utf8') : source);
}
