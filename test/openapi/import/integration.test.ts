import { CALL, findingsOf, INTEGRATION, methodOf, PROXY, specOf } from '../../support/openapi/imported';
import type { OpenApiImportContext } from '../../../lib/openapi';

function integrationOf(integration: object, context: OpenApiImportContext = {}) {
  return methodOf({ [INTEGRATION]: integration }, {}, context).integration;
}

function uriOf(functionArn: string): string {
  return `arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/${functionArn}/invocations`;
}

const PASSED = { cacheKeyParameters: [], requestParameters: {}, timeoutMs: 29_000 };

describe('functions', () => {
  test.each([
    ['arn:aws:lambda:eu-west-1:123456789012:function:Pets', 'Pets'],
    ['arn:aws:lambda:eu-west-1:123456789012:function:Pets:live', 'Pets'],
    ['arn:aws:lambda:eu-west-1:123456789012:function:${stageVariables.fn}', '${stageVariables.fn}'],
    ['arn:aws:lambda:eu-west-1:123456789012:function:Pets:${stageVariables.alias}', 'Pets'],
    ['arn:aws:lambda:${AWS::Region}:${AWS::AccountId}:function:${AWS::StackName}-Pets', 'Pets'],
    ['${PetsFunction.Arn}', 'PetsFunction'],
    ['${PetsFunction.Arn}:live', 'PetsFunction'],
    ['${PetsFunction}', 'PetsFunction'],
  ])('have the name in their address: %s', (arn, name) => {
    expect(integrationOf({ type: 'aws_proxy', httpMethod: 'POST', uri: uriOf(arn) })).toMatchObject({ type: 'proxy', function: name });
  });

  test.each([
    [{ 'Fn::Sub': uriOf('${Pets.Arn}') }], [{ 'Fn::Sub': [uriOf('${arn}'), { arn: { 'Fn::GetAtt': ['Pets', 'Arn'] } }] }],
    [{ 'Fn::Join': ['', ['arn:aws:apigateway:', { Ref: 'AWS::Region' }, ':lambda:path/2015-03-31/functions/', { 'Fn::GetAtt': 'Pets.Arn' }, '/invocations']] }],
  ])('also where a template would complete it: %j', (uri) => {
    expect(integrationOf({ type: 'AWS_PROXY', httpMethod: 'post', uri })).toEqual({ ...PASSED, type: 'proxy', function: 'Pets', httpMethod: 'POST', responseTransferMode: 'BUFFERED' });
  });

  test('without code are unavailable by name; whoever imports may know them', () => {
    expect(specOf({ paths: { '/pets': { get: PROXY } } }).functions).toMatchObject({ Pets: { unavailable: expect.stringContaining('no code') as string } });
    const known = { functionOf: () => ({ function: 'PetsFunction6A' }) };
    expect(integrationOf({ type: 'aws', uri: CALL, responses: {} }, { ...known })).toMatchObject({ type: 'mapped', function: 'PetsFunction6A' });
  });

  test('that are not found make the method unavailable, with the reason', () => {
    const functionOf = () => ({ reason: 'it is in another account' });
    expect(integrationOf({ type: 'aws_proxy', uri: CALL }, { functionOf })).toMatchObject({ type: 'unavailable', awsType: 'AWS_PROXY', reason: 'it is in another account', target: CALL });
  });

  test('may stream', () => {
    const uri = CALL.replace('2015-03-31', '2021-11-15').replace('/invocations', '/response-streaming-invocations');
    expect(integrationOf({ type: 'aws_proxy', uri })).toMatchObject({ type: 'proxy', function: 'Pets', responseTransferMode: 'STREAM' });
    expect(integrationOf({ type: 'aws_proxy', uri: CALL, responseTransferMode: 'stream', timeoutInMillis: 900_000 })).toMatchObject({ responseTransferMode: 'STREAM', timeoutMs: 900_000 });
  });
});

describe('templates', () => {
  const MAPPED = {
    type: 'aws', httpMethod: 'POST', uri: CALL, passthroughBehavior: 'when_no_templates', contentHandling: 'CONVERT_TO_TEXT', timeoutInMillis: '5000',
    cacheKeyParameters: ['method.request.querystring.q'], cacheNamespace: 'pets', credentials: 'arn:aws:iam::123456789012:role/call',
    requestParameters: { 'integration.request.header.X-Kind': "'pet'" },
    requestTemplates: { 'application/json': '{}' },
    responses: {
      'default': { statusCode: 200, responseParameters: { 'method.response.header.X-Kind': "'pet'" } },
      '.*wrong.*': { statusCode: '400', responseTemplates: { 'application/json': '{"wrong": true}' }, contentHandling: 'CONVERT_TO_BINARY' },
    },
  };

  test('and mappings are carried; the response "default" has no pattern', () => {
    expect(integrationOf(MAPPED)).toEqual({
      type: 'mapped', function: 'Pets', credentials: 'arn:aws:iam::123456789012:role/call', timeoutMs: 5_000, passthroughBehavior: 'WHEN_NO_TEMPLATES',
      contentHandling: 'CONVERT_TO_TEXT', cacheKeyParameters: ['method.request.querystring.q'], cacheNamespace: 'pets',
      requestParameters: { 'integration.request.header.X-Kind': "'pet'" }, requestTemplates: { 'application/json': '{}' },
      responses: [
        { statusCode: '200', responseParameters: { 'method.response.header.X-Kind': "'pet'" }, responseTemplates: {} },
        { statusCode: '400', selectionPattern: '.*wrong.*', contentHandling: 'CONVERT_TO_BINARY', responseParameters: {}, responseTemplates: { 'application/json': '{"wrong": true}' } },
      ],
    });
  });

  test('declare the headers that they map, and the parameters that they cache by', () => {
    const { methodResponses, requestParameters } = methodOf({ responses: { 200: { description: 'fine' } }, [INTEGRATION]: MAPPED });
    expect(methodResponses).toEqual({ 200: { description: 'fine', responseModels: {}, responseParameters: { 'method.response.header.X-Kind': false } } });
    expect(requestParameters).toEqual({ 'method.request.querystring.q': false });
  });

  test('that are not texts are left out and named', () => {
    const integration = { type: 'mock', requestTemplates: { 'application/json': { statusCode: 200 }, 'text/plain': null }, responses: { default: { statusCode: 200 } } };
    expect(integrationOf(integration)).toMatchObject({ requestTemplates: {} });
    expect(findingsOf({ paths: { '/': { get: { [INTEGRATION]: integration } } } })).toEqual([
      'OPENAPI_MEMBER_LEFT_OUT requestTemplates "application/json" is left out: it is not a string',
    ]);
  });

  test('of one status: the later response replaces the earlier', () => {
    const integration = { type: 'mock', responses: { 'a': { statusCode: '200' }, 'b': { statusCode: '200' } } };
    expect(integrationOf(integration)).toMatchObject({ responses: [{ statusCode: '200', selectionPattern: 'b' }] });
    expect(findingsOf({ paths: { '/': { get: { [INTEGRATION]: integration } } } })).toHaveLength(1);
  });

  test('a mock has no method of its own', () => {
    expect(integrationOf({ type: 'MOCK', httpMethod: 'POST', uri: 'x', timeoutInMillis: 10, responses: {} })).toEqual({
      type: 'mock', cacheKeyParameters: [], requestParameters: {}, requestTemplates: {}, passthroughBehavior: 'WHEN_NO_MATCH', responses: [],
    });
  });
});

describe('backends', () => {
  test('are called by address', () => {
    const uri = 'https://${stageVariables.host}/pets/{id}';
    expect(integrationOf({ type: 'http_proxy', httpMethod: 'x-amazon-apigateway-any-method', uri })).toMatchObject({ type: 'http-proxy', uri, httpMethod: 'ANY' });
    expect(integrationOf({ type: 'http', httpMethod: 'get', uri })).toMatchObject({ type: 'http', uri, httpMethod: 'GET', responses: [] });
  });

  test('are behind VPC links; one without a name is not called', () => {
    const integration = { type: 'http_proxy', httpMethod: 'GET', uri: 'http://10.0.0.1/', connectionType: 'VPC_LINK', connectionId: 'x' };
    expect(integrationOf(integration)).toMatchObject({ type: 'http-proxy', vpcLink: 'x' });
    expect(integrationOf({ ...integration, connectionId: undefined })).toMatchObject({ type: 'unavailable', reason: 'the VPC link of the backend is not named' });
  });

  test('with certificates that are not checked are named', () => {
    const integration = { type: 'http_proxy', httpMethod: 'GET', uri: 'http://10.0.0.1/', tlsConfig: { insecureSkipVerification: true } };
    expect(findingsOf({ paths: { '/': { get: { [INTEGRATION]: integration } } } }).map((text) => text.split(' is left out')[0])).toEqual([
      'OPENAPI_MEMBER_LEFT_OUT tlsConfig',
    ]);
  });

  test('with members of no known name are called without them, and each is named', () => {
    const integration = { type: 'http_proxy', httpMethod: 'GET', uri: 'http://10.0.0.1/', timeoutInMilis: 100, payloadFormatVersion: '2.0' };
    expect(findingsOf({ paths: { '/': { get: { [INTEGRATION]: integration } } } }).map((text) => text.split(' is left out')[0])).toEqual([
      'OPENAPI_MEMBER_LEFT_OUT timeoutInMilis', 'OPENAPI_MEMBER_LEFT_OUT payloadFormatVersion',
    ]);
  });

  test('of AWS are services', () => {
    const uri = 'arn:aws:apigateway:eu-west-1:dynamodb:action/PutItem';
    expect(integrationOf({ type: 'aws', httpMethod: 'POST', uri, credentials: 'arn:aws:iam::1:role/x' })).toMatchObject({
      type: 'service', service: 'dynamodb', action: 'PutItem', region: 'eu-west-1', credentials: 'arn:aws:iam::1:role/x',
    });
  });
});

describe('unavailable is a method', () => {
  test.each([
    [{}, 'MOCK'], [{ type: 'websocket' }, 'MOCK'], [null, 'MOCK'], [{ type: 'aws_proxy' }, 'AWS_PROXY'], [{ type: 'aws_proxy', uri: 'arn:aws:apigateway:eu-west-1:sqs:action/SendMessage' }, 'AWS_PROXY'],
    [{ type: 'http' }, 'HTTP'], [{ type: 'http', uri: 'ftp://x' }, 'HTTP'], [{ type: 'http_proxy', uri: 'https://${Domain}/' }, 'HTTP_PROXY'],
    [{ type: 'http_proxy', uri: { Ref: 'Backend' } }, 'HTTP_PROXY'], [{ type: 'mock', requestTemplates: { 'application/json': '#if(' }, responses: {} }, 'MOCK'],
    [{ type: 'mock', passthroughBehavior: 'SOMETIMES', responses: {} }, 'MOCK'], [{ type: 'aws_proxy', uri: CALL, timeoutInMillis: 100_000 }, 'AWS_PROXY'],
    [{ type: 'mock', responses: { '(': { statusCode: 200 } } }, 'MOCK'], [{ type: 'mock', responses: { default: { statusCode: 999 } } }, 'MOCK'],
  ])('whose integration cannot be read: %j', (integration, awsType) => {
    const read = methodOf({ ...PROXY, [INTEGRATION]: integration }, {}, { withoutIntegration: 'unavailable' }).integration;
    expect(read).toMatchObject({ type: 'unavailable', awsType });
  });

  test('without an integration, where examples are not asked for', () => {
    expect(methodOf({}, {}, { withoutIntegration: 'unavailable' }).integration).toMatchObject({ type: 'unavailable', reason: 'the method has no integration' });
  });
});
