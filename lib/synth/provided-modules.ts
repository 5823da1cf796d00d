import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import type * as esbuild from 'esbuild';
import { warning, type Issue } from '../errors';
import { isBuildFailure, REQUIRE_IN_MODULE } from './bundle-entry';
import type { CodeFiles } from './function-code';
import { layerDirectories, MOUNT, mountedPaths, unmountedFiles, type Layer } from './layers';

/** Code that is deployed as it is. */
export interface DeployedCode {
  readonly files: CodeFiles;
  /** `<file without extension>.<export>` */
  readonly handler: string;
  /** Where the files are; undefined for a text in the template. */
  readonly directory?: string | undefined;
}

/** Where modules are looked for that the code does not bring along. */
export interface ModuleSearch {
  /** Directories with a `node_modules` in them or above them. */
  readonly directories: readonly string[];
  /** The function's layers, in its order. */
  readonly layers?: readonly Layer[];
  readonly constructPath: string;
}

interface ProvidedCode {
  readonly files: CodeFiles;
  readonly issues: readonly Issue[];
}

/**
 * The code with the modules in it that Lambda or a layer provides on AWS (`@aws-sdk/*`, `/opt/nodejs/…`): they are bundled from the project
 * and from the layers. Code that brings along all it imports stays as it is. What cannot be found is a warning, and the function fails when
 * it imports it; so are files of layers that are not modules.
 */
export function withProvidedModules(code: DeployedCode, search: ModuleSearch, load: () => typeof esbuild): ProvidedCode {
  const { files, issues } = bundled(code, search, load);
  return { files, issues: [...issues, ...unmountedFiles(search.layers ?? [], search.constructPath)] };
}

function bundled(code: DeployedCode, { directories, layers = [], constructPath }: ModuleSearch, load: () => typeof esbuild): ProvidedCode {
  const { files, handler } = code;
  const file = ['.js', '.mjs', '.cjs'].map((extension) => `${handler.replace(/\.[^/]*$/, '')}${extension}`).find((name) => files.has(name));
  const text = file === undefined ? '' : Buffer.from(files.get(file) ?? '').toString('utf8');
  if (file === undefined || !/\brequire\b|\bimport\b/.test(text)) return { files, issues: [] };
  const { buildSync } = load();
  const entry = entryOf(code, { file, text });
  const imported = attempt(() => buildSync({ ...entry, packages: 'external', external: [`${MOUNT}*`] }));
  const missing = packagesImported(imported).filter((name) => !brings(code, file, name));
  const nodePaths = [...layers.flatMap(layerDirectories), ...directories].flatMap(modulesAbove);
  const isInstalled = (name: string): boolean => isInstalledIn(nodePaths, name);
  const isFound = (name: string): boolean => (name.startsWith(MOUNT) ? isMounted(name, layers) : isInstalled(name));
  const provided = missing.filter(isFound);
  const lost = missing.filter((name) => !provided.includes(name));
  const issues = lost.length === 0 ? [] : [warning('FUNCTION_MODULE_MISSING', constructPath, { names: lost.join(', ') })];
  if (provided.length === 0) return { files, issues };
  const own = packagesBrought(code.files);
  const bundle = attempt(() => buildSync({
    ...entry, nodePaths, external: [...own, ...lost], tsconfigRaw: { compilerOptions: { paths: { ...mountedPaths(layers) } } },
  }));
  const contents = bundle?.outputFiles?.[0]?.contents;
  return { files: contents === undefined ? files : new Map([...files, [file, contents]]), issues };
}

/** Whether a package is in a `node_modules` of directories, or above them. */
export function isInstalledAbove(directories: readonly string[], name: string): boolean {
  return isInstalledIn(directories.flatMap(modulesAbove), name);
}

function isInstalledIn(nodePaths: readonly string[], name: string): boolean {
  return nodePaths.some((directory) => existsSync(path.join(directory, name)));
}

function entryOf({ files, directory }: DeployedCode, { file, text }: { readonly file: string; readonly text: string }) {
  const manifest = Buffer.from(files.get('package.json') ?? '').toString('utf8');
  const isModule = file.endsWith('.mjs') || (file.endsWith('.js') && /"type"\s*:\s*"module"/.test(manifest));
  const format = isModule ? 'esm' : 'cjs';
  const source = directory === undefined
    ? { stdin: { contents: text, resolveDir: process.cwd(), sourcefile: file } }
    : { entryPoints: [path.join(directory, file)] };
  return {
    ...source, bundle: true, write: false, metafile: true, platform: 'node', target: 'node20', logLevel: 'silent', format,
    ...(isModule ? { banner: { js: REQUIRE_IN_MODULE } } : {}),
  } as const satisfies esbuild.BuildOptions;
}

/** Undefined for code that esbuild does not understand: it runs as it is, and says itself what is wrong with it. */
function attempt(build: () => esbuild.BuildResult): esbuild.BuildResult | undefined {
  try {
    return build();
  } catch (error) {
    if (isBuildFailure(error)) return undefined;
    throw error;
  }
}

/** Whether a layer has a module, which may be named without its extension. */
function isMounted(name: string, layers: readonly Layer[]): boolean {
  const files = ['', '.js', '.mjs', '.cjs', '.json', '/index.js', '/index.mjs', '/package.json'].map((end) => `${name.slice(MOUNT.length)}${end}`);
  return layers.some(({ directory }) => files.some((file) => existsSync(path.join(directory, file))));
}

/** Names of packages without what is inside them, and of modules of layers. */
function packagesImported(result: esbuild.BuildResult | undefined): string[] {
  const imports = Object.values(result?.metafile?.outputs ?? {}).flatMap((output) => output.imports);
  const names = imports.filter((one) => one.external === true && !isBuiltin(one.path)).flatMap(({ path: name }) =>
    (name.startsWith(MOUNT) ? name : /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? []));
  return [...new Set(names)].sort();
}

/** Whether the code has a package in a `node_modules` that its handler finds. */
function brings({ files }: DeployedCode, file: string, name: string): boolean {
  const above = path.posix.dirname(file).split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
  const places = ['', ...above.filter((one) => one !== '.').map((one) => `${one}/`)].map((one) => `${one}node_modules/${name}/`);
  return [...files.keys()].some((one) => places.some((place) => one.startsWith(place)));
}

/** The packages in the code's own directory: they stay there. */
function packagesBrought(files: CodeFiles): string[] {
  const names = [...files.keys()].flatMap((file) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  return [...new Set(names)];
}

/** As Node looks for packages. */
function modulesAbove(directory: string): string[] {
  const directories: string[] = [];
  for (let folder = path.resolve(directory); ; folder = path.dirname(folder)) {
    directories.push(path.join(folder, 'node_modules'));
    if (folder === path.dirname(folder)) return directories;
  }
}
