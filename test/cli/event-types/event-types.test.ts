import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { eventTypesText } from '../../../lib/cli/event-types/event-types';
import { EVENTS } from '../../../lib/runtime/lambda-format/events';
import type { EventFormat } from '../../../lib/runtime/plan/exchange';
import { readSpec, type GatewaySpec, type GatewaySpecInput } from '../../../lib/spec';
import { plan, received, stage, validated } from '../../support/exchange';
import { newProject } from '../../support/project';

const ROOT = path.join(__dirname, '../../..');
const fn = { code: 'code', handler: 'index.handler' };
const proxy = { type: 'proxy', function: 'F' } as const;
const read = (input: Partial<GatewaySpecInput>): GatewaySpec => readSpec(
  { format: 'synthgate/1', api: { id: 'a', name: 'Shop' }, functions: { F: fn }, stages: { prod: {} }, ...input }, 'test').spec;
const byToken = { type: 'CUSTOM', authorizer: 'Tokens' } as const;
const model = (name: string): string => `https://apigateway.amazonaws.com/restapis/a/models/${name}`;

const shop = read({
  authorizers: { Tokens: { type: 'token', function: 'F', identitySource: 'method.request.header.Authorization' } },
  requestValidators: { All: { validateRequestParameters: true } },
  models: {
    Pet: { schema: {
      type: 'object', required: ['name'], description: 'A pet */ of\n the shop',
      properties: {
        'name': { type: 'string' }, 'kind': { enum: ['cat', 'dog'] }, 'age': { type: ['integer', 'null'], description: 'in years' },
        'first-owner': { $ref: model('Owner') }, 'parents': { type: 'array', items: { $ref: '#' } }, 'size': { $ref: '#/definitions/size' },
      },
      definitions: { size: { allOf: [{ type: 'object', properties: { height: { type: 'number' } } }, { anyOf: [{ type: 'object' }, { type: 'null' }] }] } },
    } },
    Extra: { schema: { type: 'object', required: ['id'], properties: { size: { type: 'number' } }, additionalProperties: { type: 'string' } } },
    Known: { schema: { required: ['id', 'name'], properties: { name: { type: 'string' } } } },
    Owner: { schema: { properties: { place: { items: [{ type: 'number' }, { type: 'number' }], additionalItems: false } } } },
  },
  resources: {
    '/': { id: 'r', methods: { GET: { integration: proxy } } },
    '/pets': { id: 'p', methods: {
      GET: {
        integration: proxy, requestValidator: 'All',
        requestParameters: { 'method.request.querystring.page': false, 'method.request.querystring.shop': true },
      },
      POST: { authorization: byToken, integration: proxy, requestModels: { 'application/json': 'Pet', 'text/plain': 'Empty' } },
      PUT: { integration: { type: 'mapped', function: 'F', responses: [{ statusCode: '200' }] } },
    } },
    '/pets/{petId}': { id: 'q', methods: { GET: { integration: proxy } } },
    '/files/{proxy+}': { id: 'f', methods: { ANY: { integration: proxy } } },
  },
  stages: { prod: { variables: { table: 'a', color: 'b' } }, dev: { variables: { table: 'c' } } },
});
const site = read({
  protocol: 'http', api: { id: 'b', name: 'Site' },
  authorizers: { Login: { type: 'jwt', issuer: 'https://issuer.example.com', audience: ['site'] } },
  resources: {
    '/$default': { id: 'd', methods: { ANY: { integration: proxy } } },
    '/pets/{petId}': { id: 'p', methods: { GET: { authorization: { type: 'JWT', authorizer: 'Login' }, integration: proxy } } },
    '/old/{id}': { id: 'o', methods: { GET: { integration: { ...proxy, payloadFormatVersion: '1.0' } } } },
  },
});
const chat = read({
  protocol: 'websocket', api: { id: 'c', name: 'Chat' },
  resources: {
    '/$connect': { id: 'c', methods: { ANY: { integration: proxy } } }, '/$disconnect': { id: 'd', methods: { ANY: { integration: proxy } } },
    '/chat%2Fjoin': { id: 'j', methods: { ANY: { integration: proxy } } },
  },
});

/** Compiles files beside the types; returns the errors with their lines. */
function errorsOf(files: Readonly<Record<string, string>>, ...specs: readonly GatewaySpec[]): string[] {
  const options = { strict: true, noEmit: true, module: 'nodenext', target: 'es2022', skipLibCheck: false, exactOptionalPropertyTypes: true, types: ['node'] };
  const project = newProject({
    ...files, 'gateway.out/types/index.d.ts': eventTypesText(specs), 'tsconfig.json': JSON.stringify({ compilerOptions: options }),
  });
  symlinkSync(path.join(ROOT, 'node_modules'), project.file('node_modules'));
  try {
    execFileSync(process.execPath, [path.join(ROOT, 'node_modules/typescript-native/bin/tsc'), '--pretty', 'false'], { cwd: project.directory, encoding: 'utf8' });
    return [];
  } catch (error) {
    return String(Object(error).stdout).trim().split('\n');
  }
}

const RIGHT = `
import type { ConnectEvent, ChatJoinEvent, DefaultEvent, DisconnectEvent, Extra, FilesProxyAnyEvent, Known, OldIdGetEvent, Pet, PetsGetEvent, PetsPostBody, PetsPostEvent,
  RootGetEvent, ShopPetsPetIdGetEvent, SitePetsPetIdGetEvent } from '../gateway.out/types/index.js';
import type { APIGatewayProxyEvent, APIGatewayProxyEventV2 } from 'aws-lambda';

export const root = (event: RootGetEvent): null => event.pathParameters;
export const method = (event: PetsGetEvent): 'GET' => event.httpMethod;
export const get = (event: ShopPetsPetIdGetEvent): string => event.pathParameters.petId + event.stageVariables.table + (event.stageVariables.color ?? '');
export const list = (event: PetsGetEvent): string => event.queryStringParameters.shop + (event.queryStringParameters.page ?? '') + event.httpMethod;
export const files = (event: FilesProxyAnyEvent): string => event.pathParameters.proxy + (event.queryStringParameters?.anything ?? '');
export const post = (event: PetsPostEvent): string => {
  const pet: PetsPostBody = JSON.parse(event.body ?? '');
  const kind: 'cat' | 'dog' | undefined = pet.kind;
  const parent: Pet | undefined = pet.parents?.[0];
  const [x] = pet['first-owner']?.place ?? [];
  const latency: number = event.requestContext.authorizer.integrationLatency;
  return pet.name + event.requestContext.authorizer.principalId + String(event.requestContext.authorizer.tenant) + kind + parent?.name + (x ?? latency) + pet.size?.height;
};
export const page = (event: SitePetsPetIdGetEvent): string => event.pathParameters.petId + (event.requestContext.authorizer.jwt.claims.sub ?? '');
export const old = (event: OldIdGetEvent): string => event.version + event.pathParameters.id;
export const join = (event: ChatJoinEvent): string => event.body + event.requestContext.connectionId + event.requestContext.eventType;
export const connect = (event: ConnectEvent): string | undefined => event.headers.Origin;
export const type = (event: ChatJoinEvent): 'MESSAGE' => event.requestContext.eventType;
export const extra: Extra = { id: 'a', size: 1, other: 'b' };
export const known: Known = { id: 1, name: 'a' };
export const bye = (event: DisconnectEvent): number => event.requestContext.disconnectStatusCode;

// what libraries declare with the types of aws-lambda takes them
export const v1: APIGatewayProxyEvent[] = [{} as RootGetEvent, {} as ShopPetsPetIdGetEvent, {} as PetsGetEvent, {} as PetsPostEvent];
export const v2: APIGatewayProxyEventV2[] = [{} as DefaultEvent];
export const withJwt = (event: SitePetsPetIdGetEvent): APIGatewayProxyEventV2 => event;
`;

const WRONG: readonly (readonly [code: string, error: string])[] = [
  ['(event: T.ShopPetsPetIdGetEvent) => event.pathParameters.petID', "error TS2551: Property 'petID' does not exist on type '{ petId: string; }'. Did you mean 'petId'?"],
  ['(event: T.PetsGetEvent) => event.queryStringParameters.pages', "error TS2551: Property 'pages' does not exist on type '{ page?: string; shop: string; }'. Did you mean 'page'?"],
  ['(event: T.RootGetEvent) => event.pathParameters.petId', "error TS18047: 'event.pathParameters' is possibly 'null'."],
  ['(event: T.PetsGetEvent) => event.stageVariables.tabel', "error TS2551: Property 'tabel' does not exist on type '{ color?: string; table: string; }'. Did you mean 'table'?"],
  ['(event: T.PetsGetEvent) => event.requestContext.authorizer.principalId', "error TS18048: 'event.requestContext.authorizer' is possibly 'undefined'."],
  ['(event: T.SitePetsPetIdGetEvent) => event.requestContext.authorizer.lambda', "error TS2339: Property 'lambda' does not exist on type '{ jwt: { claims: { [name: string]: string | undefined; }; scopes: string[] | null; }; }'."],
  ['(body: T.PetsPostBody) => body.kind === \'fish\'', "error TS2367: This comparison appears to be unintentional because the types '\"cat\" | \"dog\" | undefined' and '\"fish\"' have no overlap."],
  ['(): T.Known => ({ name: \'a\' })', "error TS2741: Property 'id' is missing in type '{ name: string; }' but required in type 'Known'."],
  ['(event: T.ChatJoinEvent) => event.headers', "error TS2339: Property 'headers' does not exist on type 'ChatJoinEvent'."],
  ['(event: T.PetsPutEvent) => event', "error TS2724: '\"types\"' has no exported member named 'PetsPutEvent'. Did you mean 'PetsPostEvent'?"],
];

type Given = Parameters<typeof validated>[0];

/** An event as the gateway makes it. */
function eventOf(format: EventFormat, given: Given, connection?: object): string {
  const event = JSON.parse(JSON.stringify(EVENTS[format](Object.defineProperty(validated(given), 'connection', { value: connection })))) as
    Record<string, Record<string, unknown>>; // the members of an event
  const { requestContext: { identity } = {} } = event;
  if (format === '2.0' || format === 'websocket') return JSON.stringify(event);
  // @types/aws-lambda has members that events of the service have with an API key, a certificate or an authorizer only
  Object.assign(Object(identity), { apiKeyId: null, clientCert: null, ...(format === '1.0' ? { apiKey: null } : {}) });
  return JSON.stringify(event).replace(given?.principal === undefined ? '"requestContext":{' : '\0', '"requestContext":{"authorizer":undefined,');
}

/** Events of the gateway as literals of their types: a member too many does not compile, nor does one too few. */
function realEvents(): string {
  const principal = { type: 'function', principalId: 'ada', context: { tenant: 'a' }, integrationLatency: 3 } as never; // its cache is not asked for
  const jwt = { type: 'jwt', claims: { sub: 'ada' }, scopes: null } as never; // the same
  const signer = { type: 'iam', accessKey: 'AKID', accountId: '1', caller: 'c', user: 'u', userArn: 'arn' } as never; // the same
  const post = received({ method: 'POST', body: Buffer.from('{}') });
  const variables = { table: 'a', color: 'b' };
  const facts = { connectionId: 'c=', connectedAt: 1, host: 'localhost', userAgent: undefined };
  const events = [
    ['ShopPetsPetIdGetEvent', eventOf('rest', { stage: stage({ variables }), plan: plan({ resourcePath: '/pets/{petId}' }), pathParameters: { petId: '7' } })],
    ['PetsPostEvent', eventOf('rest', { stage: stage({ variables }), plan: plan({ resourcePath: '/pets' }), received: post, principal })],
    ['OldIdGetEvent', eventOf('1.0', { plan: plan({ resourcePath: '/old/{id}', routeKey: 'GET /old/{id}' }), pathParameters: { id: '7' } })],
    ['SitePetsPetIdGetEvent', eventOf('2.0', { plan: plan({ routeKey: 'GET /pets/{petId}' }), pathParameters: { petId: '7' }, principal: jwt })],
    ['DefaultEvent', eventOf('2.0', { plan: plan({ routeKey: '$default' }), received: post })],
    ['ConnectEvent', eventOf('websocket', { plan: plan({ routeKey: '$connect' }), principal: signer }, { type: 'CONNECT', connection: facts })],
    ['ChatJoinEvent', eventOf('websocket', { plan: plan({ routeKey: 'chat/join' }) }, { type: 'MESSAGE', messageId: 'm', connection: facts })],
    ['DisconnectEvent', eventOf('websocket', { plan: plan({ routeKey: '$disconnect' }) },
      { type: 'DISCONNECT', close: { code: 1000, reason: '' }, connection: facts })],
  ];
  const lines = events.map(([name, event], index) => `export const e${index}: T.${name} = ${event};`);
  return ["import type * as T from '../gateway.out/types/index.js';", ...lines].join('\n');
}

test('handlers compile with exactly what their routes have, events of the gateway are of their types, and a wrong name is an error that names the right one', () => {
  const wrong = ["import type * as T from '../gateway.out/types/index.js';", ...WRONG.map(([code], index) => `export const h${index} = ${code};`)].join('\n');
  const errors = errorsOf({ 'src/real.ts': realEvents(), 'src/right.ts': RIGHT, 'src/wrong.ts': wrong }, shop, site, chat);
  const expected = WRONG.map(([, error], index) => `src/wrong.ts(${index + 2}) ${error}`);
  const shown = errors.map((error) => error.replace(/\((\d+),\d+\):/, '($1)').replace(/'"[^']*\/types\/index"'/, "'\"types\"'"));
  expect(shown).toEqual(expected);
});

test('the text imports nothing, and is the same for any order of members and APIs', () => {
  const { resources, stages, models, ...rest } = shop;
  const reversed = <Node>(nodes: Readonly<Record<string, Node>>) => Object.fromEntries(Object.entries(nodes).reverse());
  const text = eventTypesText([shop, site, chat]);
  expect(text).not.toMatch(/\bimport\b|require/);
  const turned = { ...rest, resources: reversed(resources), stages: reversed(stages), models: reversed(models) };
  expect(eventTypesText([chat, site, turned])).toBe(text);
});

test('names are words with capitals; those that two APIs have begin with that of their API', () => {
  const names = (...specs: GatewaySpec[]): string[] =>
    [...eventTypesText(specs).matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = '']) => name);
  expect(names(shop)).toEqual(['RootGetEvent', 'FilesProxyAnyEvent', 'PetsGetEvent', 'PetsPostBody', 'PetsPostEvent', 'PetsPetIdGetEvent', 'Extra', 'Known', 'Owner', 'Pet', 'PetSize']);
  expect(names(shop, site)).toEqual(expect.arrayContaining(['ShopPetsPetIdGetEvent', 'SitePetsPetIdGetEvent', 'PetsGetEvent', 'DefaultEvent']));
  const alike = read({ resources: Object.fromEntries(['/a-b', '/a_b', '/1'].map((at, index) => [at, { id: `r${index}`, methods: { GET: { integration: proxy } } }])) });
  expect(names(alike)).toEqual(['_1GetEvent', 'ABGetEvent', 'ABGetEvent2']);
});

test('texts of a definition cannot end a comment', () => {
  expect(eventTypesText([shop])).toContain('/** A pet * / of the shop */');
});

test('a variable that a stage lacks may be missing, and all of them where a stage has none', () => {
  const lines = (stages: GatewaySpecInput['stages']): string | undefined =>
    /stageVariables.*/.exec(eventTypesText([read({ stages, resources: { '/': { id: 'r', methods: { GET: { integration: proxy } } } } })]))?.[0];
  expect(lines({ a: {} })).toBe('stageVariables: null;');
  expect(lines({ a: { variables: { x: '1' } }, b: {} })).toBe('stageVariables: { x?: string } | null;');
  expect(lines({ a: { variables: { x: '1' }, canary: { stageVariableOverrides: { y: '2' } } } })).toBe('stageVariables: { x: string; y?: string };');
});

test('names that are words of the language, or none of it, are written so that the file compiles', () => {
  const text = eventTypesText([read({
    models: { class: { schema: { type: 'object' } }, Record: { schema: { type: 'string' } } },
    resources: { '/': { id: 'r', methods: { POST: { integration: proxy, requestModels: { 'application/json': 'class', 'text/a': 'Record' } } } } },
    stages: { prod: { variables: { '1a': 'x' } } },
  }), read({
    protocol: 'websocket', api: { id: 'c', name: 'Chat' },
    resources: { '/a%0A\'b': { id: 'c', methods: { ANY: { integration: proxy } } } },
  })]);
  const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true, compilerOptions: { target: ts.ScriptTarget.ES2022 } });
  expect(diagnostics.map(({ messageText }) => messageText)).toEqual([]);
  expect(text).toMatch(/export type Class = /);
  expect(text).toMatch(/["']1a["']: string/);
});
