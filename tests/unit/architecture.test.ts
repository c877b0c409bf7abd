import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

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

  it("begins every file of lib/server and lib/demo with import 'server-only'", () => {
    const open = code.filter(
      (path) => /^lib\/(server|demo)\//.test(path) && !text(path).startsWith("import 'server-only';"),
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

  it('has no server action: pages call the API over HTTP', () => {
    expect(code.filter((path) => /^\s*['"]use server['"]/m.test(text(path)))).toEqual([]);
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

  it('has routes of a few lines each, without logic', () => {
    const routes = code.filter((path) => path.startsWith('app/api/'));
    for (const path of routes) expect(text(path).split('\n').length, path).toBeLessThanOrEqual(18);
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
