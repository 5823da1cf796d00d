import fc from 'fast-check';
import { importOpenApi, openApiDocument } from '../../../lib/openapi';
import { codeOf } from '../../support/error-code';
import { findingsOf, imported, MOCK, PROXY, routesOf, specOf } from '../../support/openapi/imported';

const EXTENSION = 'x-amazon-apigateway';

test.each([[undefined], [[]], ['openapi'], [{}], [{ openapi: '4.0.0' }], [{ swagger: '1.2' }], [{ openapi: null }]])('OPENAPI_NOT_READABLE: %j', (document) => {
  expect(codeOf(() => importOpenApi(document))).toBe('OPENAPI_NOT_READABLE');
});

test.each([{ swagger: '2.0' }, { swagger: 2 }, { openapi: '3.0.3' }, { openapi: '3.1.0' }])('%j is read', (version) => {
  const { spec } = importOpenApi({ ...version, paths: { '/': { get: PROXY } } });
  expect(spec.api).toMatchObject({ name: 'Api', jsonBodyValidation: 'aws' });
  expect(Object.keys(spec.resources ?? {})).toEqual(['/']);
});

describe('operations', () => {
  test('of every method become methods; any-method is ANY', () => {
    const paths = { '/pets': { get: PROXY, PUT: MOCK, options: MOCK, head: MOCK }, '/{proxy+}': { [`${EXTENSION}-any-method`]: PROXY } };
    expect(routesOf({ paths })).toEqual([
      'GET /pets AWS_PROXY', 'PUT /pets MOCK', 'OPTIONS /pets MOCK', 'HEAD /pets MOCK', 'ANY /{proxy+} AWS_PROXY',
    ]);
  });

  test('of methods that REST APIs do not have are left out and named', () => {
    const { issues } = imported({ paths: { '/pets': { trace: MOCK, get: MOCK, summary: 'all', 'x-owner': {} } } });
    expect(issues.map(({ code, location }) => [code, location])).toEqual([['OPENAPI_METHOD_LEFT_OUT', '#/paths/~1pets/trace']]);
  });

  test('and paths that are not objects are named, and answer 501 where another route would', () => {
    const paths = { 'x': 5, '/empty': null, '/y': { get: 7, put: null, post: [], delete: MOCK }, 'x-note': 5 };
    expect(routesOf({ paths })).toEqual([
      'ANY /x MOCK unavailable', 'ANY /empty MOCK unavailable', 'GET /y MOCK unavailable', 'PUT /y MOCK unavailable', 'POST /y MOCK unavailable', 'DELETE /y MOCK',
    ]);
    expect(imported({ paths }).issues.filter(({ code }) => code !== 'OPENAPI_METHOD_UNAVAILABLE').map(({ code, location, message }) => [code, location, message])).toEqual([
      ['OPENAPI_MEMBER_LEFT_OUT', '#/paths/x', 'path x is left out: it is the number 5, not an object'],
      ['OPENAPI_MEMBER_LEFT_OUT', '#/paths/~1empty', 'path /empty is left out: it is empty'],
      ['OPENAPI_MEMBER_LEFT_OUT', '#/paths/~1y/get', 'operation get is left out: it is the number 7, not an object'],
      ['OPENAPI_MEMBER_LEFT_OUT', '#/paths/~1y/put', 'operation put is left out: it is empty'],
      ['OPENAPI_MEMBER_LEFT_OUT', '#/paths/~1y/post', 'operation post is left out: it is a list, not an object'],
    ]);
    expect(findingsOf({ paths: [] })).toEqual(['OPENAPI_MEMBER_LEFT_OUT paths is left out: it is a list, not an object']);
  });

  test.each([
    [{ '/pets': { $ref: 'gone.yaml' } }, ['ANY /pets MOCK unavailable']],
    [{ '/pets': { $ref: '#/gone', get: PROXY } }, ['GET /pets AWS_PROXY', 'ANY /pets MOCK unavailable']],
    [{ '/pets': { get: { $ref: '#/gone' } } }, ['GET /pets MOCK unavailable']],
    [{ '/pets': { gett: PROXY } }, ['ANY /pets MOCK unavailable']],
  ])('that are lost keep their route, so that no other answers: %j', (paths, expected) => {
    expect(routesOf({ paths: { '/{proxy+}': { [`${EXTENSION}-any-method`]: PROXY }, ...paths } })).toEqual(['ANY /{proxy+} AWS_PROXY', ...expected]);
  });

  test('at a path that no request can have are not answered by another route', () => {
    expect(routesOf({ paths: { '/{proxy+}': { get: PROXY, post: PROXY }, '/pets/{id}.json': { get: PROXY } } })).toEqual([
      'GET /{proxy+} AWS_PROXY unavailable', 'POST /{proxy+} AWS_PROXY', 'GET /pets/{id}.json AWS_PROXY unavailable',
    ]);
  });

  test('may be in a path item that another refers to', () => {
    const paths = { '/pets': { $ref: '#/components/pathItems/Pets', post: MOCK }, '/cats': { $ref: '#/paths/~1pets' } };
    const components = { pathItems: { Pets: { get: PROXY } } };
    expect(routesOf({ paths, components })).toEqual(['GET /pets AWS_PROXY', 'POST /pets MOCK', 'GET /cats AWS_PROXY']);
  });

  test('that are declared twice are unavailable: nobody knows which was meant', () => {
    const paths = { '/pets': { get: MOCK }, '/pets/': { get: PROXY } };
    expect(routesOf({ paths })).toEqual(['GET /pets AWS_PROXY unavailable']);
    expect(findingsOf({ paths })).toEqual(['OPENAPI_METHOD_UNAVAILABLE the method answers 501: the document declares this method twice']);
  });

  test('keep their names, and resources without operations stay', () => {
    const { resources } = specOf({ paths: { '/pets': { get: { operationId: 'list', ...MOCK } }, '/empty': {}, 'x-note': { get: MOCK } } });
    expect(resources['/pets']?.methods.GET?.operationName).toBe('list');
    expect(resources['/empty']?.methods).toEqual({});
    expect(Object.keys(resources)).toEqual(['/pets', '/empty']);
  });

  test('may end on a day, and one that is no day is reported', () => {
    const { spec, issues } = imported({ paths: { '/pets': { get: { ...MOCK, 'x-sunset': '2027-06-30' }, put: { ...MOCK, 'x-sunset': 'next summer' } } } });
    expect(spec.resources?.['/pets']?.methods?.GET?.documentation).toEqual({ sunset: '2027-06-30' });
    expect(spec.resources?.['/pets']?.methods?.PUT).not.toHaveProperty('documentation');
    expect(issues.map(({ message }) => message)).toContainEqual(expect.stringContaining('x-sunset is left out: "next summer" is not a day such as 2027-06-30'));
    const exported = openApiDocument(specOf({ paths: { '/pets': { get: { ...MOCK, 'x-sunset': '2027-06-30' } } } }), { version: '3.0', hasExtensions: true }).document;
    expect(exported).toHaveProperty(['paths', '/pets', 'get', 'x-sunset'], '2027-06-30');
  });

  test('keep their texts, and those of responses that an export has not made up', () => {
    const texts = { summary: 'Lists pets.', description: 'All *pets*.', tags: ['pets'], deprecated: true };
    const responses = { 200: { description: 'The pets.' }, 404: { description: '404 response' } };
    const { resources } = specOf({ paths: { '/pets': { get: { ...MOCK, ...texts, responses }, put: { ...MOCK, summary: '', tags: [7], deprecated: 'yes' } } } });
    expect(resources['/pets']?.methods.GET).toMatchObject({ documentation: texts, methodResponses: { 200: { description: 'The pets.' } } });
    expect(resources['/pets']?.methods.GET?.methodResponses[404]).not.toHaveProperty('description');
    expect(resources['/pets']?.methods.PUT).not.toHaveProperty('documentation');
  });
});

describe('paths', () => {
  test('have one slash between their parts and none at the end', () => {
    expect(routesOf({ paths: { 'pets': { get: MOCK }, '//a//b/': { get: MOCK }, '/': { get: MOCK } } })).toEqual(['GET /pets MOCK', 'GET /a/b MOCK', 'GET / MOCK']);
  });

  const BASES = { swagger: { swagger: '2.0', openapi: undefined, basePath: '/v1/shop' }, servers: { servers: [{ url: 'https://api.test/' }, { url: 'https://{host}/{base}/shop', variables: { base: { default: 'v1' } } }] } };
  test.each([['ignore', '/pets'], ['prepend', '/v1/shop/pets'], ['split', '/shop/pets']] as const)('with basePath %s: %s', (basePath, path) => {
    for (const nodes of Object.values(BASES)) expect(routesOf({ ...nodes, paths: { '/pets': { get: MOCK } } }, { basePath })).toEqual([`GET ${path} MOCK`]);
  });

  test('the variable basePath of a server is the base path', () => {
    const servers = [{ url: 'https://api.test/other' }, { url: 'https://api.test/{basePath}', variables: { basePath: { default: '/prod' } } }];
    expect(routesOf({ servers, paths: { '/pets': { get: MOCK } } }, { basePath: 'prepend' })).toEqual(['GET /prod/pets MOCK']);
  });

  test.each([
    '/pets/{id}.json', '/pets/{from}-{to}', '/pets?sort=name', '/pets#top', '/{proxy+}/more', '/a/{id}/b/{id}', '/pets/*', '/café',
  ])('that API Gateway refuses are rows that answer 501: %s', (path) => {
    expect(routesOf({ paths: { [path]: { get: PROXY }, '/fine': { get: PROXY } } })).toEqual([`GET ${path} AWS_PROXY unavailable`, 'GET /fine AWS_PROXY']);
  });

  test('have one variable part below a parent: the first in order is served', () => {
    expect(routesOf({ paths: { '/pets/{petId}/toys': { get: PROXY }, '/pets/{id}': { get: PROXY }, '/pets/all': { get: PROXY } } })).toEqual([
      'GET /pets/{petId}/toys AWS_PROXY unavailable', 'GET /pets/{id} AWS_PROXY', 'GET /pets/all AWS_PROXY',
    ]);
  });

  test('may be more than an account has by default', () => {
    const paths = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`/p${index}`, { get: MOCK }]));
    expect(specOf({ paths }).api.quotas.resources).toBe(401);
  });
});

describe('settings of the API', () => {
  test('are read from its extensions', () => {
    const policy = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: '*' }] };
    const { api, requestValidators, gatewayResponses } = specOf({
      info: { title: 'Pets', description: 'All pets', version: '1' },
      [`${EXTENSION}-api-key-source`]: 'authorizer',
      [`${EXTENSION}-binary-media-types`]: ['image/*'],
      [`${EXTENSION}-minimum-compression-size`]: '10',
      [`${EXTENSION}-endpoint-configuration`]: { types: ['regional'] },
      [`${EXTENSION}-policy`]: JSON.stringify(policy),
      [`${EXTENSION}-importexport-version`]: '1.0',
      [`${EXTENSION}-tag-value`]: 'team',
      [`${EXTENSION}-request-validators`]: { all: { validateRequestBody: true, validateRequestParameters: 'true' }, none: {} },
      [`${EXTENSION}-gateway-responses`]: {
        DEFAULT_4XX: { statusCode: 418, responseParameters: { 'gatewayresponse.header.X-Kind': "'pet'" }, responseTemplates: { 'application/json': '{}' } },
      },
      paths: {},
    });
    expect(api).toMatchObject({
      name: 'Pets', description: 'All pets', apiKeySource: 'AUTHORIZER', binaryMediaTypes: ['image/*'], minimumCompressionSize: 10, endpointType: 'REGIONAL', policy,
    });
    expect(requestValidators).toEqual({
      all: { validateRequestBody: true, validateRequestParameters: true },
      none: { validateRequestBody: false, validateRequestParameters: false },
    });
    expect(gatewayResponses).toMatchObject({ DEFAULT_4XX: { statusCode: '418', responseParameters: { 'gatewayresponse.header.X-Kind': "'pet'" } } });
  });

  test('without effect here are named', () => {
    const nodes = {
      [`${EXTENSION}-cors`]: {}, [`${EXTENSION}-documentation`]: {}, [`${EXTENSION}-future`]: 1, [`${EXTENSION}-endpoint-configuration`]: { vpcEndpointIds: ['vpce-1'] },
    };
    const members = findingsOf(nodes).map((text) => /LEFT_OUT (\S+)/.exec(text)?.[1]);
    expect(members.sort()).toEqual(['vpcEndpointIds', `${EXTENSION}-cors`, `${EXTENSION}-documentation`, `${EXTENSION}-future`]);
    expect(specOf(nodes).api.endpointType).toBe('PRIVATE');
  });

  test('for gateway responses of types that do not exist are left out, and close no methods', () => {
    const nodes = { [`${EXTENSION}-gateway-responses`]: { OTHER: { statusCode: '400' }, DEFAULT_4XX: { statusCode: '418' } }, paths: { '/a': { get: PROXY } } };
    expect(routesOf(nodes)).toEqual(['GET /a AWS_PROXY']);
    expect(findingsOf(nodes)).toEqual(['OPENAPI_MEMBER_LEFT_OUT the gateway response OTHER is left out: there is no such type']);
    expect(Object.keys(specOf(nodes).gatewayResponses)).toEqual(['DEFAULT_4XX']);
  });

  test('in a server are those of the API, as OpenAPI 3 has them', () => {
    const servers = [{ url: 'https://a.test/' }, { url: 'https://b.test/', [`${EXTENSION}-endpoint-configuration`]: { vpcEndpointIds: ['vpce-1'], disableExecuteApiEndpoint: true } }];
    expect(specOf({ servers }).api.endpointType).toBe('PRIVATE');
    expect(findingsOf({ servers })).toEqual([
      expect.stringContaining('OPENAPI_MEMBER_LEFT_OUT vpcEndpointIds is left out'), expect.stringContaining('OPENAPI_MEMBER_LEFT_OUT disableExecuteApiEndpoint is left out'),
    ]);
  });

  test('about the TLS of an address on AWS are named as such', () => {
    expect(findingsOf({ [`${EXTENSION}-security-policy`]: 'TLS_1_2', [`${EXTENSION}-endpoint-access-mode`]: 'STRICT' })).toEqual([
      expect.stringContaining('it is about addresses on AWS; for HTTPS here see --https'), expect.stringContaining('it is about addresses on AWS'),
    ]);
  });

  test.each([
    ['[not a policy]'], [17], [{ Statement: [{ Effect: 'Allow', Principal: { Service: 'x' }, Action: '*', Resource: '*' }] }],
    [{ Statement: [{ Effect: 'Deny', Principal: '*', Action: '*', Resource: '*', Condition: { DateEarlier: { 'aws:CurrentTime': '2030-01-01' } } }] }],
  ])('a policy that cannot be carried closes every method: %j', (policy) => {
    expect(routesOf({ [`${EXTENSION}-policy`]: policy, paths: { '/a': { get: PROXY }, '/b': { get: MOCK } } })).toEqual([
      'GET /a AWS_PROXY unavailable', 'GET /b MOCK unavailable',
    ]);
  });

  test('that whoever imports gives override the document', () => {
    expect(specOf({}, { api: { id: 'abc', name: 'Shop', endpointType: 'REGIONAL' } }).api).toMatchObject({ id: 'abc', name: 'Shop', endpointType: 'REGIONAL' });
  });
});

describe('references', () => {
  test('lead to other files through the given reader', () => {
    const files: Record<string, unknown> = {
      'paths.yaml': { pets: { get: { ...PROXY, parameters: [{ $ref: 'shared/parameters.yaml#/limit' }] } } },
      'shared/parameters.yaml': { limit: { $ref: '#/any' }, any: { name: 'limit', in: 'query', required: true } },
    };
    const resolveRef = (file: string) => (files[file] === undefined ? { reason: 'no such file' } : { file, document: files[file] });
    const { resources } = specOf({ paths: { '/pets': { $ref: 'paths.yaml#/pets' } } }, { file: 'api.yaml', resolveRef });
    expect(resources['/pets']?.methods.GET?.requestParameters).toEqual({ 'method.request.querystring.limit': true });
  });

  test.each([
    ['https://example.com/x.yaml#/a', 'nothing is fetched from the network'], ['other.yaml', 'other files are not read here'],
    ['#/components/none', 'the document has no #/components/none'], ['#/paths/~1pets/get/responses', 'it leads back to itself'],
  ])('that lead nowhere are named: %s', (reference, reason) => {
    expect(findingsOf({ paths: { '/pets': { get: { ...PROXY, responses: { $ref: reference } } } } })).toEqual([
      `OPENAPI_REFERENCE_UNRESOLVED the reference ${reference} leads nowhere: ${reason}`,
    ]);
  });
});

/** Anything that JSON can say, more often what documents say. */
const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
  fc.constantFrom<unknown>([{ key: [] }], [{ unknown: [] }], [{}], { $ref: '#/paths' }, { $ref: '#/components/schemas/A' }, { default: { statusCode: 200 } }, 'aws_proxy', 'mock'),
);
const anyIntegration = fc.dictionary(
  fc.constantFrom('type', 'uri', 'httpMethod', 'responses', 'requestTemplates', 'requestParameters', 'passthroughBehavior', 'timeoutInMillis', 'cacheKeyParameters'), anyValue,
);
const anyOperation = fc.dictionary(
  fc.constantFrom('security', 'parameters', 'responses', 'requestBody', 'operationId', `${EXTENSION}-request-validator`, `${EXTENSION}-auth`, `${EXTENSION}-integration`, '__proto__'),
  fc.oneof(anyValue, anyIntegration),
);
const anyDocument = fc.record({
  openapi: fc.constantFrom('3.0.1', '3.1.0'),
  paths: fc.dictionary(
    fc.constantFrom('/', '/a', '/a/', '/{b}', '/{c}/d', '/{e+}', '/x?y', 'z', '/__proto__'),
    fc.dictionary(fc.constantFrom('get', 'post', 'options', `${EXTENSION}-any-method`), anyOperation),
  ),
  security: fc.option(anyValue, { nil: undefined }),
  // schemas are compiled, which takes longer than all the rest
  components: fc.record({ schemas: fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, fc.dictionary(fc.constantFrom('A', 'B'), anyValue)), securitySchemes: fc.dictionary(fc.constantFrom('key', 'unknown'), anyValue) }),
  [`${EXTENSION}-policy`]: fc.option(anyValue, { nil: undefined }),
  [`${EXTENSION}-gateway-responses`]: fc.dictionary(fc.constantFrom('DEFAULT_4XX'), anyIntegration),
});

describe('any document', () => {
  const METHODS: Readonly<Record<string, string>> = { [`${EXTENSION}-any-method`]: 'ANY' };

  test('is read without a crash into a spec that has a row for each operation', () => {
    fc.assert(fc.property(anyDocument, (document) => {
      const rows = routesOf(document).map((row) => row.split(' ').slice(0, 2).join(' '));
      const operations = Object.entries(document.paths).flatMap(([path, item]) =>
        Object.keys(item).map((key) => `${METHODS[key] ?? key.toUpperCase()} /${path.split('/').filter((part) => part !== '').join('/')}`));
      expect(new Set(rows)).toEqual(new Set(operations));
    }), { numRuns: 25 });
  });

  test('opens no operation that asks for something', () => {
    fc.assert(fc.property(anyDocument, (document) => {
      const { resources } = specOf({ ...document, security: [{ unknown: [] }], components: { ...document.components, securitySchemes: { unknown: { type: 'http' } } } });
      for (const [path, item] of Object.entries(document.paths)) {
        for (const [key, operation] of Object.entries(item)) {
          const method = Object.entries(resources).find(([known]) => known === `/${path.split('/').filter((part) => part !== '').join('/')}`)?.[1]
            .methods[(METHODS[key] ?? key.toUpperCase()) as 'GET'];
          const isOpen = method?.integration.type !== 'unavailable';
          const security = (operation as { readonly security?: unknown }).security ?? 'of the document';
          const asksNothing = Array.isArray(security) && (security.length === 0 || security.some((one) => typeof one !== 'object' || one === null || Object.keys(one as object).length === 0));
          expect(isOpen && !asksNothing).toBe(false);
        }
      }
    }), { numRuns: 25 });
  });
});

test('issues say where: the file, the pointer and the line', () => {
  const { issues } = imported({ paths: { '/pets': { trace: MOCK } } }, { file: '/work/api.yaml', locate: (file, pointer) => `${file}:${pointer.length}` });
  expect(issues).toMatchObject([{ location: 'api.yaml#/paths/~1pets/trace', source: '/work/api.yaml:3', severity: 'loss' }]);
});

test('with failOnWarnings whatever is reported is an error', () => {
  const { issues } = imported({ paths: { '/pets': { trace: MOCK } } }, { failOnWarnings: true });
  expect(issues.map(({ severity }) => severity)).toEqual(['error']);
});

test('a document that is nested too deeply is refused, wherever it is', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
  const refused = expect.objectContaining({ code: 'OPENAPI_NOT_READABLE' }) as Error;
  for (const document of [deep, { openapi: deep }, { openapi: '3.0.1', info: deep }, { openapi: '3.0.1', paths: { '/': { get: { 'x-any': deep } } } }]) {
    expect(() => importOpenApi(document)).toThrow(refused);
  }
});

test.each([[{ openapi: 3 }], [{ openapi: 3.1 }], [{ openapi: undefined, swagger: 2 }]])('a version without quotes in YAML is a number: %j', (version) => {
  expect(() => imported({ ...version, paths: {} })).not.toThrow();
});

test('another number is not a version', () => {
  expect(() => imported({ openapi: 4, paths: {} })).toThrow('its version is 4');
});
