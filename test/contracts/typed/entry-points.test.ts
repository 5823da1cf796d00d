import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';

/* The built package as users' projects and bundlers take it. */

const root = path.resolve(__dirname, '..', '..', '..');

function run(code: string, type: 'commonjs' | 'module'): unknown {
  return JSON.parse(execFileSync(process.execPath, [`--input-type=${type}`, '-e', code], { cwd: root, encoding: 'utf8' }));
}

async function bundled(contents: string, platform: 'browser' | 'node'): Promise<string> {
  const { outputFiles } = await esbuild.build({ stdin: { contents, resolveDir: root }, bundle: true, minify: true, format: 'esm', platform, write: false });
  return outputFiles[0]?.text ?? '';
}

const NAMES = ['ContractError', 'GatewayError', 'addContract', 'contract', 'createClient', 'handle', 'jsonSchema', 'verifyContracts'];

test('it is a module of both kinds, with the same names', () => {
  expect(run("console.log(JSON.stringify(Object.keys(require('synthgate/contract')).sort()))", 'commonjs')).toEqual(NAMES);
  expect(run("import * as names from 'synthgate/contract'; console.log(JSON.stringify(Object.keys(names).sort()))", 'module')).toEqual(NAMES);
});

test('ArkType, which is an ES module only, and a model of its schema', () => {
  expect(run(`
    import { type } from 'arktype';
    import { Api, App } from 'synthgate';
    import { addContract, contract, handle } from 'synthgate/contract';
    const body = type({ n: 'number.integer >= 1' });
    const put = contract('PUT /n', { body, responses: { 200: body } });
    const handler = handle(put, ({ body }) => ({ status: 200, body }));
    const api = new Api(new App(), 'Numbers');
    addContract(api, put, { entry: 'examples/01-hello/handlers/hello.ts' });
    const { models } = JSON.parse(api.toJson());
    const statuses = [];
    for (const n of [2, 0]) statuses.push((await handler({ body: JSON.stringify({ n }) }, {})).statusCode);
    console.log(JSON.stringify([statuses, models.PutNBody.schema]));
  `, 'module')).toEqual([[200, 400], expect.objectContaining({ type: 'object', required: ['n'], properties: { n: { type: 'integer', minimum: 1 } } })]);
});

test('a client in a page is less than 2 kB, and has nothing of the rest', async () => {
  const page = await bundled("import { createClient, GatewayError } from 'synthgate/contract'; globalThis.call = [createClient({ baseUrl: '' }), GatewayError];", 'browser');
  expect(gzipSync(page).length).toBeLessThan(2048);
});

test('a function has its handler and its contract only', async () => {
  const code = "import { contract, handle } from 'synthgate/contract'; const schema = { '~standard': { version: 1, vendor: 'own', validate: (value) => ({ value }) } };"
    + " export const handler = handle(contract('GET /', { responses: { 200: schema } }), () => ({ status: 200, body: {} }));";
  expect(Buffer.byteLength(await bundled(code, 'node'))).toBeLessThan(11_000);
});
