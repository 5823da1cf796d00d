import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { z } from 'zod';
import { contract, handle, jsonSchema, type GatewayEvent, type HandleOptions, type InvocationContext } from '../../../lib/contract';

const context: InvocationContext = { awsRequestId: 'id', functionName: 'f', invokedFunctionArn: 'arn', getRemainingTimeInMillis: () => 1000 };
const Pet = z.object({ id: z.string(), name: z.string() });
const Problem = z.object({ title: z.string() });
const getPet = contract('GET /pets/{petId}', {
  query: z.object({ page: z.coerce.number().int().default(1), tag: z.array(z.string()).optional() }),
  responses: { 200: Pet, 404: { body: Problem, contentType: 'application/problem+json' }, 204: null },
});
const createPet = contract('POST /pets', { body: Pet, responses: { 201: { body: Pet, headers: z.object({ location: z.string() }) } } });

const pet = { id: '7', name: 'Rex' };
const call = (event: GatewayEvent, options?: HandleOptions) =>
  handle(getPet, ({ params, query }) => ({ status: 200, body: { id: params.petId, name: JSON.stringify(query) } }), options)({ pathParameters: { petId: '7' }, ...event }, context);
const create = (event: GatewayEvent) => handle(createPet, ({ body }) => ({ status: 201, headers: { location: `/pets/${body.id}` }, body }))(event, context);

test('values arrive as the schemas return them, with their defaults', async () => {
  expect(await call({ queryStringParameters: { page: '3' } })).toEqual({
    statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ id: '7', name: '{"page":3}' }),
  });
  expect((await call({})).body).toContain('{\\"page\\":1}');
});

test.each<[string, GatewayEvent]>([
  ['payload format 1.0', { multiValueQueryStringParameters: { tag: ['a', 'b'], page: ['2'] } }],
  ['payload format 2.0', { version: '2.0', rawQueryString: 'tag=a&page=2&tag=b' }],
])('a repeated name has a list of texts: %s', async (_name, event) => {
  expect(JSON.parse((JSON.parse((await call(event)).body) as { name: string }).name)).toEqual({ page: 2, tag: ['a', 'b'] });
});

test.each<[string, string | undefined, string, string]>([
  ['a REST API, which sends them as they came', undefined, 'a%20b%2Fc', 'a b/c'],
  ['a REST API, with a percent sign that begins no character', undefined, '100%', '100%'],
  ['an HTTP API, which decodes them', '1.0', 'a%20b', 'a%20b'],
  ['an HTTP API, in format 2.0', '2.0', 'a%20b', 'a%20b'],
])('path parameters of %s', async (_name, version, petId, id) => {
  const { body } = await call({ pathParameters: { petId }, ...(version === undefined ? {} : { version }) });
  expect(JSON.parse(body)).toMatchObject({ id });
});

test('a name that occurs once is a list where the schema takes lists', async () => {
  expect((await call({ queryStringParameters: { tag: 'a' } })).body).toContain('\\"tag\\":[\\"a\\"]');
});

test.each([
  ['ids=a', { ids: ['a'] }],
  ['ids=a&tag=b&q=c', { ids: ['a'], tag: ['b'], q: 'c' }],
  ['id=a', { id: 'a' }],
])('a name that occurs once is a list where one of several schemas takes it: %s', async (rawQueryString, expected) => {
  const Several = z.object({ ids: z.array(z.string()), tag: z.array(z.string()).optional(), q: z.string().optional() });
  const query = z.union([Several, z.object({ id: z.string() })]);
  const find = contract('GET /find', { query, responses: { 200: z.unknown() } });
  const { body } = await handle(find, ({ query: found }) => ({ status: 200, body: found }))({ version: '2.0', rawQueryString }, context);
  expect(JSON.parse(body)).toEqual(expected);
});

test('a refused parameter is answered as by the gateway, with the issues', async () => {
  const { statusCode, headers, body } = await call({ queryStringParameters: { page: 'x' } });
  expect([statusCode, headers]).toEqual([400, { 'content-type': 'application/json', 'x-amzn-errortype': 'BadRequestException' }]);
  expect(JSON.parse(body)).toEqual({ message: 'Invalid request parameters', issues: [expect.stringMatching(/^query\.page: .*number/)] });
});

test('onInvalid answers refused requests its own way', async () => {
  const answer = await call({ queryStringParameters: { page: 'x' } }, { onInvalid: ({ issues }) => ({ status: 422, body: issues.length }) });
  expect(answer).toMatchObject({ statusCode: 422, body: '1' });
});

test.each<[string, GatewayEvent, number]>([
  ['JSON', { body: JSON.stringify(pet) }, 201],
  ['base64', { body: Buffer.from(JSON.stringify(pet)).toString('base64'), isBase64Encoded: true }, 201],
  ['a type of JSON', { body: JSON.stringify(pet), headers: { 'Content-Type': 'application/vnd.pets+json; charset=utf-8' } }, 201],
  ['another type', { body: JSON.stringify(pet), headers: { 'content-type': 'text/plain' } }, 415],
  ['no JSON', { body: '{' }, 400],
  ['a member of another type', { body: '{"id":7,"name":"Rex"}' }, 400],
  ['nothing', { body: null }, 400],
])('a body: %s', async (_name, event, status) => {
  expect((await create(event)).statusCode).toBe(status);
});

test('headers of several values and cookies have the form of the payload format', async () => {
  const login = contract('POST /login', { responses: { 204: null } });
  const handler = handle(login, () => ({ status: 204, headers: { 'Set-Cookie': ['a=1', 'b=2'], 'x-list': ['1', '2'] } }));
  expect(await handler({}, context)).toEqual({
    statusCode: 204, body: '', headers: { 'set-cookie': 'a=1', 'x-list': '1' }, multiValueHeaders: { 'set-cookie': ['a=1', 'b=2'], 'x-list': ['1', '2'] },
  });
  expect(await handler({ version: '2.0' }, context)).toEqual({ statusCode: 204, body: '', headers: { 'x-list': '1, 2' }, cookies: ['a=1', 'b=2'] });
});

describe('bytes and texts of other media types', () => {
  const PNG = Buffer.from([0x89, 0x50, 0xff, 0]);
  const base64 = { body: PNG.toString('base64'), isBase64Encoded: true };
  const sent = (body: z.ZodType, event: GatewayEvent, contentType = 'image/png') =>
    handle(contract('PUT /p', { body, contentType, responses: { 200: z.unknown() } }), ({ body: value }) => ({ status: 200, body: value instanceof Uint8Array ? [...value] : value }))(event, context);

  test.each<[string, z.ZodType, GatewayEvent, string, unknown]>([
    ['bytes', z.instanceof(Uint8Array), base64, 'image/png', [...PNG]],
    ['bytes of a text', z.instanceof(Uint8Array), { body: 'ab' }, 'image/png', [97, 98]],
    ['text in base64', z.string(), { body: 'YWI=', isBase64Encoded: true }, 'image/svg+xml', 'ab'],
    ['text or bytes', z.unknown(), { body: 'YWI=', isBase64Encoded: true }, 'image/png', [97, 98]],
    ['an empty text, which arrives as none', z.string(), { body: null }, 'text/plain', ''],
  ])('%s arrive as they were sent', async (_name, schema, event, type, expected) => {
    expect(JSON.parse((await sent(schema, event, type)).body)).toEqual(expected);
  });

  test('bytes are not damaged for a schema of texts, but refused', async () => {
    expect(await sent(z.string(), base64)).toMatchObject({ statusCode: 400 });
    expect(await sent(z.string().min(1), { body: null })).toMatchObject({ statusCode: 400 });
  });

  test('bytes are an answer where the schema takes texts', async () => {
    const picture = contract('GET /picture', { responses: { 200: { body: z.string().max(4), contentType: 'image/png' } } });
    const answer = (bytes: Uint8Array) => handle(picture, () => ({ status: 200, body: bytes }))({}, context);
    expect(await answer(PNG)).toMatchObject({ body: base64.body, isBase64Encoded: true });
    await expect(answer(Buffer.alloc(5))).rejects.toMatchObject({ code: 'CONTRACT_ANSWER_UNDECLARED' });
  });
});

test('bytes are answered in base64', async () => {
  const picture = contract('GET /picture', { responses: { 200: { body: z.instanceof(Uint8Array), contentType: 'image/png' } } });
  expect(await handle(picture, () => ({ status: 200, body: Buffer.from([1, 2]) }))({}, context)).toEqual({
    statusCode: 200, headers: { 'content-type': 'image/png' }, body: 'AQI=', isBase64Encoded: true,
  });
});

test('a body of plain JSON Schema that is missing is refused, and members that are undefined are none', async () => {
  const Optional = jsonSchema<{ a?: string | undefined }>({ type: 'object', properties: { a: { type: 'string' } } });
  const handler = handle(contract('POST /a', { body: Optional, responses: { 200: Optional } }), () => ({ status: 200, body: { a: undefined } }));
  expect(JSON.parse((await handler({ body: null }, context)).body)).toEqual({ message: 'Invalid request body', issues: ['body: is missing'] });
  expect(await handler({ body: '{}' }, context)).toMatchObject({ statusCode: 200 });
});

test('cookies are a header in both payload formats', async () => {
  const own = contract('GET /c', { headers: z.object({ cookie: z.string() }), responses: { 200: z.string() } });
  const handler = handle(own, ({ headers }) => ({ status: 200, body: headers.cookie }));
  expect((await handler({ version: '2.0', cookies: ['a=1', 'b=2'], headers: {} }, context)).body).toBe('"a=1; b=2"');
  expect((await handler({ headers: { Cookie: 'a=1' } }, context)).body).toBe('"a=1"');
});

test('null members of an event are none', async () => {
  const headers = { accept: null } as never;
  const several = { headers, multiValueHeaders: headers, multiValueQueryStringParameters: { page: null } as never };
  expect(await call(several)).toMatchObject({ statusCode: 200 });
  expect(await call({ headers, queryStringParameters: { page: null } as never })).toMatchObject({ statusCode: 200 });
});

test('the issues are those of the values that are wrong', async () => {
  const { body } = await call({ queryStringParameters: { tag: 'a', page: 'x' } });
  expect(JSON.parse(body)).toMatchObject({ issues: [expect.stringMatching(/^query\.page: /)] });
});

test('the context of an authorizer that has a member claims is the principal', async () => {
  const me = contract('GET /me', { principal: z.object({ tenant: z.string() }), responses: { 200: z.string() } });
  const handler = handle(me, ({ principal }) => ({ status: 200, body: principal.tenant }));
  expect((await handler({ requestContext: { authorizer: { claims: 'x', tenant: 't' } } }, context)).body).toBe('"t"');
});

test('the dates of a route that ends are announced with every answer, also of refusals', async () => {
  const ending = contract('GET /old', { sunset: '2027-06-30', query: z.object({ page: z.string() }), responses: { 204: null } });
  const refused = await handle(ending, () => ({ status: 204 }), { onInvalid: async () => ({ status: 422 }) })({}, context);
  expect(refused).toMatchObject({ statusCode: 422, headers: { sunset: 'Wed, 30 Jun 2027 00:00:00 GMT' } });
  const old = contract('GET /old', { deprecated: '2026-12-01', sunset: '2027-06-30', responses: { 204: null } });
  expect((await handle(old, () => ({ status: 204 }))({}, context)).headers).toEqual({ deprecation: '@1796083200', sunset: 'Wed, 30 Jun 2027 00:00:00 GMT' });
});

describe('an answer that is not declared', () => {
  const wrong = (options?: HandleOptions) => handle(getPet, () => ({ status: 200, body: { id: 7 } }) as never, options)({ pathParameters: { petId: '7' } }, context);
  const { NODE_ENV } = process.env;
  afterEach(() => { process.env.NODE_ENV = NODE_ENV; delete process.env.LAMBDA_RUNTIME_DIR; });

  test('CONTRACT_ANSWER_UNDECLARED: it is refused in tests and development', async () => {
    await expect(wrong()).rejects.toMatchObject({ code: 'CONTRACT_ANSWER_UNDECLARED', message: expect.stringContaining('200 body.id:') as string });
    const status = handle(getPet, () => ({ status: 418 }) as never)({ pathParameters: { petId: '7' } }, context);
    await expect(status).rejects.toThrow('status 418 is none of 200, 204, 404');
  });

  test('an answer without a status is an error everywhere: there is nothing to send', async () => {
    const handler = handle(getPet, () => undefined as never, { undeclared: 'log' });
    await expect(handler({ pathParameters: { petId: '7' } }, context)).rejects.toThrow('the handler answered what its contract does not declare: it has no status');
  });

  test.each<[string, () => HandleOptions | undefined]>([
    ['on AWS', () => { process.env.LAMBDA_RUNTIME_DIR = '/var/runtime'; return undefined; }],
    ['in production', () => { process.env.NODE_ENV = 'production'; return undefined; }],
    ['with undeclared: log', () => ({ undeclared: 'log' })],
  ])('it is a line of the log %s', async (_name, prepare) => {
    const log = jest.spyOn(console, 'error').mockImplementation();
    expect(await wrong(prepare())).toMatchObject({ statusCode: 200, body: '{"id":7}' });
    expect(log).toHaveBeenCalledWith(expect.stringContaining('[CONTRACT_ANSWER_UNDECLARED] GET /pets/{petId}'));
    log.mockRestore();
  });
});

test('headers of every answer, also of refusals', async () => {
  const headers = { 'access-control-allow-origin': '*' };
  expect((await call({}, { headers })).headers).toMatchObject(headers);
  expect(await call({ queryStringParameters: { page: 'x' } }, { headers })).toMatchObject({ statusCode: 400, headers });
});

describe('declared answers with an error status say so', () => {
  const find = contract('GET /find', { query: z.object({ id: z.string() }), responses: { 200: Pet, 400: z.object({ message: z.string() }), 404: z.object({ message: z.string() }) } });
  const handlerWith = (options?: HandleOptions) => handle(find, () => ({ status: 404, body: { message: 'no pet' } }), options);

  test('to clients of other origins, too', async () => {
    expect((await handlerWith()({ queryStringParameters: { id: '7' } }, context)).headers).toEqual({ 'content-type': 'application/json', 'contract-answer': 'declared' });
    const headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'etag' };
    expect((await handlerWith({ headers })({ queryStringParameters: { id: '7' } }, context)).headers).toMatchObject({ 'access-control-expose-headers': 'etag, contract-answer' });
  });

  test('a refusal is declared only if onInvalid answers what the contract declares', async () => {
    expect((await handlerWith()({}, context)).headers).not.toHaveProperty('contract-answer');
    expect((await handlerWith({ onInvalid: ({ message }) => ({ status: 400, body: { message } }) })({}, context)).headers).toHaveProperty('contract-answer');
    expect((await handlerWith({ onInvalid: () => ({ status: 400, body: {} }) })({}, context)).headers).not.toHaveProperty('contract-answer');
  });
});

test('what the handler throws is thrown on', async () => {
  await expect(handle(getPet, () => { throw new Error('secret'); })({ pathParameters: { petId: '7' } }, context)).rejects.toThrow('secret');
});

test.each<[string, GatewayEvent]>([
  ['a user pool of a REST API', { requestContext: { authorizer: { claims: { sub: 'alice' } } } }],
  ['a Lambda authorizer of a REST API', { requestContext: { authorizer: { principalId: 'x', sub: 'alice' } } }],
  ['a JWT authorizer of an HTTP API', { version: '2.0', requestContext: { authorizer: { jwt: { claims: { sub: 'alice' }, scopes: null } } } }],
  ['a Lambda authorizer of an HTTP API', { version: '2.0', requestContext: { authorizer: { lambda: { sub: 'alice' } } } }],
])('the principal of %s', async (_name, event) => {
  const me = contract('GET /me', { principal: z.object({ sub: z.string() }), responses: { 200: z.string() } });
  const handler = handle(me, ({ principal }) => ({ status: 200, body: principal.sub }));
  expect((await handler(event, context)).body).toBe('"alice"');
  expect(await handler({}, context)).toMatchObject({ statusCode: 403, body: '{"message":"Forbidden"}' });
});

describe('schemas of other libraries', () => {
  const json = jsonSchema<{ n: number }>({ type: 'object', required: ['n'], properties: { n: { type: 'integer', minimum: 1 } } });
  test.each([
    ['Zod', z.object({ n: z.number().int().min(1) })],
    ['Valibot', v.object({ n: v.pipe(v.number(), v.integer(), v.minValue(1)) })],
    ['Valibot with JSON Schema', toStandardJsonSchema(v.object({ n: v.pipe(v.number(), v.integer(), v.minValue(1)) }))],
    ['plain JSON Schema', json],
  ])('%s', async (_name, schema) => {
    const handler = handle(contract('PUT /n', { body: schema, responses: { 200: schema } }), ({ body }) => ({ status: 200, body }));
    expect(await handler({ body: '{"n":2}' }, context)).toMatchObject({ statusCode: 200, body: '{"n":2}' });
    expect(JSON.parse((await handler({ body: '{"n":0}' }, context)).body)).toMatchObject({ message: 'Invalid request body', issues: [expect.stringMatching(/^body\.n: /)] });
  });
});
