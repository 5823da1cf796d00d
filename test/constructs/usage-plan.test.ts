import { RootConstruct } from 'constructs';
import { Api, ApiKey, MockIntegration, Period, UsagePlan } from '../../lib/constructs';
import { declare, findingsOf, specOf } from '../support/declaration';

const VALUE = 'key-0123456789abcdef';

test('lets keys open stages', () => {
  const { api } = declare();
  const plan = api.addUsagePlan('Free', { apiStages: [{ stage: api.deploymentStage }] });
  plan.addApiStage({ stage: api.addStage('beta') });
  plan.addApiStage({ stage: api.deploymentStage });
  plan.addApiKey(api.addApiKey('Dev', { value: VALUE }));
  plan.addApiKey(api.addApiKey('Off', { enabled: false, apiKeyName: 'off' }));
  const spec = specOf(api);
  expect(spec.usagePlans).toMatchObject({ 'Pets-Free': { stages: { beta: {}, prod: {} }, keys: ['Pets-Dev', 'off'] } });
  expect(spec.apiKeys).toMatchObject({ 'Pets-Dev': { enabled: true, value: VALUE }, 'off': { enabled: false } });
});

test('has the limits of a key: rate and burst, a quota, and those of single methods', () => {
  const { api, fn } = declare();
  const pets = api.root.addResource('pets');
  const [get, root] = [pets.addMethod('GET', fn), api.root.addMethod('ANY', fn)];
  const plan = api.addUsagePlan('Free', {
    description: 'for all', throttle: { rateLimit: 5, burstLimit: 10 }, quota: { limit: 100, period: Period.MONTH, offset: 3 },
  });
  plan.addApiStage({ stage: api.deploymentStage, throttle: [{ method: get, throttle: { rateLimit: 0.5, burstLimit: 1 } }] });
  plan.addApiStage({ stage: api.deploymentStage, throttle: [{ method: root, throttle: { burstLimit: 2 } }] });
  expect(specOf(api).usagePlans['Pets-Free']).toEqual({
    description: 'for all',
    throttle: { rateLimit: 5, burstLimit: 10 },
    quota: { limit: 100, period: 'MONTH', offset: 3 },
    stages: { prod: { methods: { '/pets/GET': { rateLimit: 0.5, burstLimit: 1 }, '//ANY': { rateLimit: 10_000, burstLimit: 2 } } } },
    keys: [],
  });
});

test('a quota that begins on no day, and limits below nothing, are refused where they were declared', () => {
  const { api } = declare();
  api.addUsagePlan('Free', { quota: { limit: 1, period: Period.WEEK, offset: 7 }, apiStages: [{ stage: api.deploymentStage }] });
  expect(findingsOf(api)).toEqual(['QUOTA_OFFSET_INVALID Pets/Free']);
  const secondApi = declare().api;
  secondApi.addUsagePlan('Free', { throttle: { rateLimit: -1 }, apiStages: [{ stage: secondApi.deploymentStage }] });
  expect(findingsOf(secondApi)).toEqual(['SPEC_INVALID Pets/Free#/throttle/rateLimit']);
});

test('two plans for one key and stage are refused', () => {
  const { api } = declare();
  const key = api.addApiKey('Key', { value: VALUE, description: 'of a partner' });
  for (const id of ['One', 'Two']) api.addUsagePlan(id, { apiStages: [{ stage: api.deploymentStage }] }).addApiKey(key);
  expect(findingsOf(api)).toEqual(['USAGE_PLANS_OVERLAP Pets/Two']);
});

test('of several APIs is in each of them, with what concerns it', () => {
  const root = new RootConstruct();
  const [one, two] = [new Api(root, 'One'), new Api(root, 'Two')];
  const plan = new UsagePlan(root, 'Plan', { apiStages: [{ stage: one.deploymentStage }, { stage: two.addStage('beta') }] });
  plan.addApiKey(new ApiKey(root, 'Key'));
  expect(specOf(one).usagePlans).toMatchObject({ Plan: { stages: { prod: {} }, keys: ['Key'] } });
  expect(specOf(two).usagePlans).toMatchObject({ Plan: { stages: { beta: {} }, keys: ['Key'] } });
  expect(Object.keys(specOf(two).usagePlans.Plan?.stages ?? {})).toEqual(['beta']);
  expect(specOf(two).apiKeys).toEqual({ Key: { enabled: true } });
});

test('without a stage stays in the spec of the API that it is declared below', () => {
  const { api } = declare();
  api.addUsagePlan('Gold', { quota: { limit: 5, period: Period.DAY } }).addApiKey(new ApiKey(api, 'Key'));
  expect(specOf(api).usagePlans).toMatchObject({ 'Pets-Gold': { stages: {}, keys: ['Pets-Key'], quota: { limit: 5 } } });
});

test('belongs to the APIs of its stages, not to the one that it is declared below', () => {
  const root = new RootConstruct();
  const [one, two] = [new Api(root, 'One'), new Api(root, 'Two')];
  one.addUsagePlan('Plan', { apiStages: [{ stage: two.deploymentStage }] });
  expect([specOf(one).usagePlans, Object.keys(specOf(two).usagePlans)]).toEqual([{}, ['One-Plan']]);
});

test('USAGE_PLAN_WITHOUT_API refuses a plan that has no stage and no API above it', () => {
  const root = new RootConstruct();
  const [lost, used] = [new UsagePlan(root, 'Lost'), new UsagePlan(root, 'Used')];
  used.addApiStage({ stage: new Api(root, 'One').deploymentStage });
  expect([lost.node.validate(), used.node.validate()]).toEqual([[expect.stringContaining('[USAGE_PLAN_WITHOUT_API]')], []]);
});

test('USAGE_PLAN_METHOD_OF_OTHER_API refuses a limit for a method of another API', () => {
  const root = new RootConstruct();
  const [one, two] = [new Api(root, 'One'), new Api(root, 'Two')];
  const method = two.root.addMethod('GET', new MockIntegration());
  one.root.addMethod('GET', new MockIntegration());
  one.addUsagePlan('Plan', { apiStages: [{ stage: one.deploymentStage, throttle: [{ method, throttle: { rateLimit: 1 } }] }] });
  expect(findingsOf(one)).toEqual(['USAGE_PLAN_METHOD_OF_OTHER_API One/Plan']);
});

test('a key that no plan has is in the spec and opens nothing', () => {
  const { api } = declare();
  new ApiKey(api, 'Lost');
  expect(specOf(api).apiKeys).toEqual({ 'Pets-Lost': { enabled: true } });
});

test.each([['x'.repeat(19), 1], ['x'.repeat(20), 0], ['x'.repeat(128), 0], ['x'.repeat(129), 1]])('key %s', (value, errors) => {
  const { api } = declare();
  api.addApiKey('Key', { value });
  expect(findingsOf(api)).toEqual(errors === 0 ? [] : ['SPEC_INVALID Pets/Key#/value']);
});
