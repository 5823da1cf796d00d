import path from 'node:path';
import type * as esbuild from 'esbuild';
import type { BundlingOptions } from '../constructs';
import type { CodeFiles } from './function-code';
import { layerDirectories } from './layers';

/** A function's source file, and how it is bundled. */
export interface EntrySource {
  /** Absolute path of the entry, links resolved. */
  readonly entry: string;
  /** Absolute path of the project, links resolved: paths in the bundle are relative to it, so the same source gives the same bytes. */
  readonly projectDirectory: string;
  readonly bundling: BundlingOptions;
}

/** The formats of a bundle in the order in which they are tried. */
export type BundleFormat = 'cjs' | 'esm';

/** Options whose result stays in memory. */
export interface EntryBuildOptions extends esbuild.BuildOptions {
  readonly write: false;
  readonly metafile: true;
}

/** The result of bundling an entry with esbuild. */
export type EntryResult = esbuild.BuildResult<EntryBuildOptions>;

/** Marks `.js` files as CommonJS or ES modules wherever the bundle is placed. */
export const COMMONJS_PACKAGE = Buffer.from('{"type":"commonjs"}\n');

/** Lets CommonJS packages inside an ES module require Node's built-in modules. */
export const REQUIRE_IN_MODULE = "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

/** How esbuild bundles an entry for Node.js. */
export function entryBuildOptions({ entry, projectDirectory, bundling }: EntrySource, format: BundleFormat): EntryBuildOptions {
  const { minify, sourceMap, externalModules, define, _esbuild, _layers } = bundling;
  return {
    entryPoints: [entry],
    absWorkingDir: projectDirectory,
    outfile: path.join(projectDirectory, format === 'cjs' ? 'index.js' : 'index.mjs'),
    format,
    ...(format === 'esm' ? { banner: { js: REQUIRE_IN_MODULE } } : {}),
    bundle: true,
    write: false,
    metafile: true,
    // Nothing is written there, so an entry of the same name is safe.
    allowOverwrite: true,
    platform: 'node',
    target: 'node20',
    minify,
    keepNames: minify,
    sourcemap: sourceMap === false ? false : 'linked',
    external: externalModules,
    define,
    nodePaths: _layers?.flatMap(modulesIn),
    ...(_esbuild === undefined ? {} : furtherOptions(_esbuild, { minify, format })),
    logLevel: 'silent',
  };
}

/** Where the modules of a layer are. */
function modulesIn(directory: string): string[] {
  return layerDirectories({ name: directory, directory: path.resolve(directory) }).map((place) => path.join(place, 'node_modules'));
}

interface Bundled {
  readonly minify?: boolean | undefined;
  readonly format: BundleFormat;
}

/** Translates options of NodejsFunction into those of esbuild. */
function furtherOptions(given: NonNullable<BundlingOptions['_esbuild']>, { minify, format }: Bundled): Partial<EntryBuildOptions> {
  const { loader, tsconfig, mainFields, inject, banner, footer, keepNames } = given;
  const heads = [format === 'esm' ? REQUIRE_IN_MODULE : '', banner ?? ''].filter((text) => text !== '');
  return {
    loader: loader as esbuild.BuildOptions['loader'], // esbuild refuses other names
    tsconfig: tsconfig === undefined ? undefined : path.resolve(tsconfig),
    mainFields, inject: inject?.map((file) => path.resolve(file)),
    keepNames: keepNames ?? minify,
    ...(heads.length === 0 ? {} : { banner: { js: heads.join('\n') } }),
    ...(footer === undefined ? {} : { footer: { js: footer } }),
  };
}

/** Whether a source built as CommonJS only works as an ES module: it uses `import.meta`. */
export function needsModule({ warnings }: EntryResult): boolean {
  return warnings.some((one) => one.id === 'empty-import-meta');
}

/** The files of a bundle by name. */
export function bundleFiles({ outputFiles }: EntryResult): CodeFiles {
  const files = new Map<string, Uint8Array>(outputFiles.map((file) => [path.basename(file.path), file.contents]));
  if (files.has('index.js')) files.set('package.json', COMMONJS_PACKAGE);
  return files;
}

/** Where and what, for an issue. */
export function messageDetails({ location, text }: esbuild.Message): { readonly location: string; readonly text: string } {
  return { location: location === null ? 'esbuild' : `${location.file}:${location.line}:${location.column + 1}`, text };
}

/** Whether an error is what esbuild throws for sources with errors. */
export function isBuildFailure(error: unknown): error is esbuild.BuildFailure {
  return typeof error === 'object' && error !== null && 'errors' in error && Array.isArray(error.errors);
}
