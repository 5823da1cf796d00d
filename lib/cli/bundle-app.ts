import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Esbuild from 'esbuild';
import { loadEsbuild, notBundled } from '../sources';

/** An app as one file that node can run. */
export interface BundledApp {
  readonly file: string;
  readonly remove: () => void;
}

export { loadEsbuild, notBundled };

const OWN_PACKAGE = 'synthgate';
let bundled = 0;

/**
 * Bundles the sources of an app into one file; packages stay external and are resolved from the project.
 * `__dirname`, `__filename` and `import.meta.url` of every source stay those of the source.
 * @throws APP_BUNDLER_MISSING, APP_NOT_BUNDLED
 */
export async function bundleApp(file: string): Promise<BundledApp> {
  const esbuild = loadEsbuild(file);
  const options = appBuildOptions(file);
  try {
    await esbuild.build(options);
  } catch (cause) {
    throw await notBundled(esbuild, file, cause);
  }
  return { file: options.outfile, remove: () => rmSync(options.outfile, { force: true }) };
}

/** How esbuild bundles an app; the file is a new one for each call. */
export function appBuildOptions(file: string): Esbuild.BuildOptions & { readonly outfile: string } {
  const isModule = isEsModule(file);
  return {
    entryPoints: [file],
    outfile: path.join(cacheDirectory(file), `app-${process.pid}-${++bundled}.${isModule ? 'mjs' : 'cjs'}`),
    bundle: true,
    platform: 'node',
    target: `node${process.versions.node}`,
    format: isModule ? 'esm' : 'cjs',
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'silent',
    define: { 'import.meta.url': '__sourceUrl', 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
    banner: { js: isModule ? `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(${JSON.stringify(file)});` : '' },
    plugins: [ownPackageFromProject(file), sourcesKeepTheirPlace],
  };
}

/** As Node decides it: by extension, otherwise by the nearest package.json. */
function isEsModule(file: string): boolean {
  if (/\.[cm][jt]s$/.test(file)) return /\.m[jt]s$/.test(file);
  for (const directory of directoriesAbove(file)) {
    const manifest = path.join(directory, 'package.json');
    if (existsSync(manifest)) return /"type"\s*:\s*"module"/.test(readFileSync(manifest, 'utf8'));
  }
  return false;
}

/**
 * Inside the nearest node_modules, where Node resolves the project's packages; undefined if there is none.
 * With Plug'n'Play, a file resolves the packages of the nearest manifest, so the folder is made beside it.
 */
export function projectCache(file: string): string | undefined {
  const above = directoriesAbove(file);
  const root = above.find((directory) => existsSync(path.join(directory, 'node_modules')) || isPlugAndPlay(directory));
  if (root === undefined) return undefined;
  const owner = isPlugAndPlay(root) ? above.find((directory) => existsSync(path.join(directory, 'package.json'))) : root;
  return path.join(owner ?? root, 'node_modules', '.cache', OWN_PACKAGE);
}

function isPlugAndPlay(directory: string): boolean {
  return existsSync(path.join(directory, '.pnp.cjs'));
}

/** Without links: Node reads the file there, and its map names sources relative to it. */
function cacheDirectory(file: string): string {
  const directory = projectCache(file) ?? path.join(tmpdir(), OWN_PACKAGE);
  mkdirSync(directory, { recursive: true });
  return realpathSync(directory);
}

export function directoriesAbove(file: string): string[] {
  const directory = path.dirname(file);
  return directory === file ? [] : [directory, ...directoriesAbove(directory)];
}

/** An app's `synthgate` is that of its project; otherwise, and inside this package, it is this one. */
function ownPackageFromProject(app: string): Esbuild.Plugin {
  return {
    name: 'own-package-from-project',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${OWN_PACKAGE}($|/)`) }, ({ path: request }) => {
        for (const from of [app, __filename]) {
          try {
            return { path: createRequire(from).resolve(request), external: true };
          } catch {
            continue;
          }
        }
        return undefined;
      });
    },
  };
}

/** Each source declares its own location on its first line, unless it declares one of the names itself. */
const sourcesKeepTheirPlace: Esbuild.Plugin = {
  name: 'sources-keep-their-place',
  setup(build) {
    build.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, ({ path: file }) => {
      if (file.includes(`${path.sep}node_modules${path.sep}`)) return undefined;
      const source = readFileSync(file, 'utf8').replace(/^\uFEFF?#!.*/, '');
      const places = { __dirname: path.dirname(file), __filename: file, __sourceUrl: pathToFileURL(file).href };
      const declared = Object.entries(places)
        .filter(([name]) => !new RegExp(`\\b(?:const|let|var)\\s+${name}\\b`).test(source))
        .map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`);
      return { contents: `${declared.join(' ')} ${source}`, loader: loaderOf(file), resolveDir: path.dirname(file) };
    });
  },
};

function loaderOf(file: string): Esbuild.Loader {
  if (/\.[cm]?ts$/.test(file)) return 'ts';
  return file.endsWith('.tsx') ? 'tsx' : file.endsWith('.jsx') ? 'jsx' : 'js';
}
