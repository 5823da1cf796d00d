import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ProxyFunction } from '../constructs';
import { GatewayError, issue, issueOf, warning, type Issue } from '../errors';
import { runtimeFamily, type RuntimeFamily } from '../spec';
import { buildProgramSync } from './build-program';
import { builtCode, takesArchive } from './built-code';
import { copyCode, LAYERS_DIRECTORY } from './copied-code';
import type { Bundle, CodeFiles } from './function-code';
import { isArchive } from './java-code';
import { missingLayers } from './layers';
import { programBuild, type ProgramBuild } from './program-build';

/** The family of a function whose code is copied as it is; undefined for JavaScript, which is bundled or completed. */
export function copiedFamily({ _runtimeName: name }: ProxyFunction): RuntimeFamily | undefined {
  const family = runtimeFamily(name);
  return family === 'nodejs' ? undefined : family;
}

/** The code of a function in another language than JavaScript, with its layers. */
export function copyFunction(fn: ProxyFunction, family: RuntimeFamily): Bundle {
  const { _source: source, _layers: layers, node: { path: location } } = fn;
  const missing = [...missingDirectory(fn), ...missingLayers(layers.map(({ directory }) => directory), location)];
  if (missing.length > 0) return { issues: missing };
  try {
    const build = programOf(fn);
    const code = build === undefined ? codeOf(fn, family) : buildProgramSync(build);
    if (code === undefined) return { issues: [] };
    const { files, links } = copyCode({ family, code, layers });
    // what is deployed already, or is another tool's output, is taken as it is
    const reported = source === undefined ? warning : issue;
    const unfollowed = links.map((link) => reported('FUNCTION_CODE_SYMLINK', location, { path: link }));
    const issues = [...unfollowed, ...missingHandler(fn, family, files)];
    return issues.some(({ severity }) => severity === 'error') ? { issues } : { files, issues };
  } catch (error) {
    if (GatewayError.isGatewayError(error)) return { issues: [{ ...issueOf(error), location }] };
    throw error;
  }
}

/** The code of a function that is not built here. */
function codeOf(fn: ProxyFunction, family: RuntimeFamily): string | CodeFiles | undefined {
  const { _source: source, _files: own, _codeDirectory: staged } = fn;
  return source === undefined ? own ?? staged : builtCode(family, source.file);
}

/** How the program of a function is built; undefined if its directory or a layer has one, or there is nothing to build. */
export function programOf(fn: ProxyFunction): ProgramBuild | undefined {
  const { _source: source, _layers: layers } = fn;
  if (source === undefined || copiedFamily(fn) !== 'provided') return undefined;
  return layers.some(({ directory }) => existsSync(path.join(directory, 'bootstrap'))) ? undefined : programBuild({ directory: source.file });
}

/** Returns an issue if the code of a function is to be in a directory that is not there. */
export function missingDirectory(fn: ProxyFunction): Issue[] {
  const { _source: source, node: { path: location } } = fn;
  const isThere = source === undefined || statSync(source.file, { throwIfNoEntry: false })?.isDirectory() === true;
  const isMissing = !isThere && !(takesArchive(copiedFamily(fn) ?? 'nodejs') && isArchive(source.file));
  return isMissing ? [issue('FUNCTION_SOURCE_MISSING', location, { what: 'code directory', path: source.file })] : [];
}

/** The module may be in a layer, too; a handler that names no file fails when it is loaded, as on Lambda. */
function missingHandler(fn: ProxyFunction, family: RuntimeFamily, files: CodeFiles): Issue[] {
  const { _handler: handler, _source: source, _runtimeName: runtime = family, _layers: layers, node: { path: location } } = fn;
  if (source === undefined) return [];
  if (family === 'provided') {
    const hasBootstrap = files.has('bootstrap') || files.has(`${LAYERS_DIRECTORY}/bootstrap`);
    return hasBootstrap ? [] : [issue('FUNCTION_BOOTSTRAP_MISSING', location, { runtime, path: source.file })];
  }
  if (family !== 'python' || layers.length > 0 || !handler.includes('.')) return [];
  const module = handler.slice(0, handler.lastIndexOf('.')).replaceAll('.', '/');
  const isThere = existsSync(path.join(source.file, module)) || [...files.keys()].some((name) => name.startsWith(`${module}.`));
  return isThere ? [] : [issue('FUNCTION_HANDLER_MISSING', location, { handler, file: `${module}.py`, path: source.file })];
}

/** Whether a directory has the file of a handler in JavaScript. */
export function hasScript(directory: string, handler: string): boolean {
  const module = path.join(directory, handler.replace(/\.[^/]*$/, ''));
  return ['.js', '.mjs', '.cjs'].some((extension) => existsSync(module + extension));
}
