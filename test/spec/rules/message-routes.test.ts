import { examineSpec } from '../../../lib/spec';

const INTEGRATION = { type: 'mock', requestTemplates: { $default: '{"statusCode": 200}' }, responses: [{ statusCode: '200' }] } as const;

function problems(resources: object, members: object = {}): string[] {
  const { issues } = examineSpec({
    format: 'synthgate/1', protocol: 'websocket', api: { id: 'chat', name: 'Chat' }, resources: resources as never, stages: { prod: {} }, ...members, // also wrong ones
  }, 'test');
  return issues.map(({ code, location }) => `${code} ${location ?? ''}`);
}

test('routes are encoded keys with the method ANY', () => {
  const method = { integration: INTEGRATION };
  expect(problems({ '/$connect': { id: 'r0', methods: { ANY: method } }, '/chat%2Fjoin': { id: 'r1', methods: { ANY: method } } })).toEqual([]);
  expect(problems({ '/chat/join': { id: 'r0', methods: { ANY: method } } })).toEqual(['ROUTE_KEY_FORM Chat/chat/join ANY']);
  expect(problems({ '/join': { id: 'r0', methods: { POST: method } } })).toEqual(['MESSAGE_ROUTE_METHOD Chat/join POST']);
});

test('callers are checked on $connect only', () => {
  const guarded = { authorization: { type: 'AWS_IAM' }, apiKeyRequired: true, integration: INTEGRATION };
  expect(problems({ '/$connect': { id: 'r0', methods: { ANY: guarded } } })).toEqual([]);
  expect(problems({ '/join': { id: 'r0', methods: { ANY: guarded } } })).toEqual(['GUARD_NOT_AT_CONNECT Chat/join ANY', 'GUARD_NOT_AT_CONNECT Chat/join ANY']);
});

test('what belongs to other APIs is refused', () => {
  const resources = { '/join': { id: 'r0', methods: { ANY: { integration: { ...INTEGRATION, requestParameters: { 'integration.request.header.x': 'method.request.header.x' } } } } } };
  expect(problems(resources)).toContain('PROTOCOL_UNSUPPORTED Chat/join ANY');
  expect(problems({}, { stages: { $default: {} } })).toEqual(['PROTOCOL_UNSUPPORTED Chat']);
  expect(problems({}, { authorizers: { A: { type: 'request', function: 'F', identitySources: ['method.request.header.x'] } }, functions: { F: { code: 'f', handler: 'index.handler' } } }))
    .toEqual(['IDENTITY_SOURCE_FORM Chat/authorizer A']);
});

test('models that nothing selects are a warning', () => {
  const method = { integration: INTEGRATION, requestModels: { $default: 'Any' } };
  const models = { models: { Any: { schema: {} } } };
  expect(problems({ '/join': { id: 'r0', methods: { ANY: method } } }, models)).toEqual(['MODELS_NOT_SELECTED Chat/join ANY']);
  expect(problems({ '/join': { id: 'r0', methods: { ANY: { ...method, modelSelectionExpression: '$request.body.kind' } } } }, models)).toEqual([]);
});
