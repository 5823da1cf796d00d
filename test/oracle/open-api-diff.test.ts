import { diffSpecs as diffDocuments } from 'openapi-diff';
import { diffSpecs } from '../../lib/diff';
import { importOpenApi } from '../../lib/openapi';
import { readSpec, type GatewaySpec } from '../../lib/spec';

// The verdicts of the semantic diff beside those of openapi-diff, a public tool, for pairs of OpenAPI documents: each change below, there
// and back.

type Verdict = 'breaking' | 'compatible';

/** The pairs with different verdicts: ours, theirs. docs/guides/review-changes.md has the reasons. */
const DISAGREEMENTS: Readonly<Record<string, readonly [Verdict, Verdict]>> = {
  'a path becomes greedy, back': ['breaking', 'compatible'],
  'a literal path beside a parameter': ['breaking', 'compatible'],
  'a literal path beside a parameter, back': ['compatible', 'breaking'],
  'a query parameter is required': ['breaking', 'compatible'],
  'a required query parameter is added': ['breaking', 'compatible'],
  'a required header is added': ['breaking', 'compatible'],
  'an optional property of the body is added': ['compatible', 'breaking'],
  'a property of the body is removed, back': ['compatible', 'breaking'],
  'a value of the body is gone': ['breaking', 'compatible'],
  'a pattern of the body is new': ['breaking', 'compatible'],
  'a pattern of the body allows all': ['breaking', 'compatible'],
  'nothing checks requests, back': ['breaking', 'compatible'],
  'an API key is required': ['breaking', 'compatible'],
};

const schemaRef = (name: string) => ({ content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } });
const parameter = (place: string, name: string, required: boolean) => ({ name, in: place, required, schema: { type: 'string' } });
const LIMIT = parameter('query', 'limit', false);
const SUCCESS = { description: 'all', ...schemaRef('Answer') };

const operation = (settings: object) => ({
  ...settings, responses: { 200: SUCCESS },
  'x-amazon-apigateway-integration': { type: 'http_proxy', httpMethod: 'ANY', uri: 'https://backend.example.com/' },
});

const itemOperations = (name: string) => {
  const method = operation({ parameters: [parameter('path', name, true)] });
  return { get: method, delete: method };
};

const ORDER = {
  type: 'object', required: ['item'],
  properties: { item: { type: 'string', maxLength: 80 }, count: { type: 'integer', minimum: 1 }, size: { type: 'string', enum: ['s', 'm'] } },
};

const DOCUMENT = {
  openapi: '3.0.1', info: { title: 'Orders', version: '1.0' },
  'x-amazon-apigateway-request-validators': { all: { validateRequestBody: true, validateRequestParameters: true } },
  'x-amazon-apigateway-request-validator': 'all',
  paths: {
    '/orders': { get: operation({ parameters: [LIMIT] }), post: operation({ requestBody: { required: true, ...schemaRef('Order') } }) },
    '/orders/{id}': itemOperations('id'),
  },
  components: {
    schemas: {
      Order: ORDER,
      Answer: { type: 'object', required: ['id'], properties: { id: { type: 'string' }, note: { type: 'string', maxLength: 80 } } },
    },
  },
};

const paths = (patch: object) => ({ paths: patch });
const list = (...parameters: object[]) => paths({ '/orders': { get: { parameters } } });
const body = (patch: object) => ({ components: { schemas: { Order: patch } } });
const answer = (patch: object) => ({ components: { schemas: { Answer: patch } } });
const WITHOUT_KEYWORDS = { type: null, required: null, properties: null };

/** The changes as JSON merge patches (RFC 7396) of the document. */
const CHANGES: Readonly<Record<string, object>> = {
  'a path is removed': paths({ '/orders/{id}': null }),
  'a method is removed': paths({ '/orders/{id}': { delete: null } }),
  'a path becomes greedy': paths({ '/orders/{id}': null, '/orders/{id+}': itemOperations('id') }),
  'a path parameter is renamed': paths({ '/orders/{id}': null, '/orders/{orderId}': itemOperations('orderId') }),
  'a literal path beside a parameter': paths({ '/orders/search': { get: operation({}) } }),
  'a query parameter is required': list({ ...LIMIT, required: true }),
  'a required query parameter is added': list(LIMIT, parameter('query', 'page', true)),
  'an optional query parameter is added': list(LIMIT, parameter('query', 'page', false)),
  'a required header is added': list(LIMIT, parameter('header', 'X-Tenant', true)),
  'a property of the body is required': body({ required: ['item', 'count'] }),
  'a new property of the body is required': body({ required: ['item', 'color'], properties: { color: { type: 'string' } } }),
  'an optional property of the body is added': body({ properties: { color: { type: 'string' } } }),
  'a property of the body is removed': body({ properties: { size: null } }),
  'the body is closed': body({ additionalProperties: false }),
  'a text of the body is shorter': body({ properties: { item: { maxLength: 40 } } }),
  'a number of the body is larger': body({ properties: { count: { minimum: 2 } } }),
  'a value of the body is gone': body({ properties: { size: { enum: ['s'] } } }),
  'a pattern of the body is new': body({ properties: { item: { pattern: '^[a-z]+$' } } }),
  'a pattern of the body allows all': body({ properties: { item: { pattern: '^.*' } } }),
  'a type of the body is another': body({ properties: { count: { type: 'string', minimum: null } } }),
  'null is allowed in the body': body({ properties: { item: { nullable: true } } }),
  'the body is one of two': body({ ...WITHOUT_KEYWORDS, oneOf: [ORDER, { type: 'array', items: { type: 'string' } }] }),
  'the body is written in other words': body({ ...WITHOUT_KEYWORDS, allOf: [ORDER] }),
  'nothing checks requests': { 'x-amazon-apigateway-request-validator': null },
  'an answer has a property more': answer({ properties: { color: { type: 'string' } } }),
  'an answer has a property less': answer({ properties: { note: null } }),
  'a property of an answer is optional': answer({ required: null }),
  'a text of an answer is longer': answer({ properties: { note: { maxLength: 160 } } }),
  'a status is another': paths({ '/orders': { post: { responses: { 200: null, 201: SUCCESS } } } }),
  'an API key is required': {
    ...paths({ '/orders': { post: { security: [{ key: [] }] } } }),
    components: { securitySchemes: { key: { type: 'apiKey', name: 'x-api-key', in: 'header' } } },
  },
};

const pairs = Object.entries(CHANGES).flatMap(([name, patch]) => {
  const changed = merged(DOCUMENT, patch);
  return [[name, DOCUMENT, changed], [`${name}, back`, changed, DOCUMENT]] as const;
});

test('there are 60 pairs, and the disagreements are among them', () => {
  expect(pairs).toHaveLength(60);
  expect(pairs.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(DISAGREEMENTS)));
});

test.each(pairs)('%s: the verdicts are the same, or the guide says why not', async (name, before, after) => {
  const own = ownVerdict(before, after);
  const verdicts = [own, await otherVerdict(before, after)];
  expect(verdicts).toEqual(DISAGREEMENTS[name] ?? [own, own]);
});

function ownVerdict(before: object, after: object): Verdict {
  const { findings } = diffSpecs(specOf(before), specOf(after));
  return findings.some(({ level }) => level === 'breaking') ? 'breaking' : 'compatible';
}

function specOf(document: object): GatewaySpec {
  return readSpec(importOpenApi(document).spec, 'orders').spec;
}

async function otherVerdict(before: object, after: object): Promise<Verdict> {
  const option = (document: object) => ({ content: JSON.stringify(document), location: 'api.json', format: 'openapi3' as const });
  const { breakingDifferencesFound } = await diffDocuments({ sourceSpec: option(before), destinationSpec: option(after) });
  return breakingDifferencesFound ? 'breaking' : 'compatible';
}

function merged(value: object, patch: object): object {
  const members = new Map<string, unknown>(Object.entries(value));
  for (const [name, change] of Object.entries(patch) as [string, unknown][]) {
    const current = members.get(name);
    if (change === null) members.delete(name);
    else members.set(name, isRecord(current) && isRecord(change) ? merged(current, change) : change);
  }
  return Object.fromEntries(members);
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
