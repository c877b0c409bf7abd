import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { journalFields } from '@/lib/domain/journal/fields';

/** Every file that is, or is about to be, in the repository. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(path));

const text = (path: string): string => readFileSync(path, 'utf8');
const code = files.filter((path) => /^(app|components|lib)\/.*\.tsx?$/.test(path));

/** Plain data: long because the thing it lists is long. */
const catalogues = ['lib/domain/journal/fields.ts'];

describe('the house', () => {
  it('is seen by these checks at all', () => {
    expect(code.length).toBeGreaterThan(100);
  });

  it('has no file over 450 lines but catalogues', () => {
    const long = code.filter((path) => !catalogues.includes(path) && text(path).split('\n').length > 451);
    expect(long).toEqual([]);
  });

  it("begins every file of lib/server with import 'server-only'", () => {
    const open = code.filter(
      (path) => path.startsWith('lib/server/') && !text(path).startsWith("import 'server-only';"),
    );
    expect(open).toEqual([]);
  });

  it("marks files as 'use client' in components and the few of app that Next wants so", () => {
    const marked = code.filter(
      (path) => text(path).includes("'use client'") && !path.startsWith('components/'),
    );
    const allowed = ['app/error.tsx', 'app/global-error.tsx', 'app/providers.tsx'];
    expect(marked.filter((path) => !allowed.includes(path))).toEqual([]);
  });

  it('has no server action, which pages could not call (lib/commands/next-for-browsers.js)', () => {
    expect(code.filter((path) => /^\s*['"]use server['"]/m.test(text(path)))).toEqual([]);
  });

  it('names the address of a link by a string, never by its parts (lib/commands/next-for-browsers.js)', () => {
    expect(code.filter((path) => /\bhref(=\{|: )\{/.test(text(path)))).toEqual([]);
    expect(code.filter((path) => /\b(UrlObject|LinkProps)\b/.test(text(path)))).toEqual([]);
  });

  it('names files in kebab-case and has no drawer for odds and ends', () => {
    const bad = code.filter((path) => {
      const names = path.replace(/\.(test|spec|module)?\.?tsx?$/, '').split('/');
      return names.some(
        (name) =>
          !/^(\[.*\]|\(.*\)|[a-z0-9]+(-[a-z0-9]+)*)$/.test(name) ||
          /^(utils?|misc|common|helpers?|index)$/.test(name),
      );
    });
    expect(bad).toEqual([]);
  });

  it('speaks by one component, whose region stands before it is filled', () => {
    const own = /^components\/ui\//;
    expect(code.filter((path) => !own.test(path) && text(path).includes('role="status"'))).toEqual([]);
  });

  it('has no file among the code that no check would read, for it has another ending', () => {
    const known = /\.(tsx?|js|css|txt|md)$|\/demo-labels\.csv$/; // the demo's names have a test of their own
    expect(files.filter((path) => /^(app|components|lib|tests)\//.test(path) && !known.test(path))).toEqual(
      [],
    );
  });

  it('has exactly these routes, each a few lines without logic', () => {
    const routes = code.filter((path) => path.startsWith('app/api/'));
    expect(routes.map((path) => `${path.slice(3, -'/route.ts'.length)} ${methodsOf(path)}`).sort()).toEqual([
      '/api/[[...address]] none',
      '/api/access GET POST',
      '/api/access/export GET',
      '/api/access/labels GET',
      '/api/access/matrix GET',
      '/api/access/matrix/accept POST',
      '/api/access/refresh POST',
      '/api/access/summary GET',
      '/api/changes GET POST',
      '/api/changes/[changeSetId] GET',
      '/api/changes/[changeSetId]/cancel POST',
      '/api/changes/[changeSetId]/cells GET',
      '/api/changes/[changeSetId]/pause POST',
      '/api/changes/[changeSetId]/resume POST',
      '/api/changes/[changeSetId]/retry POST',
      '/api/changes/[changeSetId]/undo GET POST',
      '/api/changes/activity GET',
      '/api/changes/checkpoints GET',
      '/api/changes/export POST',
      '/api/changes/history GET',
      '/api/changes/import POST',
      '/api/changes/outside GET',
      '/api/changes/outside/review POST',
      '/api/changes/verify GET',
      '/api/connections GET',
      '/api/demo/presenter GET POST',
      '/api/demo/presenter/reset GET POST',
      '/api/events GET',
      '/api/health GET',
      '/api/health/ready GET',
      '/api/journal GET',
      '/api/journal/checks GET',
      '/api/journal/export GET',
      '/api/journal/facets GET',
      '/api/journal/groups GET',
      '/api/journal/refresh POST',
      '/api/metadata GET',
      '/api/session DELETE GET',
      '/api/session/demo POST',
      '/api/session/oidc/callback GET',
      '/api/session/oidc/start GET',
      '/api/sessions DELETE GET',
      '/api/sessions/[sessionId] DELETE',
      '/api/views DELETE GET POST',
    ]);
    for (const path of routes) expect(text(path).split('\n').length, path).toBeLessThanOrEqual(18);
  });

  it('answers every method at every route, so that none is left to a bare 405', () => {
    const all = 'export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({';
    const routes = code.filter((path) => path.startsWith('app/api/'));
    expect(routes.filter((path) => text(path).split(all).length !== 2)).toEqual([]);
    expect(routes.filter((path) => text(path).split('export ').length !== 2)).toEqual([]);
  });

  it('knows all 167 fields of an item journal line, each once', () => {
    expect(new Set(journalFields.map(({ name }) => name)).size).toBe(167);
    expect(journalFields).toHaveLength(167);
  });
});

describe('what is installed and switched on', () => {
  it('installs by digests, and runs no script of a package but those that are listed', () => {
    interface Locked {
      readonly resolved?: string;
      readonly integrity?: string;
      readonly hasInstallScript?: boolean;
    }
    const { packages } = JSON.parse(text('package-lock.json')) as { packages: Record<string, Locked> };
    const installed = Object.entries(packages).filter(([path]) => path !== '');
    expect(installed.length).toBeGreaterThan(300);
    const open = installed.filter(([, { resolved, integrity }]) => resolved !== undefined && !integrity);
    expect(open).toEqual([]);
    const { allowScripts } = JSON.parse(text('package.json')) as { allowScripts: Record<string, boolean> };
    const scripts = installed.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    const unlisted = scripts.filter(([path]) => !(path.replace(/^.*node_modules\//, '') in allowScripts));
    expect(unlisted).toEqual([]);
  });

  it('switches off what it does not use: source maps, the image optimizer, rewrites, cached pages', () => {
    const settings = text('next.config.mjs');
    for (const off of ['poweredByHeader: false', 'productionBrowserSourceMaps: false', 'unoptimized: true'])
      expect(settings).toContain(off);
    expect(settings).not.toContain('rewrites');
    expect(code.filter((path) => /^\s*['"]use cache\b/m.test(text(path)))).toEqual([]);
  });
});

describe('the documents', () => {
  const documents = files.filter((path) => path.endsWith('.md'));

  it.each(documents)('%s cites only paths that exist', (document) => {
    const cited = [
      ...text(document).matchAll(
        /`((?:app|components|lib|tests|docs|public|\.ci)\/[\w./()[\]-]*)`|\]\((?!https?:|#)([^)#]+)/g,
      ),
    ];
    const folder = document.includes('/') ? document.slice(0, document.lastIndexOf('/') + 1) : '';
    const missing = cited
      .map(([, path, link]) => path ?? `${folder}${link ?? ''}`)
      .filter((path) => !existsSync(path));
    expect(missing).toEqual([]);
  });

  it('lists every setting that is read, with its default, in .env.example and the README', () => {
    const names = new Set(
      [
        ...text('lib/server/config/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm),
        ...text('lib/server/config/connection-settings.ts').matchAll(/\b(MEM_[A-Z_]+)\b/g),
        ...text('lib/server/config/sign-in-settings.ts').matchAll(/\b(?:set\.)?(OIDC_[A-Z_]+)\b/g),
      ].map(([, name]) => name ?? ''),
    );
    expect(names.size).toBeGreaterThan(30);
    expect([...names]).toEqual(
      expect.arrayContaining(['OIDC_CLIENT_SECRET', 'OIDC_ROLES_CLAIM', 'DATABASE_URL', 'TRUST_PROXY']),
    );
    for (const document of ['.env.example', 'README.md']) {
      expect(
        [...names].filter((name) => !text(document).includes(name)),
        document,
      ).toEqual([]);
    }
  });

  it('and the code name no folder of one machine', () => {
    const own = files.filter(
      (path) => /\.(ts|tsx|mjs|cjs|md|json|css|yaml)$/.test(path) && path !== 'package-lock.json',
    );
    expect(
      own.filter(
        (path) =>
          /(^|[^A-Za-z.])\/(work|farm|root)\//m.test(text(path)) && !path.endsWith('architecture.test.ts'),
      ),
    ).toEqual([]);
  });
});

/** The methods a route file offers: the names in `methods({ … })`, one level deep. */
function methodsOf(path: string): string {
  const [, given = ''] = /= methods\(\{([\s\S]*)\}\);/.exec(text(path)) ?? [];
  const offered = [...given.matchAll(/^ {2}([A-Z]+): (?!null)/gm)].map(([, method]) => method).sort();
  return offered.length === 0 ? 'none' : offered.join(' ');
}
