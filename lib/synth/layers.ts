import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { issue, warning, type Issue } from '../errors';

/** Where Lambda puts the contents of layers. */
export const MOUNT = '/opt/';

/** Modules in layers, which are bundled. @see https://docs.aws.amazon.com/lambda/latest/dg/nodejs-layers.html */
const MODULES = 'nodejs';
/** Most files that a warning names. */
const NAMED = 5;

/** A layer of a function. */
export interface Layer {
  readonly name: string;
  /** With its contents. */
  readonly directory: string;
  /** The directory of `/opt` that its files belong to, if a build places them there. Modules of JavaScript are not placed. */
  readonly below?: string;
}

/**
 * Where modules are looked for in a layer: before those for all, those for one version of Node (`nodejs/node22/node_modules`), of the
 * version that runs first.
 */
export function layerDirectories({ directory }: Layer): string[] {
  const nodejs = path.join(directory, MODULES);
  const running = Number.parseInt(process.versions.node, 10);
  const versions = existsSync(nodejs) ? readdirSync(nodejs).flatMap((name) => /^node(\d+)$/.exec(name)?.[1] ?? []).map(Number) : [];
  const ordered = versions.sort((left, right) => Number(right === running) - Number(left === running) || right - left);
  return [...ordered.map((version) => path.join(nodejs, `node${version}`)), nodejs];
}

/** Issues of layers whose directories are not there. */
export function missingLayers(directories: readonly string[], constructPath: string): Issue[] {
  const missing = directories.filter((directory) => statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true);
  return missing.map((directory) => issue('FUNCTION_SOURCE_MISSING', constructPath, { what: 'directory of a layer', path: path.resolve(directory) }));
}

/** Where the bundler finds `/opt/…`; of two layers with one file, Lambda has that of the later one. */
export function mountedPaths(layers: readonly Layer[]): Readonly<Record<string, string[]>> {
  return layers.length === 0 ? {} : { [`${MOUNT}*`]: layers.map(({ directory }) => path.join(directory, '*')).reverse() };
}

/**
 * The files of layers that a function reads at `/opt` on AWS and cannot read here: without root there is no such directory, and a
 * redirected one would not reach programs that the function starts. Modules are bundled, so they are not reported.
 */
export function unmountedFiles(layers: readonly Layer[], constructPath: string): Issue[] {
  return layers.flatMap(({ name: layer, directory }) => {
    const names = filesIn(directory);
    if (names.length === 0) return [];
    const shown = [...names.slice(0, NAMED), ...(names.length > NAMED ? [`${names.length - NAMED} more`] : [])].join(', ');
    return [warning('FUNCTION_LAYER_FILES', constructPath, { layer, files: shown })];
  });
}

/** Files outside the directory of modules, by their paths below `/opt`. */
function filesIn(layer: string): string[] {
  if (!existsSync(layer)) return [];
  const files = readdirSync(layer, { recursive: true, withFileTypes: true }).filter((one) => !one.isDirectory());
  const names = files.map((one) => path.relative(layer, path.join(one.parentPath, one.name)).split(path.sep).join('/'));
  return names.filter((name) => !name.startsWith(`${MODULES}/`)).map((name) => `${MOUNT}${name}`).sort();
}
