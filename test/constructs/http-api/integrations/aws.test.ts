import { Duration, HttpAwsIntegration, HttpIntegrationSubtype, HttpLambdaIntegration, MappingValue, ParameterMapping } from '../../../../lib/constructs';
import { SUBTYPE_NAMES } from '../../../../lib/spec';
import { declareHttp, httpFindings, httpSpecOf } from '../../../support/http-declaration';

const message = new ParameterMapping().custom('QueueUrl', 'https://sqs.eu-west-1.amazonaws.com/123456789012/Orders').custom('MessageBody', MappingValue.requestBody('text').value);

test('subtype, parameters, role and time limit are those of the route', () => {
  const { api } = declareHttp();
  const integration = new HttpAwsIntegration('Send', {
    subtype: HttpIntegrationSubtype.SQS_SEND_MESSAGE, parameterMapping: message, credentialsRole: { roleArn: 'arn:aws:iam::123456789012:role/Sender' }, timeout: Duration.seconds(3),
  });
  api.addRoutes({ path: '/a', integration });
  expect(httpSpecOf(api).resources['/a'].methods.ANY?.integration).toEqual({
    type: 'service-proxy', subtype: 'SQS-SendMessage', credentials: 'arn:aws:iam::123456789012:role/Sender', timeoutMs: 3_000,
    parameters: { QueueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/Orders', MessageBody: '$request.body.text' },
  });
});

test('the enum has every subtype', () => {
  expect(Object.values(HttpIntegrationSubtype)).toEqual([...SUBTYPE_NAMES]);
});

test('SUBTYPE_PARAMETER_INVALID: parameters that are missing, unknown or without effect are errors of the route', () => {
  const { api } = declareHttp();
  const add = (path: string, parameterMapping: ParameterMapping, subtype = HttpIntegrationSubtype.SQS_SEND_MESSAGE) =>
    api.addRoutes({ path, integration: new HttpAwsIntegration('A', { subtype, parameterMapping }) });
  add('/a-missing', new ParameterMapping().custom('QueueUrl', 'q'));
  add('/b-unknown', ParameterMapping.fromObject({ StateMachineArn: MappingValue.custom('a'), TraceHeader: MappingValue.custom('b') }), HttpIntegrationSubtype.STEPFUNCTIONS_START_EXECUTION);
  add('/c-header', new ParameterMapping().custom('QueueUrl', 'q').custom('MessageBody', 'a').overwriteHeader('x', MappingValue.custom('y')));
  expect(httpFindings(api)).toEqual([
    'SUBTYPE_PARAMETER_INVALID Shop/ANY--a-missing', 'SUBTYPE_PARAMETER_INVALID Shop/ANY--b-unknown', 'SUBTYPE_PARAMETER_INVALID Shop/ANY--c-header',
  ]);
  expect(api._collect().issues.map(({ message: text }) => text)).toEqual([
    expect.stringContaining('MessageBody is required'), expect.stringContaining('TraceHeader is not one of its parameters (StateMachineArn, Name, Input, Region)'),
    expect.stringContaining('overwrite:header.x is not one of its parameters'),
  ]);
});

test('a subtype that does not exist and a time limit are refused where they are written', () => {
  const { api, fn } = declareHttp();
  api.addRoutes({ path: '/a', integration: new HttpAwsIntegration('A', { subtype: 'SNS-Publish' as HttpIntegrationSubtype, parameterMapping: message }) });
  api.addRoutes({ path: '/b', integration: new HttpAwsIntegration('B', { subtype: HttpIntegrationSubtype.SQS_SEND_MESSAGE, parameterMapping: message, timeout: Duration.minutes(1) }) });
  api.addRoutes({ path: '/c', integration: new HttpLambdaIntegration('C', fn) });
  expect(httpFindings(api)).toEqual([expect.stringMatching(/ Shop\/ANY--a/), 'INTEGRATION_TIMEOUT_INVALID Shop/ANY--b']);
});
