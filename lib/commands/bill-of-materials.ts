/* The packages that a console is made of, in CycloneDX, from the lockfile alone: `npm sbom --omit dev` leaves some out. */

interface LockedPackage {
  version?: string;
  license?: string;
  integrity?: string;
  dev?: true;
  optional?: true;
  devOptional?: true;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

export interface Lockfile {
  name: string;
  version: string;
  packages: Readonly<Record<string, LockedPackage>>;
}

/** The bill of materials (CycloneDX 1.5) of what `npm ci --omit=dev` may install; equal lockfiles give equal bills. */
export function billOfMaterials({ name, version, packages }: Lockfile): object {
  const shipped = new Map(Object.entries(packages).filter(([path, one]) => path !== '' && !one.dev));
  const reference = (path: string): string => `${nameAt(path)}@${shipped.get(path)?.version ?? ''}`;
  const own = `${name}@${version}`;
  const components = new Map<string, object>();
  const dependsOn = new Map<string, Set<string>>([[own, new Set()]]);
  for (const [path, one] of [...shipped, ['', packages[''] ?? {}] as const]) {
    const from = path === '' ? own : reference(path);
    if (path !== '') components.set(from, componentOf(nameAt(path), one));
    const needed = dependsOn.get(from) ?? new Set();
    dependsOn.set(from, needed);
    const { dependencies, optionalDependencies, peerDependencies } = one;
    for (const wanted of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = resolved(path, wanted, shipped);
      if (found !== null) needed.add(reference(found));
    }
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': own, name, version, purl: `pkg:npm/${name}@${version}` },
    },
    components: [...components].sort(byReference).map(([, component]) => component),
    dependencies: [...dependsOn].sort(byReference).map(([ref, on]) => ({ ref, dependsOn: [...on].sort() })),
  };
}

const byReference = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : 1;

function componentOf(
  name: string,
  { version = '', license, integrity, optional, devOptional }: LockedPackage,
) {
  const [algorithm, digest] = integrity?.split('-') ?? [];
  return {
    type: 'library',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    scope: optional || devOptional ? 'optional' : 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(algorithm === 'sha512' &&
      digest !== undefined && {
        hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
      }),
    ...(license !== undefined && { licenses: [licensed(license)] }),
  };
}

function licensed(text: string): object {
  if (/ (AND|OR|WITH) /.test(text)) return { expression: text };
  return { license: /^(?!UNLICENSED)[\w.+-]+$/.test(text) ? { id: text } : { name: text } };
}

/** `node_modules/a/node_modules/@b/c` is `@b/c`. */
function nameAt(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** Where Node finds a package from a folder: in the nearest `node_modules` above; null: not installed. */
function resolved(from: string, name: string, shipped: ReadonlyMap<string, unknown>): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (shipped.has(path)) return path;
    if (folder === '') return null;
  }
}
