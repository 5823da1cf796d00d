import { findingsIn, specWithMethod, type MethodInput } from '../../support/spec';

type Responses = Extract<MethodInput['integration'], { type: 'mock' }>['responses'];
const mock = (responses: Responses, methodResponses: MethodInput['methodResponses'] = { 200: {}, 404: {} }) =>
  findingsIn(specWithMethod({ integration: { type: 'mock', responses }, methodResponses }));

test('there is one response for each status', () => {
  expect(mock([{ statusCode: '200' }, { statusCode: '404', selectionPattern: '4..' }])).toEqual([]);
  expect(mock([{ statusCode: '200' }, { statusCode: '200', selectionPattern: 'x' }])).toEqual(['INTEGRATION_RESPONSE_REPEATED Pets GET']);
});

test('a selection pattern is a regular expression', () => {
  expect(mock([{ statusCode: '200', selectionPattern: '(\\n|.)+' }])).toEqual([]);
  expect(mock([{ statusCode: '200', selectionPattern: '(' }])).toEqual(['SELECTION_PATTERN_INVALID Pets GET']);
});

test('statuses and headers are declared', () => {
  const responseParameters = { 'method.response.header.X-A': "'*'" };
  expect(mock([{ statusCode: '500' }])).toEqual(['warning METHOD_RESPONSE_MISSING Pets GET']);
  expect(mock([{ statusCode: '200', responseParameters }])).toEqual(['RESPONSE_PARAMETER_UNDECLARED Pets GET']);
  expect(mock([{ statusCode: '200', responseParameters }], { 200: { responseParameters: { 'method.response.header.X-A': true } } })).toEqual([]);
});

test('above 29 s only where clients come directly or responses are streamed', () => {
  const withTimeout = (timeoutMs: number, endpointType: 'EDGE' | 'REGIONAL', responseTransferMode?: 'STREAM') => findingsIn(specWithMethod(
    { integration: { type: 'http-proxy', uri: 'https://b.test', timeoutMs, responseTransferMode } }, { api: { id: 'pets', name: 'Pets', endpointType } }));
  expect(withTimeout(29_000, 'EDGE')).toEqual([]);
  expect(withTimeout(29_001, 'EDGE')).toEqual(['INTEGRATION_TIMEOUT_INVALID Pets GET']);
  expect(withTimeout(300_000, 'REGIONAL')).toEqual([]);
  expect(withTimeout(300_001, 'REGIONAL')).toEqual(['INTEGRATION_TIMEOUT_INVALID Pets GET']);
  expect(withTimeout(900_000, 'EDGE', 'STREAM')).toEqual([]);
  expect(withTimeout(900_001, 'REGIONAL', 'STREAM')).toEqual(['SPEC_INVALID spec#/resources/~1/methods/GET/integration/timeoutMs']);
  expect(withTimeout(50, 'EDGE')).toEqual([]);
  expect(withTimeout(49, 'EDGE')).toEqual(['SPEC_INVALID spec#/resources/~1/methods/GET/integration/timeoutMs']);
});

test('REQUEST_PARAMETER_UNDECLARED: what maps a parameter that is not declared is warned of; one value or several are declared alike', () => {
  const mapping = (source: string, requestParameters: MethodInput['requestParameters'] = {}) => findingsIn(specWithMethod({
    integration: { type: 'http-proxy', uri: 'https://b.test/{id}', requestParameters: { 'integration.request.path.id': source } }, requestParameters,
  }));
  expect(mapping('method.request.path.id')).toEqual(['warning REQUEST_PARAMETER_UNDECLARED Pets GET']);
  expect(mapping('method.request.path.id', { 'method.request.querystring.id': true })).toEqual(['warning REQUEST_PARAMETER_UNDECLARED Pets GET']);
  expect(mapping('method.request.path.id', { 'method.request.path.id': true })).toEqual([]);
  expect(mapping('method.request.multivalueheader.X', { 'method.request.header.X': false })).toEqual([]);
  expect(['method.request.body', 'method.request.body.id', 'context.stage', 'stageVariables.id', '\'7\''].flatMap((source) => mapping(source))).toEqual([]);
});

describe('calls of services by HTTP APIs', () => {
  const purge = { type: 'service-proxy' as const, subtype: 'SQS-PurgeQueue' as const, parameters: { QueueUrl: 'https://q.test' } };
  const findingsOfCall = (members: object, protocol: 'http' | 'rest' | 'websocket' = 'http') => findingsIn({
    format: 'synthgate/1', protocol, api: { id: 'pets', name: 'Pets' }, resources: { '/a': { id: 'a', methods: { ANY: { integration: { ...purge, ...members } } } } },
  });

  test('have the parameters of their subtype, and the time limit of HTTP APIs', () => {
    expect(findingsOfCall({ timeoutMs: 30_000 })).toEqual([]);
    expect(findingsOfCall({ parameters: {} })).toEqual(['SUBTYPE_PARAMETER_INVALID Pets/a ANY']);
    expect(findingsOfCall({ parameters: { ...purge.parameters, MessageBody: 'a', Region: 'x' } })).toEqual(['SUBTYPE_PARAMETER_INVALID Pets/a ANY', 'SUBTYPE_PARAMETER_INVALID Pets/a ANY']);
    expect(findingsOfCall({ timeoutMs: 30_001 })).toEqual(['INTEGRATION_TIMEOUT_INVALID Pets/a ANY']);
    expect(findingsOfCall({ subtype: 'SNS-Publish' })).toEqual(['SPEC_INVALID spec#/resources/~1a/methods/ANY/integration/subtype']);
  });

  test.each(['rest', 'websocket'] as const)('are not those of a %s API', (protocol) => {
    expect(findingsOfCall({}, protocol)).toEqual(['PROTOCOL_UNSUPPORTED Pets/a ANY']);
    expect(findingsOfCall({ responseMappings: { 200: { 'remove:header.a': '' } } }, protocol)).toEqual(['PROTOCOL_UNSUPPORTED Pets/a ANY', 'PROTOCOL_UNSUPPORTED Pets/a ANY']);
  });
});
