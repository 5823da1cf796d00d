import { z } from 'zod';
import { Api, App, MockIntegration, PassthroughBehavior } from '../../../lib';
import { CONTRACT_USE_ERRORS } from '../../../lib/errors';
import { addContract, contract, ContractError, verifyContracts, type ContractGateway } from '../../../lib/contract';
import { createTestGateway } from '../../../lib/testing';

const Pet = z.object({
  id: z.uuid(), name: z.string().min(1).max(20), kind: z.enum(['dog', 'cat']), age: z.number().int().min(0).max(30).optional(),
  tags: z.array(z.string()).max(3), owner: z.union([z.object({ email: z.email() }), z.null()]), born: z.iso.date(),
});
const createPet = contract('POST /pets/{shop}', { query: z.object({ dry: z.enum(['yes', 'no']).optional() }), body: Pet, responses: { 201: Pet } });

interface Received {
  readonly path: string;
  readonly body: string;
}

/** A gateway whose answers the test decides. */
function answering(answer: (received: Received) => [status: number, body: unknown]): ContractGateway & { readonly received: Received[] } {
  const received: Received[] = [];
  return {
    received,
    url: () => 'http://127.0.0.1:3000/prod/',
    fetch: async (path, init) => {
      received.push({ path, body: String(init?.body) });
      const [status, body] = answer({ path, body: String(init?.body) });
      return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
    },
  };
}

const asDeclared = ({ body }: Received): [number, unknown] => {
  const { success, data } = Pet.safeParse(JSON.parse(body));
  return success ? [201, data] : [400, { message: 'Invalid request body' }];
};

test('requests are of both kinds, and the same each time', async () => {
  const [first, second] = [answering(asDeclared), answering(asDeclared)];
  const [verified] = await verifyContracts(first, [createPet]);
  expect(verified).toMatchObject({ route: 'POST /pets/{shop}' });
  expect(verified?.taken).toBeGreaterThanOrEqual(20);
  expect(verified?.refused).toBeGreaterThan(10);
  await verifyContracts(second, [createPet]);
  expect(second.received).toEqual(first.received);
  expect(first.received.some(({ path }) => /^pets\/[a-z0-9]+\?dry=(yes|no)$/.test(path))).toBe(true);
});

test.each<[string, (received: Received) => [number, unknown], RegExp]>([
  ['an undeclared status', ({ body }) => (body.includes('"cat"') ? [500, { message: 'oh' }] : asDeclared({ path: '', body })), /500 is not declared; declared: 201\ncurl .*"kind":"cat".*\n500 \{"message":"oh"\}/],
  ['a body that is not declared', (received) => { const [status, body] = asDeclared(received); return [status, status === 201 ? { ...body as object, kind: 'cow' } : body]; }, /201 body\.kind: /],
  ['a request that is not refused', ({ body }) => [201, JSON.parse(body)], /201 for a request that the contract refuses; expected 400/],
])('CONTRACT_BROKEN: %s, with the smallest request as a command', async (_name, answer, message) => {
  await expect(verifyContracts(answering(answer), [createPet])).rejects.toThrow(expect.objectContaining({ code: 'CONTRACT_BROKEN', message: expect.stringMatching(message) as string }) as Error);
});

test('the smallest request has nothing that does not matter', async () => {
  const answer = ({ body }: Received): [number, unknown] => (body.includes('"cat"') ? [500, 0] : asDeclared({ path: '', body }));
  const error: unknown = await verifyContracts(answering(answer), [createPet]).catch((thrown: unknown) => thrown);
  const [, line = ''] = String(error).split('\n');
  expect(line).toMatch(/^curl -i -X POST 'http:\/\/127\.0\.0\.1:3000\/prod\/pets\/[a-z0-9]' -H 'content-type: application\/json' --data-raw '\{/);
  expect(line).toMatch(/"tags":\[\]/);
  expect(line).not.toMatch(/"age"/);
});

test('examples are sent as well, and headers with every request', async () => {
  const gateway = answering(() => [200, 'x']);
  const sent: unknown[] = [];
  const recorded = { fetch: async (path: string, init?: RequestInit) => { sent.push(init?.headers); return gateway.fetch(path, init); } };
  const named = contract('GET /pets/{name}', { responses: { 200: z.string() }, examples: [{ params: { name: 'rex' } }] });
  expect(await verifyContracts(recorded, [named], { requests: 2, headers: { Authorization: 'Bearer x' } })).toEqual([{ route: 'GET /pets/{name}', taken: 2, refused: 0 }]);
  expect(gateway.received[0]?.path).toBe('pets/rex');
  expect(sent).toEqual([{ Authorization: 'Bearer x' }, { Authorization: 'Bearer x' }]);
});

test('CONTRACT_NOT_GENERATED: schemas whose values nobody can guess', async () => {
  const secret = contract('POST /s', { body: z.string().refine((text) => text === 'sesame'), responses: { 200: z.string() } });
  await expect(verifyContracts(answering(() => [200, '']), [secret])).rejects.toMatchObject({ code: 'CONTRACT_NOT_GENERATED' });
  const gateway = answering(({ body }) => (body === '"sesame"' ? [200, ''] : [400, '']));
  expect(await verifyContracts(gateway, [{ ...secret, definition: { ...secret.definition, examples: [{ body: 'sesame' }] } }])).toMatchObject([{ taken: 1 }]);
});

test('CONTRACT_PACKAGE_MISSING: it says what to install', () => {
  const details = { name: 'fast-check', reason: "Cannot find module 'fast-check'" };
  const error = new ContractError('CONTRACT_PACKAGE_MISSING', details, CONTRACT_USE_ERRORS);
  expect(error.message).toBe("[CONTRACT_PACKAGE_MISSING] verifyContracts() needs fast-check: Cannot find module 'fast-check'");
});

test('schemas that refer to themselves, with patterns that nobody generates, and values that only some places can have', async () => {
  const Node = z.object({ name: z.string(), get children() { return z.array(Node); }, get next() { return z.nullable(Node); } });
  const odd = contract('PUT /nodes/{id}', {
    params: z.object({ id: z.string() }), headers: z.object({ 'x-tag': z.string() }), query: z.object({ list: z.array(z.string()).min(1) }), body: Node,
    responses: { 200: z.string().transform((text) => text.length).pipe(z.number()) },
  });
  const paths: string[] = [];
  const gateway = answering(({ path, body }) => {
    paths.push(path);
    return Node.safeParse(JSON.parse(body)).success ? [200, 3] : [400, {}];
  });
  const [verified] = await verifyContracts(gateway, [odd]);
  expect(verified?.taken).toBeGreaterThanOrEqual(20);
  expect(paths.filter((path) => !/^nodes\/(?!\.{0,2}\?)[^?]+\?list=/.test(path))).toEqual([]);
  const secret = contract('POST /s', { body: z.string().regex(/^(?=.*\d)(?=.*[x-z]).{30,}$/), responses: { 200: z.string() } });
  await expect(verifyContracts(answering(() => [200, '']), [secret])).rejects.toMatchObject({ code: 'CONTRACT_NOT_GENERATED' });
});

test('CONTRACT_BROKEN: a body that is no JSON, and headers that are not declared', async () => {
  const named = contract('GET /n', { responses: { 200: { body: z.string(), headers: z.object({ location: z.string() }) } } });
  const gateway = (body: string, headers: Record<string, string>) => ({ fetch: async () => new Response(body, { headers }) });
  await expect(verifyContracts(gateway('<html>', { location: '/' }), [named])).rejects.toThrow('200 body: is not JSON');
  await expect(verifyContracts(gateway('"x"', {}), [named])).rejects.toThrow('200 headers.location: ');
});

test('through a test gateway', async () => {
  const api = new Api(new App(), 'Pets');
  const ok = contract('POST /pets', { body: z.object({ n: z.number().int() }), responses: { 200: z.object({ n: z.number() }) } });
  addContract(api, ok, { integration: new MockIntegration({
    passthroughBehavior: PassthroughBehavior.NEVER, requestTemplates: { 'application/json': '{"statusCode": 200}' },
    integrationResponses: [{ statusCode: '200', responseTemplates: { 'application/json': '{"n": 1}' } }],
  }) });
  const gateway = await createTestGateway(api);
  try {
    expect(await verifyContracts(gateway, [ok])).toMatchObject([{ route: 'POST /pets', taken: 20 }]);
  } finally {
    await gateway.close();
  }
});

test('what a gateway takes for missing is not sent: blank texts of a required query', async () => {
  const search = contract('GET /search', { query: z.object({ need: z.string(), any: z.string().optional() }), responses: { 200: z.null() } });
  const needs = (path: string) => new URL(path, 'http://x').searchParams.get('need') ?? '';
  await verifyContracts(answering(({ path }) => (needs(path).trim() === '' ? [400, {}] : [200, null])), [search], { requests: 400 });
});
