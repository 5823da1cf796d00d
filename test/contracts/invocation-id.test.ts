import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  AccessLogDestination, AccessLogFormat, Api, Duration, MappedIntegration, MethodLoggingLevel, TokenAuthorizer,
  type App, type ProxyFunctionProps,
} from 'synthgate';
import type { ServeOptions } from 'synthgate/runtime';
import { declareGateway, functionOf, type DeclaredGateway } from '../support/declared-gateway';
import { post, sendRequest } from '../support/http-client';
import { newDirectory } from '../support/temporary-directory';
import { until } from '../support/until';

/* The id that Lambda gives a call is another one than the gateway's id of the request: https://docs.aws.amazon.com/lambda/latest/dg/nodejs-context.html */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ANSWERS = '({ requestContext }, { awsRequestId }) => ({ statusCode: 200, body: JSON.stringify({ request: requestContext.requestId, lambda: awsRequestId }) })';
const DECIDES = `({ methodArn }, { awsRequestId }) => ({
  principalId: 'me', context: { lambda: awsRequestId },
  policyDocument: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: methodArn }] },
})`;
const FORMAT = JSON.stringify({
  request: '$context.requestId', endpoint: '$context.awsEndpointRequestId', integration: '$context.integration.requestId',
  authorizer: '$context.authorizer.requestId', authorized: '$context.authorizer.lambda', error: '$context.integrationErrorMessage',
});

const open: DeclaredGateway[] = [];
afterEach(() => Promise.all(open.splice(0).map((gateway) => gateway.close())));

interface Answered {
  readonly request: string;
  readonly lambda: string;
}

/** A stage with logs, for which the gateway builds the event, and one without, for which the function's process does. */
function declare(props: Partial<ProxyFunctionProps>): (app: App) => void {
  return (app) => {
    const api = new Api(app, 'Ids', {
      deployOptions: {
        stageName: 'logged', accessLogFormat: AccessLogFormat.custom(FORMAT), accessLogDestination: AccessLogDestination.stdout(),
        loggingLevel: MethodLoggingLevel.INFO, dataTraceEnabled: true,
      },
    });
    api.addStage('plain');
    const authorizer = new TokenAuthorizer(api, 'Auth', { handler: functionOf(app, 'Decide', DECIDES), resultsCacheTtl: Duration.seconds(0) });
    const answers = functionOf(app, 'Answers', ANSWERS, props);
    const fails = functionOf(app, 'Fails', '(event, { awsRequestId }) => { throw new Error(awsRequestId); }', props);
    const sleeps = functionOf(app, 'Sleeps', '() => new Promise((resolve) => setTimeout(resolve, 60_000))', { ...props, timeout: Duration.seconds(1) });
    api.root.addMethod('GET', answers);
    api.root.addResource('guarded').addMethod('GET', answers, { authorizer });
    api.root.addResource('fails').addMethod('GET', fails);
    api.root.addResource('sleeps').addMethod('POST', new MappedIntegration(sleeps, { integrationResponses: [{ statusCode: '504', selectionPattern: '.*Task timed out.*' }] }));
  };
}

const ENGINES: readonly (readonly [string, Partial<ProxyFunctionProps>, Partial<ServeOptions>])[] = [
  ['processes', {}, {}],
  ['threads', {}, { isolation: 'thread' }],
  ['workers that have instances of their own', { maxInstances: 10 }, { processes: 2 }],
  ['workers whose functions run in the primary', { maxInstances: 1 }, { processes: 2 }],
];

describe.each(ENGINES)('functions in %s', (_, props, options) => {
  const lines: string[] = [];
  let gateway: DeclaredGateway;
  beforeEach(async () => {
    lines.length = 0;
    gateway = await declareGateway(declare(props), { ...options, accessLog: ({ line }) => lines.push(line) });
    open.push(gateway);
  });

  const logged = async (): Promise<Readonly<Record<string, string>>> => JSON.parse(await until(() => lines.at(-1)));

  test.each(['plain', 'logged'])('a call has an id of its own on the stage %s', async (stage) => {
    const answers: Answered[] = [];
    for (let count = 0; count < 2; count++) {
      const { headers, json } = await sendRequest(`${gateway.url}/${stage}`);
      const answer = json<Answered>();
      expect(answer.request).toBe(headers['x-amzn-requestid']);
      expect(answer.lambda).toMatch(UUID);
      answers.push(answer);
    }
    expect(new Set(answers.flatMap(({ request, lambda }) => [request, lambda])).size).toBe(4);
  });

  test('the access log has the ids of the integration and of the authorizer', async () => {
    const { lambda, request } = (await sendRequest(`${gateway.url}/logged/guarded`, { headers: { Authorization: 'me' } })).json<Answered>();
    const line = await logged();
    expect(line).toMatchObject({ request, endpoint: lambda, integration: lambda });
    expect(line.authorizer).toMatch(UUID);
    expect(line.authorizer).toBe(line.authorized);
    expect(new Set([request, lambda, line.authorizer]).size).toBe(3);
  });

  test('the execution log names it, and so does the text of a failure', async () => {
    await sendRequest(`${gateway.url}/logged/fails`);
    const { request, endpoint, error } = await logged();
    const { message = '' } = await until(() => gateway.log.find(({ fields }) => fields?.executionLog === 'logged'));
    const failure = `Lambda execution failed with status 200 due to customer function error: ${endpoint}. Lambda request id: ${endpoint}`;
    expect(error).toBe(failure);
    expect(message.split('\n').slice(-3)).toEqual([
      `(${request}) ${failure}`, `(${request}) Method completed with status: 502`, `(${request}) AWS Integration Endpoint RequestId : ${endpoint}`,
    ]);
    expect(message).toContain(`x-amzn-RequestId=${endpoint},`);
    expect(message).toContain(`x-amzn-lambda-integration-tag=${request},`);
  });

  test('Lambda\'s error for a call that took too long names it', async () => {
    const { status, text } = await post(`${gateway.url}/logged/sleeps`, {});
    const { endpoint, request } = await logged();
    expect(endpoint).not.toBe(request);
    expect([status, text]).toEqual([504, expect.stringContaining(`${endpoint} Task timed out after 1.00 seconds`)]);
  });
});

test('every attempt of an event has the same id', async () => {
  const notes = path.join(newDirectory(), 'notes');
  const state = newDirectory();
  const fails = `(event, { awsRequestId }) => { require('node:fs').appendFileSync(${JSON.stringify(notes)}, awsRequestId + '\\n'); throw new Error('no'); }`;
  const gateway = await declareGateway((app) => {
    const api = new Api(app, 'Jobs');
    api.root.addMethod('POST', new MappedIntegration(functionOf(app, 'Fails', fails), {
      requestParameters: { 'integration.request.header.X-Amz-Invocation-Type': "'Event'" },
    }));
  }, { retryDelaysMs: [1, 1], functionPermissions: { '*': ['files'] }, stateDirectory: state });
  open.push(gateway);
  const { headers } = await post(`${gateway.url}/prod`, {});
  await gateway.serving.waitForIdle();
  const ids = readFileSync(notes, 'utf8').trim().split('\n');
  expect(ids).toEqual(Array(3).fill(ids[0]));
  expect(ids[0]).toMatch(UUID);
  expect(ids[0]).not.toBe(headers['x-amzn-requestid']);
});
