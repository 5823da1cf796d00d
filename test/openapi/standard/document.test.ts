import type { GatewaySpec, GatewaySpecInput } from '../../../lib/spec';
import { openApiDocument, withCorsMethods } from '../../../lib/openapi';
import { exampleSpecs } from '../../support/openapi/definitions';
import { findingsOf } from '../../support/openapi/validate';
import { complete, MOCK, specInput, specWithMethod } from '../../support/spec';

// The validator is a program of its own.
interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: unknown }>; readonly required?: boolean };
  readonly responses: Record<string, object>;
  readonly security?: readonly Record<string, readonly string[]>[];
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components?: { readonly schemas?: Record<string, unknown>; readonly securitySchemes?: Record<string, Record<string, unknown>> };
}

const VERSIONS = ['3.0', '3.1'] as const;
const examples = exampleSpecs();

function rendered(spec: GatewaySpec, version: (typeof VERSIONS)[number] = '3.1') {
  return openApiDocument(spec, { version, hasExtensions: false });
}

function documentOf(spec: GatewaySpec, version: (typeof VERSIONS)[number] = '3.1'): Document {
  return rendered(spec, version).document as unknown as Document; // only known through what is asserted
}

function documentOfInput(nodes: Partial<GatewaySpecInput>): Document {
  return documentOf(complete(specInput(nodes)));
}

describe.each(VERSIONS)('every example in %s', (version) => {
  test('becomes a valid document without extensions', () => {
    const documents = examples.map(([name, spec]) => [name, documentOf(spec, version)] as const);
    expect(findingsOf(Object.fromEntries(documents))).toEqual(Object.fromEntries(documents.map(([name]) => [name, []])));
    expect(JSON.stringify(documents)).not.toContain('x-amazon-apigateway');
  });

  test('has an operationId of its own for each operation', () => {
    for (const [name, spec] of examples) {
      const operations = Object.values(documentOf(spec, version).paths).flatMap((item) => Object.values(item));
      const ids = operations.map(({ operationId }) => operationId);
      expect([name, ids]).toEqual([name, [...new Set(ids)]]);
    }
  });
});

const ALL_METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

test.each(examples)('%s: every route, parameter, model, authorizer and key requirement is there', (_, given) => {
  const { spec } = withCorsMethods(given);
  const document = documentOf(given);
  for (const [path, { methods }] of Object.entries(spec.resources)) {
    const item = document.paths[path.replace('+}', '}')] ?? {};
    const wanted = Object.hasOwn(methods, 'ANY') ? ALL_METHODS : Object.keys(methods).map((method) => method.toLowerCase());
    expect(Object.keys(item).sort()).toEqual([...wanted].sort());
    for (const [httpMethod, operation] of Object.entries(item)) {
      const method = methods[httpMethod.toUpperCase() as 'GET'] ?? methods.ANY!;
      const parameters = (operation.parameters ?? []).map((one) => `${one.in === 'query' ? 'querystring' : one.in}.${one.name}`);
      expect(parameters).toEqual(expect.arrayContaining(Object.keys(method.requestParameters).map((name) => name.replace('method.request.', ''))));
      expect(parameters.filter((name) => name.startsWith('path.'))).toHaveLength((path.match(/\{/g) ?? []).length);
      expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(Object.keys(method.requestModels));
      expect(Object.keys(operation.responses)).toEqual(Object.keys(method.methodResponses).length === 0 ? ['default'] : Object.keys(method.methodResponses));
      const names = (operation.security ?? []).flatMap((one) => Object.keys(one));
      const schemes = names.map((name) => document.components?.securitySchemes?.[name]);
      expect(schemes).not.toContain(undefined);
      expect(schemes.some((scheme) => scheme?.name === 'X-Api-Key')).toBe(method.apiKeyRequired && spec.api.apiKeySource === 'HEADER');
      if (method.authorization.type !== 'NONE') expect(schemes.some((scheme) => scheme?.name !== 'X-Api-Key')).toBe(true);
    }
  }
  for (const name of Object.keys(spec.models)) expect(document.components?.schemas).toHaveProperty(name);
});

describe('operations', () => {
  test('have ids and tags made of their paths, unless they have names', () => {
    const { paths } = documentOfInput({
      resources: {
        '/': { id: 'root', methods: { GET: MOCK } },
        '/pets/{petId}': { id: 'pet', methods: { GET: MOCK, DELETE: { ...MOCK, operationName: 'removePet' } } },
        '/{shop}': { id: 'shop', methods: { ANY: { ...MOCK, operationName: 'shop' }, PUT: MOCK } },
      },
    });
    const operations = Object.values(paths).flatMap((item) => Object.values(item));
    expect(operations.map(({ operationId, tags }) => [operationId, tags?.join()])).toEqual([
      ['getRoot', undefined],
      ['getPetsByPetId', 'pets'],
      ['removePet', 'pets'],
      ['shopGet', undefined], ['putByShop', undefined], ['shopPost', undefined], ['shopDelete', undefined],
      ['shopOptions', undefined], ['shopHead', undefined], ['shopPatch', undefined],
    ]);
  });

  test('that would get the same id are told apart', () => {
    const { paths } = documentOfInput({ resources: { '/a-b': { id: 'ab', methods: { GET: MOCK } }, '/a/b': { id: 'b', methods: { GET: MOCK } } } });
    expect(Object.values(paths).map(({ get }) => get?.operationId)).toEqual(['getAB', 'getAB2']);
  });

  test('a preflight is one, with its headers', () => {
    const cors = { methods: ['GET' as const], allowHeaders: ['X-A'], allowMethods: ['GET', 'OPTIONS'] };
    const { options, get } = documentOfInput({ resources: { '/pets': { id: 'pets', cors, methods: { GET: MOCK } } } }).paths['/pets']!;
    expect(options).toMatchObject({ operationId: 'optionsPets', responses: { 200: { headers: { 'Access-Control-Allow-Methods': {} } } } });
    expect(get).toMatchObject({ responses: { 200: { headers: { 'Access-Control-Allow-Origin': {} } } } });
  });

  test('bodies: a body is required when a validator asks for it', () => {
    const method = { ...MOCK, requestModels: { 'application/json': 'Pet', $default: 'Empty' }, requestValidator: 'All' };
    const nodes = { models: { Pet: { schema: { type: 'object' } } } };
    const of = (validateRequestBody: boolean) =>
      documentOf(complete(specWithMethod(method, { ...nodes, requestValidators: { All: { validateRequestBody } } }))).paths['/']?.get?.requestBody;
    expect(of(true)).toEqual({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } }, '*/*': { schema: {} } }, required: true,
    });
    expect(of(false)).not.toHaveProperty('required');
  });

  test('OPENAPI_GREEDY_PATH: a greedy parameter is one segment in the document', () => {
    const { document, losses } = rendered(complete(specInput({ resources: { '/files/{name+}': { id: 'files', methods: { GET: MOCK } } } })));
    expect(document).toMatchObject({ paths: { '/files/{name}': { get: { parameters: [{ name: 'name', in: 'path', required: true }] } } } });
    expect(losses).toMatchObject([{ code: 'OPENAPI_GREEDY_PATH', severity: 'loss', location: 'Pets/files/{name+}' }]);
  });
});

describe('servers', () => {
  const of = (stages: GatewaySpecInput['stages'], servers?: readonly string[]) =>
    openApiDocument(complete(specInput({ stages })), { version: '3.1', hasExtensions: false, servers }).document.servers;

  test('are the stages of the API', () => {
    expect(of({ prod: {}, beta: {} })).toEqual([{ url: '/{stage}', variables: { stage: { default: 'prod', enum: ['prod', 'beta'] } } }]);
    expect(of({})).toBeUndefined();
  });

  test('are what is given', () => {
    expect(of({ prod: {} }, ['https://api.test', 'https://{stage}.api.test'])).toEqual([
      { url: 'https://api.test' }, { url: 'https://{stage}.api.test', variables: { stage: { default: 'prod', enum: ['prod'] } } },
    ]);
    expect(of({}, ['https://{stage}.api.test'])).toBeUndefined();
  });
});
