import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const catalog = path.join(root, 'lib', 'errors', 'catalog.ts');
const CODE = /'([A-Z][A-Z\d_]+)'/g;

/** Builds a program with those rows of the error catalog only that its files name: of 70 kB of texts a small one needs a few. */
export async function buildWithNamedErrors(options) {
  const { metafile } = await esbuild.build(options);
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file);
  const codes = used.filter((file) => file.startsWith('lib/') && !file.startsWith('lib/errors/catalog')).flatMap(codesIn);
  return esbuild.build({ ...options, plugins: [await rowsOf(new Set(codes)), ...options.plugins] });
}

function codesIn(file) {
  return [...readFileSync(path.join(root, file), 'utf8').matchAll(CODE)].map(([, code]) => code);
}

async function rowsOf(codes) {
  const { outputFiles: [{ text }] } = await esbuild.build({ entryPoints: [catalog], bundle: true, format: 'esm', write: false });
  const { CATALOG } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  const rows = Object.fromEntries(Object.entries(CATALOG).filter(([code]) => codes.has(code)));
  return {
    name: 'named-errors',
    setup(build) {
      build.onLoad({ filter: /[/\\]lib[/\\]errors[/\\]catalog\.ts$/ }, () => ({ contents: `export const CATALOG = ${JSON.stringify(rows)};` }));
    },
  };
}
