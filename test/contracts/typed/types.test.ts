import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { newDirectory } from '../../support/temporary-directory';

const root = path.resolve(__dirname, '..', '..', '..');

const BEFORE = `
import { contract, createClient, GatewayError, handle, type ContractsOf } from 'synthgate/contract';
import { z } from 'zod';
const Pet = z.object({ id: z.string(), kind: z.enum(['dog', 'cat']) });
const getPet = contract('GET /pets/{petId}', { query: z.object({ page: z.coerce.number().default(1) }), responses: { 200: Pet, 404: z.object({ title: z.string() }) } });
const createPet = contract('POST /pets', { body: Pet, responses: { 201: { body: Pet, headers: z.object({ location: z.string() }) } } });
type Api = ContractsOf<typeof getPet | typeof createPet>;
const call = createClient<Api>({ baseUrl: '' });
const nothing = { 204: null };
`;

/** Each line, and what the compiler says of it: nothing, or the end of its message. */
const LINES: readonly (readonly [code: string, message: string | undefined])[] = [
  // the literals in answers are those of the contract
  ["handle(getPet, async ({ params, query }) => ({ status: 200, body: { id: params.petId.trim(), kind: query.page.toFixed() === '1' ? 'dog' : 'cat' } }));", undefined],
  ['handle(createPet, ({ body }) => ({ status: 201, headers: { location: body.kind }, body }));', undefined],
  ["handle(contract('POST /x', { responses: nothing }), () => ({ status: 204 }));", undefined],
  ['handle(getPet, () => ({ status: 418 }));', "Type '418' is not assignable to type '"],
  ["handle(getPet, () => ({ status: 200, body: { id: '7', kind: 'cow' } }));", 'Type \'"cow"\' is not assignable to type'],
  ['handle(createPet, ({ body }) => ({ status: 201, body }));', "Property 'headers' is missing"],
  ['handle(getPet, ({ params }) => ({ status: 404, body: { title: params.id } }));', "Property 'id' does not exist on type"],
  // what cannot work is said in words
  ["contract('GET pets', { responses: nothing });", 'is not assignable to parameter of type'],
  ["contract('GET /pets', { query: z.object({ page: z.number() }), responses: nothing });", '"GET /pets: query.page takes no text; values of query arrive as text: use a schema that accepts strings"'],
  ["contract('GET /pets/{id}', { params: z.object({ petId: z.string() }), responses: nothing });", '"GET /pets/{id}: params lacks \\"id\\" of the path"'],
  ["contract('GET /{a}/{b+}', { params: z.object({ a: z.string(), b: z.string(), c: z.string() }), responses: nothing });", '"GET /{a}/{b+}: params has \\"c\\", which the path has not"'],
  ["contract('GET /{id}', { params: z.object({ id: z.coerce.number() }), query: z.object({ tag: z.array(z.string()) }), responses: nothing });", undefined],
  ["contract('GET /a', { query: z.object({ ids: z.array(z.coerce.number()), any: z.union([z.string(), z.number()]).optional() }), responses: nothing });", undefined],
  ["contract('GET /a', { query: z.object({ ids: z.array(z.number()) }), responses: nothing });", '"GET /a: query.ids takes no text; values of query arrive as text'],
  // clients
  ["call('GET /pets/{petId}', { params: { petId: '7' }, query: { page: 2 } });", undefined],
  ["call('GET /pets/{petId}', { params: { petId: '7' } }).then((answer) => (answer instanceof GatewayError ? answer.retryAfter?.toFixed() : answer.status === 404 ? answer.body.title : answer.body.kind));", undefined],
  ["call('GET /pets/{petId}', {});", "Property 'params' is missing"],
  ["call('GET /pets/{petId}');", 'Expected 2-3 arguments, but got 1.'],
  ["call('GET /dogs', {});", "Argument of type '\"GET /dogs\"' is not assignable"],
  ["call('POST /pets', { body: { id: '7' } });", "Property 'kind' is missing"],
  ["call('POST /pets', { body: { id: '7', kind: 'dog' } }, { stream: true }).then((answer) => (answer instanceof GatewayError ? null : answer.body?.getReader()));", undefined],
];

/** The first line of each message, in the order of the lines. */
function typeErrors(source: string, options: object = {}): string[] {
  const folder = newDirectory();
  writeFileSync(path.join(folder, 'contracts.ts'), source);
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({
    compilerOptions: {
      strict: true, noEmit: true, skipLibCheck: false, target: 'es2022', module: 'esnext', moduleResolution: 'bundler', types: ['node'],
      ...options,
      typeRoots: [path.join(root, 'node_modules', '@types')],
      paths: {
        'synthgate': [path.join(root, 'build', 'index.d.ts')], 'synthgate/contract': [path.join(root, 'build', 'contract', 'index.d.ts')], 'zod': [path.join(root, 'node_modules', 'zod', 'index.d.ts')],
      },
    },
  }));
  const { stdout } = spawnSync(process.execPath, [path.join(root, 'node_modules', 'typescript-native', 'bin', 'tsc'), '--pretty', 'false', '-p', folder], { encoding: 'utf8' });
  return stdout.split(/\n(?=\S)/).filter((message) => message.trim() !== '');
}

test('the compiler types handlers and clients by their contracts, and says in words what cannot work', () => {
  const errors = typeErrors(BEFORE + LINES.map(([code]) => code).join('\n'));
  const first = BEFORE.split('\n').length;
  const saidOf = LINES.map(([code], at) => [code, errors.filter((error) => error.includes(`contracts.ts(${first + at},`)).join('\n')]);
  expect(saidOf).toEqual(LINES.map(([code, message]) => [code, message === undefined ? '' : expect.stringContaining(message)]));
  expect(errors).toHaveLength(LINES.filter(([, message]) => message !== undefined).length);
});

test('the declarations compile where optional members are exact', () => {
  const errors = typeErrors("import { Api } from 'synthgate'; export const name = (api: Api) => api.latestDeployment?.node.id;", { exactOptionalPropertyTypes: true });
  expect(errors.filter((error) => error.includes('build/'))).toEqual([]);
});
