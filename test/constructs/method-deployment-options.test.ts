import { methodSettingsInput } from '../../lib/constructs/method-deployment-options';
import { declare, findingsOf, specOf } from '../support/declaration';

test('the stage\'s own limits are for all methods, those of methods are listed by their pattern', () => {
  const { api, fn } = declare({
    deployOptions: {
      throttlingRateLimit: 100, throttlingBurstLimit: 50,
      methodOptions: { '/pets/get': { throttlingRateLimit: 5 }, '/pets/*': { throttlingBurstLimit: 7 }, '//POST': { throttlingBurstLimit: 0 } },
    },
  });
  api.root.addMethod('POST', fn);
  api.root.addResource('pets').addMethod('GET', fn);
  expect(specOf(api).stages.prod.methodSettings).toMatchObject({
    '*/*': { throttlingRateLimit: 100, throttlingBurstLimit: 50 },
    '/pets/GET': { throttlingRateLimit: 5 },
    '/pets/*': { throttlingBurstLimit: 7 },
    '//POST': { throttlingBurstLimit: 0 },
  });
});

test('all methods have one spelling, and an empty setting is omitted', () => {
  expect(methodSettingsInput({ throttlingRateLimit: 1, methodOptions: { '/*/*': { throttlingBurstLimit: 2 }, '/pets/GET': {} } })).toEqual({
    '*/*': { throttlingRateLimit: 1, throttlingBurstLimit: 2 },
  });
  expect(methodSettingsInput({})).toEqual({});
});

test('also stages that are added have limits', () => {
  const { api } = declare();
  api.addStage('beta', { throttlingRateLimit: 3 });
  expect(specOf(api).stages.beta.methodSettings).toMatchObject({ '*/*': { throttlingRateLimit: 3 } });
});

test('a method that does not exist is a warning, and an invalid pattern is refused', () => {
  const optionsOf = (pattern: string) => ({ methodOptions: { [pattern]: { throttlingRateLimit: 1 } } });
  const findings = (pattern: string) => findingsOf(declare({ deployOptions: optionsOf(pattern) }).api);
  expect(findings('/pets/GET')).toEqual(['warning METHOD_SETTING_UNUSED Pets/DeploymentStage.prod']);
  expect(findings('/pets/FETCH')).toEqual([expect.stringMatching(/^SPEC_INVALID Pets\/DeploymentStage\.prod/)]);
});
