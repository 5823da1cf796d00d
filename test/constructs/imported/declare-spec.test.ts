import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Api, App, EndpointType, MockIntegration, OpenApiBasePath, ProxyFunction, type OpenApiImportProps } from '../../../lib';
import { importOpenApi } from '../../../lib/openapi';
import { codeOf } from '../../support/error-code';
import { CALL, MOCK, PROXY } from '../../support/openapi/imported';
import { exampleSpecs } from '../../support/openapi/definitions';

const directory = realpathSync(mkdtempSync(path.join(tmpdir(), 'synthgate-imported-')));
afterAll(() => rmSync(directory, { recursive: true }));

const SCHEMES = {
  auth: { type: 'apiKey', name: 'X-Token', in: 'header', 'x-amazon-apigateway-authorizer': { type: 'token', authorizerUri: CALL.replace('Pets', 'Decide') } },
};
const DOCUMENT = {
  openapi: '3.0.1', info: { title: 'Pet shop' },
  paths: {
    '/pets': { get: { ...PROXY, operationId: 'list', security: [{ auth: [] }] }, post: MOCK },
    '/pets/{id}': { get: { responses: { 200: { content: { 'application/json': { example: { name: 'Bo' } } } } } } },
  },
  components: { securitySchemes: SCHEMES, schemas: { Pet: { type: 'object' } } },
};

function imported(props: OpenApiImportProps = { document: DOCUMENT }): Api {
  return Api.fromOpenApi(new App(), 'Pets', props);
}

test('PROTOCOL_NOT_WRITTEN: a spec of an HTTP API is no REST API', () => {
  const spec = { format: 'synthgate/1', protocol: 'http', api: { id: 'shop', name: 'Shop' } };
  expect(codeOf(() => Api.fromSpec(new App(), 'Shop', { spec }))).toBe('PROTOCOL_NOT_WRITTEN');
});

describe('an API by a document', () => {
  test('has its routes, settings, authorizers and models', () => {
    const { api, resources, authorizers, models } = imported()._readSpec();
    expect(api).toMatchObject({ name: 'Pet shop', jsonBodyValidation: 'aws' });
    expect(Object.entries(resources).map(([route, { methods }]) => [route, Object.keys(methods)])).toEqual([['/pets', ['GET', 'POST']], ['/pets/{id}', ['GET']]]);
    expect(resources['/pets']?.methods.GET).toMatchObject({ operationName: 'list', authorization: { type: 'CUSTOM', authorizer: 'auth' }, integration: { function: 'Pets' } });
    expect(authorizers).toMatchObject({ auth: { type: 'token', function: 'Decide', identitySource: 'method.request.header.X-Token' } });
    expect(models).toMatchObject({ Pet: { schema: { type: 'object' } } });
  });

  test('declares the responses that the document declares, and no others', () => {
    const response = { responses: { 200: { description: 'ok' } }, 'x-amazon-apigateway-integration': { type: 'mock', responses: { default: { statusCode: '200' }, 404: { statusCode: '404' } } } };
    const api = imported({ document: { ...DOCUMENT, paths: { '/pets': { get: response } } } });
    const { methods } = api._readSpec().resources['/pets'] ?? {};
    expect(Object.keys(methods?.GET?.methodResponses ?? {})).toEqual(['200']);
    expect(api._collect().issues.map(({ code, severity }) => [code, severity])).toEqual([['METHOD_RESPONSE_MISSING', 'warning']]);
  });

  test('takes further methods, also below its resources', () => {
    const api = imported();
    api.root.resourceForPath('pets/{id}').addMethod('DELETE', new MockIntegration());
    api.root.getResource('pets')?.addResource('all').addMethod('GET', new MockIntegration());
    expect(api.routeTable()).toMatch(/DELETE +\/pets\/\{id\}/);
    expect(api.routeTable()).toMatch(/GET +\/pets\/all/);
    api.root.resourceForPath('pets').addMethod('GET', new MockIntegration());
    expect(codeOf(() => api.toJson())).toBe('DEFINITION_INVALID');
  });

  test('calls the functions that are given for its names; others say why they cannot run', () => {
    const app = new App();
    const list = new ProxyFunction(app, 'List', { code: __dirname, handler: 'index.handler' });
    const { resources, functions } = Api.fromOpenApi(app, 'Pets', { document: DOCUMENT, functions: { Pets: list } })._readSpec();
    expect(resources['/pets']?.methods.GET?.integration).toMatchObject({ type: 'proxy', function: 'List' });
    expect(Object.keys(functions).sort()).toEqual(['Decide', 'List']);
    expect(functions.Decide?.unavailable).toContain('no code');
  });

  test('has the settings that are given instead of those of the document', () => {
    const api = imported({ document: { ...DOCUMENT, basePath: '/v1' }, apiName: 'Shop', endpointType: EndpointType.REGIONAL, basePath: OpenApiBasePath.PREPEND });
    expect(api._readSpec().api).toMatchObject({ name: 'Shop', endpointType: 'REGIONAL' });
    expect(api.routeTable()).toContain('/v1/pets/{id}');
  });

  test('may be in files, JSON or YAML', () => {
    writeFileSync(path.join(directory, 'pets.yaml'), 'openapi: 3.1.0\npaths:\n  /cats: { $ref: cats.json#/cats }\n');
    writeFileSync(path.join(directory, 'cats.json'), JSON.stringify({ cats: { get: MOCK } }));
    expect(imported({ file: path.join(directory, 'pets.yaml') }).routeTable()).toMatch(/GET +\/cats/);
    writeFileSync(path.join(directory, 'broken.yaml'), 'a: [');
    expect(codeOf(() => imported({ file: path.join(directory, 'broken.yaml') }))).toBe('OPENAPI_NOT_READABLE');
  });

  test('reports what it cannot carry; with failOnWarnings these are errors', () => {
    const document = { ...DOCUMENT, paths: { '/pets': { trace: MOCK } } };
    expect(imported({ document })._collect().issues.map(({ code, severity }) => [code, severity])).toEqual([['OPENAPI_METHOD_LEFT_OUT', 'loss']]);
    expect(codeOf(() => imported({ document, failOnWarnings: true }).toJson())).toBe('DEFINITION_INVALID');
  });

  test.each([[{}], [{ document: DOCUMENT, file: 'x.json' }]])('OPENAPI_SOURCE_AMBIGUOUS: %j', (props) => {
    expect(codeOf(() => imported(props))).toBe('OPENAPI_SOURCE_AMBIGUOUS');
  });
});

describe('an API by a spec', () => {
  test('is the same as the imported spec', () => {
    const { spec } = importOpenApi(DOCUMENT);
    const api = Api.fromSpec(new App(), 'Pets', { spec });
    const read = api._readSpec();
    expect({ ...read, stages: {}, functions: {} }).toEqual({ ...Api.fromSpec(new App(), 'Again', { spec: read })._readSpec(), stages: {}, functions: {} });
    expect(read.resources).toEqual(imported({ document: DOCUMENT, apiId: read.api.id } as OpenApiImportProps)._readSpec().resources);
  });

  test.each(exampleSpecs())('%s', (_, spec) => {
    const { functions: _code, ...read } = Api.fromSpec(new App(), 'Api', { spec })._readSpec();
    const { functions: _none, ...given } = spec;
    expect(read).toEqual(given);
  });
});
