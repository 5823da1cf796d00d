import type { GatewaySpecInput } from '../../lib/spec';
import { openApiDocument, openApiText, type OpenApiRenderOptions } from '../../lib/openapi';
import { codeOf } from '../support/error-code';
import { complete, MOCK, specInput, specWithMethod } from '../support/spec';

const PLAIN: OpenApiRenderOptions = { version: '3.1', hasExtensions: false };
const EXTENDED: OpenApiRenderOptions = { version: '3.0', hasExtensions: true };

const render = (nodes: Partial<GatewaySpecInput>, options: OpenApiRenderOptions) => openApiDocument(complete(specInput(nodes)), options);

test('versions are written in full', () => {
  const versions = [PLAIN, EXTENDED, { version: '3.0', hasExtensions: false } as const].map((options) => render({}, options).document.openapi);
  expect(versions).toEqual(['3.1.0', '3.0.1', '3.0.3']);
});

test('OPENAPI_EXTENSIONS_UNSUPPORTED: API Gateway does not import 3.1', () => {
  expect(codeOf(() => render({}, { version: '3.1', hasExtensions: true }))).toBe('OPENAPI_EXTENSIONS_UNSUPPORTED');
});

test.each([PLAIN, EXTENDED])('the version of the document and its servers are what is given: %j', (options) => {
  const { document } = render({}, { ...options, documentVersion: '2026-11', servers: ['https://api.test'] });
  expect(document).toMatchObject({ info: { title: 'Pets', version: '2026-11' }, servers: [{ url: 'https://api.test' }] });
});

describe('where functions are', () => {
  const method = { integration: { type: 'proxy', function: 'Fn' } } as const;
  const spec = complete(specWithMethod(method, { functions: { Fn: { code: 'fn', handler: 'index.handler' } } }));
  const addressIn = (account: OpenApiRenderOptions['account']) => openApiText(openApiDocument(spec, { ...EXTENDED, account }).document);

  test('is identified by region and account', () => {
    expect(addressIn({ region: 'cn-north-1', accountId: '123456789012' }))
      .toContain('arn:aws-cn:apigateway:cn-north-1:lambda:path/2015-03-31/functions/arn:aws-cn:lambda:cn-north-1:123456789012:function:Fn/invocations');
    expect(addressIn({ region: 'us-gov-west-1' })).toContain('arn:aws-us-gov:lambda:us-gov-west-1:${AWS::AccountId}:function:Fn/');
  });

  test('is left to CloudFormation otherwise', () => {
    expect(addressIn(undefined)).toContain('arn:${AWS::Partition}:lambda:${AWS::Region}:${AWS::AccountId}:function:Fn/');
  });
});

describe('OPENAPI_TOKEN_LEFT', () => {
  const nodes: Partial<GatewaySpecInput> = {
    api: { id: 'pets', name: 'Pets', description: 'of ${token:Shop.Name} in ${token:Shop.City}' },
    functions: { Fn: { code: 'fn', handler: 'index.handler', environment: { TABLE: '${token:Table.Name}' } } },
  };

  test.each([PLAIN, EXTENDED])('a token without a value stays, one that is not written is not a loss: %j', (options) => {
    const { document, losses } = render(nodes, { ...options, tokenValues: { 'Shop.City': 'Bern' } });
    expect(document).toMatchObject({ info: { description: 'of ${token:Shop.Name} in Bern' } });
    expect(losses).toMatchObject([{ code: 'OPENAPI_TOKEN_LEFT', severity: 'loss', message: expect.stringContaining('of Shop.Name is') }]);
  });

  test.each([PLAIN, EXTENDED])('with all values nothing is lost: %j', (options) => {
    expect(render(nodes, { ...options, tokenValues: { 'Shop.City': 'Bern', 'Shop.Name': 'A' } }).losses).toEqual([]);
  });
});

test('OPENAPI_PART_LEFT_OUT: what API Gateway needs besides the document is reported', () => {
  const nodes: Partial<GatewaySpecInput> = {
    api: { id: 'pets', name: 'Pets', endpointType: 'REGIONAL', vendor: { headerPrefix: 'acme' } },
    stages: { prod: {} },
    apiKeys: { Key: { value: 'a-key-of-twenty-characters' } },
    usagePlans: { Plan: { keys: ['Key'], stages: { prod: {} } } },
  };
  expect(render(nodes, EXTENDED).losses.map(({ code, message }) => `${code} ${message}`)).toEqual([
    'OPENAPI_PART_LEFT_OUT an OpenAPI document cannot express stages and their settings',
    'OPENAPI_PART_LEFT_OUT an OpenAPI document cannot express API keys and usage plans',
    'OPENAPI_PART_LEFT_OUT an OpenAPI document cannot express the endpoint type REGIONAL',
    'OPENAPI_PART_LEFT_OUT an OpenAPI document cannot express words of another vendor',
  ]);
  expect(render(nodes, PLAIN).losses).toEqual([]);
});

test.each(['always', 'aws'] as const)('OPENAPI_PART_LEFT_OUT: the validation of JSON bodies is reported with jsonBodyValidation always only (%s)', (jsonBodyValidation) => {
  const nodes = (type: 'proxy' | 'http-proxy'): Partial<GatewaySpecInput> => ({
    api: { id: 'pets', name: 'Pets', jsonBodyValidation },
    functions: { fn: { code: 'fn', handler: 'index.handler' } },
    resources: { '/': { id: 'root', methods: { POST: { integration: type === 'proxy' ? { type, function: 'fn' } : { type, uri: 'https://pets.example/' } } } } },
  });
  const [proxy, http] = (['proxy', 'http-proxy'] as const).map((type) => render(nodes(type), EXTENDED).losses.map(({ message }) => message));
  expect(proxy).toEqual(jsonBodyValidation === 'always' ? ['an OpenAPI document cannot express the validation of JSON bodies'] : []);
  expect(http).toEqual([]);
});

test('the text begins with what people look for first, and is the same for the same definition', () => {
  const [a, b] = ['a', 'b'].map((id) => ({ id, methods: { GET: MOCK } }));
  const text = openApiText(render({ resources: { '/b': b!, '/a': a! }, stages: { prod: {} } }, PLAIN).document);
  expect(Object.keys(JSON.parse(text))).toEqual(['openapi', 'info', 'servers', 'tags', 'paths']);
  expect(openApiText(render({ resources: { '/a': a!, '/b': b! }, stages: { prod: {} } }, PLAIN).document)).toBe(text);
});
