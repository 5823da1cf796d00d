import * as cdk from 'aws-cdk-lib';
import {
  AccessLogDestination, AccessLogFormat, Deployment, Duration, MethodLoggingLevel, MockIntegration, ProxyIntegration,
  UnauthorizedCacheControlStrategy, type MethodDeploymentOptions, type StageOptions,
} from '../../lib/constructs';
import { declare, findingsOf, specOf } from '../support/declaration';

const FINGERPRINT = 'ab'.repeat(32);

function stageOf(deployOptions: StageOptions) {
  return specOf(declare({ deployOptions }).api).stages.prod;
}

test('a stage without settings has none', () => {
  const stage = stageOf({});
  expect(stage).toMatchObject({ cacheClusterEnabled: false, cacheClusterSize: '0.5', methodSettings: {} });
  expect(stage).not.toHaveProperty('canary');
  expect(stage).not.toHaveProperty('accessLog');
});

test('everything that CDK has can be set, for all methods and for some', () => {
  const { api, fn } = declare({
    deployOptions: {
      cachingEnabled: true,
      cacheTtl: cdk.Duration.minutes(10),
      cacheDataEncrypted: true,
      cacheClusterSize: '1.6',
      loggingLevel: MethodLoggingLevel.ERROR,
      metricsEnabled: true,
      methodOptions: {
        '/pets/GET': {
          requireAuthorizationForCacheControl: false,
          unauthorizedCacheControlHeaderStrategy: UnauthorizedCacheControlStrategy.FAIL_WITH_403,
          loggingLevel: MethodLoggingLevel.INFO,
          dataTraceEnabled: true,
        },
      },
    },
  });
  api.root.addResource('pets').addMethod('GET', fn);
  expect(specOf(api).stages.prod).toMatchObject({
    cacheClusterEnabled: true,
    cacheClusterSize: '1.6',
    methodSettings: {
      '*/*': { cachingEnabled: true, cacheTtlSeconds: 600, cacheDataEncrypted: true, loggingLevel: 'ERROR', metricsEnabled: true },
      '/pets/GET': {
        requireAuthorizationForCacheControl: false, unauthorizedCacheControlHeaderStrategy: 'FAIL_WITH_403', loggingLevel: 'INFO', dataTraceEnabled: true,
      },
    },
  });
});

test('caching without a cache is a warning', () => {
  const { api } = declare({ deployOptions: { cachingEnabled: true, cacheClusterEnabled: false } });
  expect(findingsOf(api)).toEqual(['warning CACHE_WITHOUT_CLUSTER Pets/DeploymentStage.prod']);
});

test.each<[string, MethodDeploymentOptions & StageOptions]>([
  ['CACHE_SETTING_INVALID', { cacheClusterSize: '2' }],
  ['CACHE_SETTING_INVALID', { cacheTtl: Duration.seconds(3_601) }],
  ['CACHE_SETTING_INVALID', { cacheTtl: Duration.millis(1_500) }],
  ['CANARY_INVALID', { canary: { percentTraffic: 101 } }],
  ['PROPERTY_TYPE_INVALID', { canary: { percentTraffic: Number.NaN } }],
])('%s refuses %j', (code, deployOptions) => {
  expect(findingsOf(declare({ deployOptions }).api)).toEqual([expect.stringMatching(`^${code} Pets`)]);
});

test('a canary has a deployment, variables and a share', () => {
  const { api } = declare({ deploy: false });
  const deployment = Deployment.fromFingerprint(api, 'Next', FINGERPRINT);
  api.addStage('prod', { canary: { percentTraffic: 12.5, deployment, stageVariableOverrides: { v: '2' }, useStageCache: true } });
  api.addStage('beta', { canary: { percentTraffic: 0 } });
  expect(specOf(api).stages).toMatchObject({
    prod: { canary: { percentTraffic: 12.5, deployment: FINGERPRINT, stageVariableOverrides: { v: '2' }, useStageCache: true } },
    beta: { canary: { percentTraffic: 0, deployment: 'latest', stageVariableOverrides: {}, useStageCache: false } },
  });
});

describe('access log', () => {
  test('a format goes to the output, a destination gets the Common Log Format', () => {
    expect(stageOf({ accessLogFormat: AccessLogFormat.custom('$context.requestId') })).toMatchObject({
      accessLog: { format: '$context.requestId', destination: 'stdout' },
    });
    expect(stageOf({ accessLogDestination: AccessLogDestination.file('access.log') })).toMatchObject({
      accessLog: { format: AccessLogFormat.clf().toString(), destination: 'access.log' },
    });
    expect(AccessLogDestination.stdout().destination).toBe('stdout');
    expect(AccessLogDestination.arn('arn:aws:logs:x').destination).toBe('arn:aws:logs:x');
  });

  test('the formats are those of CDK', () => {
    const { AccessLogFormat: theirs } = cdk.aws_apigateway;
    expect(AccessLogFormat.clf().toString()).toBe(theirs.clf().toString());
    expect(AccessLogFormat.jsonWithStandardFields().toString()).toBe(theirs.jsonWithStandardFields().toString());
    const some = {
      ip: true, user: false, caller: false, requestTime: true, httpMethod: true,
      resourcePath: false, status: true, protocol: false, responseLength: false,
    };
    expect(AccessLogFormat.jsonWithStandardFields(some).toString()).toBe(theirs.jsonWithStandardFields(some).toString());
    expect(AccessLogFormat.xmlWithStandardFields(some).toString()).toBe([
      '<request id="$context.requestId">', '<ip>$context.identity.sourceIp</ip>', '<requestTime>$context.requestTime</requestTime>',
      '<httpMethod>$context.httpMethod</httpMethod>', '<status>$context.status</status>', '</request>',
    ].join(''));
  });

  test('a format without the id of the request is refused', () => {
    const { api } = declare({ deployOptions: { accessLogFormat: AccessLogFormat.custom('$context.status') } });
    expect(findingsOf(api)).toEqual(['ACCESS_LOG_WITHOUT_REQUEST_ID Pets/DeploymentStage.prod']);
    expect(findingsOf(declare({ deployOptions: { accessLogFormat: AccessLogFormat.custom('$context.extendedRequestId') } }).api)).toEqual([]);
  });

  test('a format of several lines is refused', () => {
    expect(findingsOf(declare({ deployOptions: { accessLogFormat: AccessLogFormat.custom('$context.requestId\n') } }).api)).toHaveLength(1);
  });
});

describe('cache keys', () => {
  const cacheKeyParameters = ['method.request.path.id', 'method.request.querystring.color'];

  test('declared parameters and those of the path can be chosen', () => {
    const { api, fn } = declare();
    const requestParameters = { 'method.request.querystring.color': false };
    api.root.addResource('{id}').addMethod('GET', new ProxyIntegration(fn, { cacheKeyParameters, cacheNamespace: 'pets' }), { requestParameters });
    expect(specOf(api).resources['/{id}'].methods.GET?.integration).toMatchObject({ cacheKeyParameters, cacheNamespace: 'pets' });
  });

  test('others are refused', () => {
    const { api } = declare();
    api.root.addMethod('GET', new MockIntegration({ cacheKeyParameters }));
    expect(findingsOf(api)).toEqual(['CACHE_KEY_UNKNOWN Pets/Default/GET', 'CACHE_KEY_UNKNOWN Pets/Default/GET']);
  });
});
