import { Duration, EndpointType, HttpIntegration, HttpMethod, MappedIntegration, MockIntegration, ProxyFunction } from '../../lib/constructs';
import { GatewayError } from '../../lib/errors';
import { declare, findingsOf, newFunction, specOf, thrownBy } from '../support/declaration';

test('reports everything that is wrong at once, with construct paths', () => {
  const { api, fn, root } = declare({ deployOptions: { stageName: 'not a name' } });
  const pets = api.root.addResource('pets');
  pets.addMethod('GET', fn);
  pets.addMethod('GET', fn);
  pets.addMethod('FETCH', fn);
  pets.addMethod('POST');
  api.root.addResource('pets').addMethod('GET', fn);
  pets.addResource('{id}');
  pets.addResource('{name}').addMethod('PUT', new MappedIntegration(fn, { integrationResponses: [{ statusCode: '200', selectionPattern: '[' }] }));
  api.root.addResource('a/b').addResource('c').addMethod('GET');
  api.root.addResource('files').addProxy({ defaultIntegration: fn }).addResource('below');
  api.addStage('test', { variables: { 'bad name': 'x' } });
  api.addStage('test');
  api.root.addResource('slow').addMethod('GET', new MappedIntegration(fn, { timeout: Duration.seconds(30) }));
  api.root.addResource('unknown').addMethod('GET', ProxyFunction.fromFunctionName('Nobody'));
  newFunction(root, 'Other');

  expect(findingsOf(api)).toEqual([
    'STAGE_NAME_INVALID Pets/DeploymentStage.not a name',
    'METHOD_DUPLICATE Pets/Default/pets/GET#2',
    'METHOD_UNKNOWN Pets/Default/pets/FETCH',
    'INTEGRATION_MISSING Pets/Default/pets/POST',
    'RESOURCE_DUPLICATE Pets/Default/pets#2',
    'VARIABLE_SIBLINGS Pets/Default/pets/{name}',
    'PATH_PART_INVALID Pets/Default/a--b',
    'INTEGRATION_MISSING Pets/Default/a--b/c/GET',
    'GREEDY_PART_NOT_LAST Pets/Default/files/{proxy+}/below',
    'STAGE_DUPLICATE Pets/DeploymentStage.test#2',
    'SPEC_INVALID Pets/DeploymentStage.test#/variables/bad name',
    'REFERENCE_UNRESOLVED Pets/Default/unknown/GET',
    'SELECTION_PATTERN_INVALID Pets/Default/pets/{name}/PUT',
    'INTEGRATION_TIMEOUT_INVALID Pets/Default/slow/GET',
  ]);
});

test('refuses with one error that lists all', () => {
  const { api } = declare();
  api.root.addMethod('GET');
  api.root.addMethod('PUT');
  const error = thrownBy(() => api.toJson());
  expect(GatewayError.isGatewayError(error) && error.code).toBe('DEFINITION_INVALID');
  expect(String(error)).toContain('Pets/Default/GET: method GET has no integration [INTEGRATION_MISSING]');
  expect(String(error)).toContain('Pets/Default/PUT: method PUT has no integration [INTEGRATION_MISSING]');
});

test('names the construct of values that have the wrong form', () => {
  const { api, fn } = declare();
  api.root.addMethod('GET', new MappedIntegration(fn, { requestParameters: { nonsense: 'x' } }));
  api.root.addMethod('PUT', new HttpIntegration('ftp://backend'));
  fn.addEnvironment('NODE_OPTIONS', '--inspect');
  expect(findingsOf(api).map((line) => line.replace(/"/g, ''))).toEqual([
    'SPEC_INVALID Handler#/environment/NODE_OPTIONS',
    'SPEC_INVALID Pets/Default/GET#/integration/requestParameters/nonsense',
    'SPEC_INVALID Pets/Default/PUT#/integration/uri',
  ]);
});

test('allows 29 s, and up to 300 s where clients come directly', () => {
  for (const [endpointType, seconds, found] of [
    [EndpointType.EDGE, 29, []],
    [EndpointType.EDGE, 29.001, ['INTEGRATION_TIMEOUT_INVALID Pets/Default/GET']],
    [EndpointType.REGIONAL, 300, []],
    [EndpointType.REGIONAL, 300.001, ['INTEGRATION_TIMEOUT_INVALID Pets/Default/GET']],
    [EndpointType.PRIVATE, 0.05, []],
    [EndpointType.PRIVATE, 0.049, ['INTEGRATION_TIMEOUT_INVALID Pets/Default/GET']],
  ] as const) {
    const { api, fn } = declare({ endpointType });
    api.root.addMethod('GET', new MappedIntegration(fn, { timeout: Duration.seconds(seconds) }));
    expect(findingsOf(api)).toEqual(found);
  }
});

test('warns without refusing', () => {
  const { api, fn } = declare();
  api.root.addMethod('GET', fn, { cors: {} });
  expect(findingsOf(api)).toEqual(['warning CORS_WITHOUT_EFFECT Pets/Default/GET']);
  expect(specOf(api).resources['/']?.cors?.methods).toEqual(['GET']);
});

test('takes the functions of the methods into the spec, each once, and no others', () => {
  const { api, fn, root } = declare();
  newFunction(root, 'Unused');
  api.root.addMethod('GET', fn);
  api.root.addMethod('POST', new MappedIntegration(fn));
  api.root.addMethod('PUT', new MockIntegration());
  expect(Object.keys(specOf(api).functions)).toEqual(['Handler']);
});

test('takes the functions that stage variables name into the spec', () => {
  const { api, root } = declare({ deployOptions: { variables: { color: 'Blue' } } });
  newFunction(root, 'Blue');
  newFunction(root, 'Green');
  newFunction(root, 'Red');
  api.addStage('next', { variables: { color: 'Green' } });
  api.root.addMethod(HttpMethod.GET, ProxyFunction.fromFunctionName('${stageVariables.color}'));
  expect(Object.keys(specOf(api).functions)).toEqual(['Blue', 'Green']);
  expect(findingsOf(api)).toEqual([]);
});

test('refuses two functions, keys or plans of one name', () => {
  const { api, fn, root } = declare();
  api.root.addMethod('GET', fn);
  api.root.addMethod('PUT', newFunction(root, 'Second', { entry: 'a.ts', functionName: 'Handler' }));
  api.addApiKey('One', { apiKeyName: 'key' });
  api.addApiKey('Two', { apiKeyName: 'key' });
  api.addUsagePlan('PlanOne', { usagePlanName: 'plan', apiStages: [{ stage: api.deploymentStage }] });
  api.addUsagePlan('PlanTwo', { usagePlanName: 'plan', apiStages: [{ stage: api.deploymentStage }] });
  expect(findingsOf(api)).toEqual(['DUPLICATE_NAME Second', 'DUPLICATE_NAME Pets/Two', 'DUPLICATE_NAME Pets/PlanTwo']);
});

test('reports limits of resources, stages and stage variables with construct paths', () => {
  const { api, fn } = declare({ quotas: { resources: 3, stages: 1 } });
  for (const part of ['a', 'b', 'c']) api.root.addResource(part).addMethod('GET', fn);
  const stage = api.addStage('second');
  for (let count = 0; count <= 100; count++) stage.addVariable(`v${count}`, 'x');
  expect(findingsOf(api)).toEqual(['TOO_MANY_RESOURCES Pets', 'TOO_MANY_STAGES Pets', 'TOO_MANY_STAGE_VARIABLES Pets/DeploymentStage.second']);
});
