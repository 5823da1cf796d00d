// The bundle of one function whose contract has a query and a body, by library of schemas.
import { gzipSync } from 'node:zlib';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { short, table } from './statistics.mjs';

const root = path.resolve(import.meta.dirname, '../..');

const LIBRARIES = {
  'no schemas': "const body = undefined; const query = undefined; const answer = { '~standard': { version: 1, vendor: 'own', validate: (value) => ({ value }) } };",
  'Valibot': `import * as v from 'valibot';
    const query = v.object({ page: v.optional(v.pipe(v.string(), v.transform(Number)), '1') });
    const body = v.object({ name: v.pipe(v.string(), v.minLength(1)), tags: v.array(v.string()) }); const answer = body;`,
  'Zod Mini': `import * as z from 'zod/mini';
    const query = z.object({ page: z._default(z.coerce.number(), 1) });
    const body = z.object({ name: z.string().check(z.minLength(1)), tags: z.array(z.string()) }); const answer = body;`,
  'Zod': `import { z } from 'zod';
    const query = z.object({ page: z.coerce.number().default(1) });
    const body = z.object({ name: z.string().min(1), tags: z.array(z.string()) }); const answer = body;`,
};

/** A table: kB of the handler as esbuild writes it for Node, minified, and compressed. */
export async function bundleRows() {
  const rows = await Promise.all(Object.entries(LIBRARIES).map(async ([name, schemas]) => {
    const bundle = await bundled(schemas);
    return [name, short(bundle.length / 1_000), short(gzipSync(bundle).length / 1_000)];
  }));
  return `\nThe bundle of a function with \`handle\` and its contract, minified by esbuild ${esbuild.version}:\n\n${table(['schemas', 'kB', 'kB gzip'], rows)}`;
}

async function bundled(schemas) {
  const contents = `import { contract, handle } from 'synthgate/contract'; ${schemas}
    export const handler = handle(contract('PUT /pets', { query, body, responses: { 200: answer } }), ({ body }) => ({ status: 200, body }));`;
  const { outputFiles: [file] } = await esbuild.build({
    stdin: { contents, resolveDir: root }, bundle: true, minify: true, platform: 'node', format: 'esm', mainFields: ['module', 'main'], write: false,
  });
  return Buffer.from(file.contents);
}
