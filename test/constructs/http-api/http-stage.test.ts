import { AccessLogDestination, AccessLogFormat, HttpStage } from '../../../lib/constructs';
import { declareHttp, httpFindings, httpSpecOf } from '../../support/http-declaration';

test('settings of a stage are those of all its routes', () => {
  const { api, pets, root } = declareHttp();
  api.addRoutes({ path: '/a', integration: pets });
  const stage = new HttpStage(root, 'Dev', {
    httpApi: api, stageName: 'dev', throttle: { rateLimit: 5 }, detailedMetricsEnabled: true, description: 'for us',
    routeSettings: { 'ANY /a': { throttle: { burstLimit: 2 } }, '$default': { detailedMetricsEnabled: false } }, stageVariables: { color: 'red' },
    accessLogSettings: { destination: AccessLogDestination.stdout(), format: AccessLogFormat.custom('$context.requestId') },
  });
  stage.addStageVariable('size', 'L');
  expect(httpSpecOf(api).stages).toMatchObject({
    $default: { variables: {}, methodSettings: {} },
    dev: {
      description: 'for us', variables: { color: 'red', size: 'L' },
      methodSettings: { '*/*': { throttlingRateLimit: 5, metricsEnabled: true }, '/a/ANY': { throttlingBurstLimit: 2 }, '/$default/ANY': { metricsEnabled: false } },
      accessLog: { destination: 'stdout', format: '$context.requestId' },
    },
  });
  expect([HttpStage.isHttpStage(stage), HttpStage.isHttpStage(api)]).toEqual([true, false]);
  expect(() => stage.urlForPath('pets')).toThrow('does not start with');
});

test('an access log has the Common Log Format unless it says another; a line needs the id of its request', () => {
  const { api, pets } = declareHttp();
  api.addRoutes({ path: '/a', integration: pets });
  api.addStage('Dev', { stageName: 'dev', accessLogSettings: { destination: AccessLogDestination.stdout() } });
  expect(httpSpecOf(api).stages.dev.accessLog?.format).toBe(AccessLogFormat.clf().toString());
  api.addStage('Bad', { stageName: 'bad', accessLogSettings: { destination: AccessLogDestination.stdout(), format: AccessLogFormat.custom('$context.status') } });
  expect(httpFindings(api)).toEqual([expect.stringContaining('Shop/Bad')]);
});

test('ROUTE_KEY_INVALID: settings are of routes', () => {
  const { api } = declareHttp();
  api.addStage('Bad', { stageName: 'bad', routeSettings: { '/pets': { throttle: { rateLimit: 1 } } } });
  expect(httpFindings(api)).toEqual([expect.stringMatching(/^ROUTE_KEY_INVALID Shop\/Bad/)]);
});

test.each([{ throttle: { rateLimit: -1 } }, { stageVariables: { 'a b': 'c' } }])('refuses %j at the stage', (options) => {
  const { api } = declareHttp();
  api.addStage('Bad', { stageName: 'bad', ...options });
  expect(httpFindings(api)).toEqual([expect.stringMatching(/^SPEC_INVALID Shop\/Bad#/)]);
});
