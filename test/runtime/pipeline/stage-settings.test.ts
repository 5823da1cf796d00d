import { Api, Deployment, MockIntegration } from 'synthgate';
import { deploy } from 'synthgate/runtime';
import { declareGateway, ECHO, functionOf, type DeclaredGateway } from '../../support/declared-gateway';
import { sendRequest } from '../../support/http-client';

let gateway: DeclaredGateway;
afterEach(() => gateway.close());

const template = (text: string) => new MockIntegration({
  integrationResponses: [{ statusCode: '200', responseTemplates: { 'text/plain': `${text} $context.isCanaryRequest $stageVariables.v` } }],
});

async function shares(path: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (let request = 0; request < 200; request++) {
    const { text } = await sendRequest(`${gateway.url}${path}`);
    counts[text] = (counts[text] ?? 0) + 1;
  }
  return counts;
}

test('Canary: a part of the traffic goes to the new definition, with its own variables', async () => {
  gateway = await declareGateway((app) => {
    new Api(app, 'Pets', { deployOptions: { variables: { v: 'base' } } }).root.addMethod('GET', template('old'));
  });
  deploy({ source: gateway.directory, api: 'Pets', stage: 'prod', now: Date.now });
  gateway.declareAgain((app) => {
    const canary = { percentTraffic: 50, stageVariableOverrides: { v: 'canary' } };
    new Api(app, 'Pets', { deployOptions: { variables: { v: 'base' }, canary } }).root.addMethod('GET', template('new'));
  });
  await gateway.serving.reload();
  const counts = await shares('/prod/');
  expect(Object.keys(counts).sort()).toEqual(['new true canary', 'old false base']);
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(50);

  deploy({ source: gateway.directory, api: 'Pets', stage: 'prod', now: Date.now });
  await gateway.serving.reload();
  expect(Object.keys(await shares('/prod/')).sort()).toEqual(['new false base', 'new true canary']);
});

test('functions know whether they are the canary; a stage without one does not say', async () => {
  gateway = await declareGateway((app) => {
    const api = new Api(app, 'Pets', { deployOptions: { canary: { percentTraffic: 100 } } });
    api.addStage('plain');
    api.root.addMethod('GET', functionOf(app, 'Echo', ECHO));
  });
  const context = async (stage: string) => (await sendRequest(`${gateway.url}/${stage}/`)).json<{ requestContext: object }>().requestContext;
  expect(await context('prod')).toMatchObject({ isCanaryRequest: true });
  expect(await context('plain')).not.toHaveProperty('isCanaryRequest');
});

test('a canary can be pinned; a deployment that is not there is refused', async () => {
  gateway = await declareGateway((app) => {
    new Api(app, 'Pets').root.addMethod('GET', template('old'));
  });
  gateway.declareAgain((app) => {
    const api = new Api(app, 'Pets', { deploy: false });
    api.root.addMethod('GET', template('new'));
    api.addStage('prod', { canary: { percentTraffic: 10, deployment: Deployment.fromFingerprint(api, 'Old', 'ab'.repeat(32)) } });
  });
  await expect(gateway.serving.reload()).rejects.toMatchObject({ code: 'DEPLOYMENT_UNKNOWN' });
});
