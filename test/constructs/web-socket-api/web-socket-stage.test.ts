import { AccessLogDestination, AccessLogFormat, WebSocketStage } from '../../../lib/constructs';
import { httpFindings, httpSpecOf } from '../../support/http-declaration';
import { declareWebSocket } from '../../support/web-socket-declaration';

test('settings of a stage are those of all its routes', () => {
  const { api, root } = declareWebSocket();
  const stage = new WebSocketStage(root, 'Dev', {
    webSocketApi: api, stageName: 'dev', throttle: { burstLimit: 5 }, stageVariables: { color: 'red' },
    accessLogSettings: { destination: AccessLogDestination.stdout(), format: AccessLogFormat.custom('$context.requestId') },
  });
  stage.addStageVariable('size', 'L');
  expect(httpSpecOf(api).stages).toMatchObject({
    dev: { variables: { color: 'red', size: 'L' }, methodSettings: { '*/*': { throttlingBurstLimit: 5 } }, accessLog: { destination: 'stdout', format: '$context.requestId' } },
  });
  expect([WebSocketStage.isWebSocketStage(stage), WebSocketStage.isWebSocketStage(api)]).toEqual([true, false]);
});

test('lines of the access log have the event, route and connection', () => {
  const { api, root } = declareWebSocket();
  new WebSocketStage(root, 'Dev', { webSocketApi: api, stageName: 'dev', accessLogSettings: { destination: AccessLogDestination.stdout() } });
  expect(httpSpecOf(api).stages.dev.accessLog?.format).toContain('"$context.eventType $context.routeKey $context.connectionId"');
});

test.each([{ throttle: { rateLimit: -1 } }, { stageVariables: { 'a b': 'c' } }])('refuses %j at the stage', (options) => {
  const { api, root } = declareWebSocket();
  new WebSocketStage(root, 'Bad', { webSocketApi: api, stageName: 'bad', ...options });
  expect(httpFindings(api)).toEqual([expect.stringMatching(/^SPEC_INVALID Bad#/)]);
});
