import { MappedIntegration, Method } from '../../lib/constructs';
import { declare, findingsOf, specOf } from '../support/declaration';

test('is named by its HTTP method, in any case', () => {
  const { api, fn } = declare();
  const method = api.root.addMethod('get', fn);
  expect(method.httpMethod).toBe('GET');
  expect(method.node.path).toBe('Pets/Default/get');
  expect(method.resource).toBe(api.root);
  expect(method.api).toBe(api);
  expect(Method.isMethod(method)).toBe(true);
  expect(Method.isMethod(api)).toBe(false);
});

test('is complete in the spec', () => {
  const { api, fn } = declare();
  api.root.addMethod('POST', fn, {
    operationName: 'create', apiKeyRequired: true, requestParameters: { 'method.request.header.X-A': true },
    methodResponses: [{ statusCode: '201', responseParameters: { 'method.response.header.Location': true } }],
  });
  expect(specOf(api).resources['/']?.methods.POST).toMatchObject({
    operationName: 'create',
    authorization: { type: 'NONE' },
    apiKeyRequired: true,
    requestParameters: { 'method.request.header.X-A': true },
    methodResponses: { 201: { responseParameters: { 'method.response.header.Location': true } } },
    integration: { type: 'proxy', function: 'Handler', httpMethod: 'POST', timeoutMs: 29_000 },
  });
});

test('can be declared by itself', () => {
  const { api, fn, root } = declare();
  new Method(root, 'Elsewhere', { resource: api.root, httpMethod: 'GET', integration: fn });
  expect(specOf(api).resources['/']?.methods).toHaveProperty('GET');
});

test('takes more responses later', () => {
  const { api, fn } = declare();
  api.root.addMethod('GET', new MappedIntegration(fn)).addMethodResponse({ statusCode: '404' });
  expect(Object.keys(specOf(api).resources['/']?.methods.GET?.methodResponses ?? {})).toEqual(['200', '404']);
});

test.each(['FETCH', '', 'GET ', 'ANY,GET'])('refuses "%s"', (httpMethod) => {
  const { api, fn } = declare();
  api.root.addMethod(httpMethod, fn);
  expect(findingsOf(api)[0]).toMatch(/^METHOD_UNKNOWN Pets\/Default\//);
});

test('refuses a second one of a name', () => {
  const { api, fn } = declare();
  api.root.addMethod('GET', fn);
  api.root.addMethod('get', fn);
  expect(findingsOf(api)).toEqual(['METHOD_DUPLICATE Pets/Default/get']);
});

test('without an integration has no spec', () => {
  const { api } = declare();
  const method = api.root.addMethod('GET');
  expect(() => method._toSpec()).toThrow('INTEGRATION_MISSING');
});
