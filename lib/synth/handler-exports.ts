import { issue, type Issue } from '../errors';
import type { EntryResult } from './bundle-entry';

/** The annotation that esbuild writes for Node at the end of an ES module that became CommonJS. */
const ANNOTATION = /\b0 ?&& ?\(module\.exports ?= ?\{([^}]*)\}\)/g;

/** An issue if the bundle of an entry certainly does not export its handler. */
export function missingExport(result: EntryResult, handler: string, constructPath: string): Issue[] {
  const names = exportedNames(result);
  const name = handler.split('.')[1] ?? '';
  if (names === undefined || name === 'default' || names.includes(name)) return [];
  const entry = Object.values(result.metafile.outputs).find(({ entryPoint }) => entryPoint !== undefined)?.entryPoint ?? '';
  return [issue('HANDLER_EXPORT_MISSING', constructPath, { entry, handler: name, names: names.join(', ') || 'nothing' })];
}

/**
 * The names that an entry exports, where they are certain: of an ES module, and not by `export *` of a module that is left out. What
 * CommonJS exports depends on what it runs.
 */
function exportedNames({ metafile, outputFiles }: EntryResult): readonly string[] | undefined {
  const output = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint !== undefined);
  if (output?.entryPoint === undefined || metafile.inputs[output.entryPoint]?.format !== 'esm') return undefined;
  const text = outputFiles.find(({ path }) => /\.m?js$/.test(path))?.text ?? '';
  if (output.exports.length > 0) return /\bexport ?\* ?from\b/.test(text) ? undefined : output.exports;
  const listed = [...text.matchAll(ANNOTATION)].at(-1)?.[1];
  return listed === undefined || listed.includes('...') ? undefined : listed.split(',').map((name) => name.trim()).filter((name) => name !== '');
}
