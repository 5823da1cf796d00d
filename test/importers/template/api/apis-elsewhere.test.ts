import { importFiles } from '../../../support/imported';

const INTEGRATION = { Type: 'AWS::ApiGatewayV2::Integration', Properties: { ApiId: 'abc123', IntegrationType: 'HTTP_PROXY', IntegrationMethod: 'ANY', IntegrationUri: 'http://a.test/', PayloadFormatVersion: '1.0' } };

function route(ApiId: unknown, RouteKey: string): object {
  return { Type: 'AWS::ApiGatewayV2::Route', Properties: { ApiId, RouteKey, Target: { 'Fn::Join': ['/', ['integrations', { Ref: 'Backend' }]] } } };
}

function imported(resources: object) {
  return importFiles({ 'template.json': { Resources: { Backend: INTEGRATION, ...resources } } });
}

test('routes of an HTTP API that is declared elsewhere are served as an API of their own, and reported', () => {
  const { apis, routes, codes } = imported({ Pets: route('abc123', 'GET /pets'), Rest: route('abc123', '$default') });
  expect(routes).toEqual(['ANY /$default NONE HTTP_PROXY', 'GET /pets NONE HTTP_PROXY']);
  expect(apis.map(({ name, spec }) => [name, spec.protocol, spec.stages])).toEqual([['abc123', 'http', { $default: {} }]]);
  expect(codes).toEqual(['IMPORT_API_ELSEWHERE']);
});

test('an API that is imported by its name is one of the same kind', () => {
  const { apis, issues } = imported({ Pets: route({ 'Fn::ImportValue': 'shared-api' }, 'GET /pets') });
  expect(apis.map(({ spec }) => spec.protocol)).toEqual(['http']);
  expect(issues.map(({ message }) => message).join('\n')).toMatch(/the API \S*shared-api\S* is not part of this source/);
});

test.each([
  ['of a WebSocket API', '$connect'], ['of an API of either kind', '$default'],
])('a route %s elsewhere is reported, not served', (_, routeKey) => {
  const { apis, issues } = imported({ Message: route('def456', routeKey) });
  expect(apis).toEqual([]);
  expect(issues).toContainEqual(expect.objectContaining({
    code: 'IMPORT_METHOD_LOST', location: 'Message', message: 'the method cannot be placed: its API, def456, is not part of this source and may be a WebSocket API',
  }));
});

test('the default route of an API whose integrations have payload format 2.0 is one of an HTTP API', () => {
  const Backend = { Type: 'AWS::ApiGatewayV2::Integration', Properties: { ...INTEGRATION.Properties, PayloadFormatVersion: '2.0' } };
  expect(imported({ Backend, Rest: route('abc123', '$default') }).apis).toHaveLength(1);
});
