import { Construct } from 'constructs';
import { Api, ProxyFunction } from '../../lib/constructs';
import { App } from '../../lib/synth';
import { synthesize } from '../../lib/synth/synthesize';
import { thrownBy } from '../support/declaration';
import { newProject } from '../support/project';

const project = newProject({ 'a.ts': 'export const handler = 1;', 'b.ts': 'export const handler = 2;', 'bad.ts': 'import "./missing";' });
const newFunction = (scope: Construct, id: string, entry = 'a.ts') => new ProxyFunction(scope, id, { entry: project.file(entry) });

test('reads every API and bundles every function that one of them uses', () => {
  const app = new App();
  const [shared, own] = [newFunction(app, 'Shared'), newFunction(app, 'Own', 'b.ts')];
  newFunction(app, 'Unused', 'bad.ts');
  new Api(app, 'One').root.addMethod('GET', shared);
  const two = new Api(app, 'Two');
  two.root.addMethod('GET', shared);
  two.root.addMethod('PUT', own);
  const { specs, code, warnings } = synthesize(app);
  expect(specs.map((spec) => spec.api.name)).toEqual(['One', 'Two']);
  expect([...code.keys()]).toEqual(['Shared', 'Own']);
  expect(warnings).toEqual([]);
});

/** The first lines of all errors, with `HERE` for a line of this file. */
function errorsOf(app: App): readonly string[] {
  const lines = String(thrownBy(() => synthesize(app))).match(/error: .*/g) ?? [];
  return lines.map((line) => line.replace(/test\/synth\/synthesize\.test\.ts:\d+:\d+/g, 'HERE'));
}

test('reports what is wrong with all APIs at once, each thing once', () => {
  const app = new App();
  for (const id of ['One', 'Two']) new Api(app, id).root.addMethod('GET');
  const strange = new Construct(app, 'Strange');
  strange.node.addValidation({ validate: () => ['is strange'] });
  const text = String(thrownBy(() => synthesize(app)));
  expect(text).toContain('the app cannot be used: 3 errors');
  expect(text.match(/\[[A-Z_]+\]/g)).toEqual(['[DEFINITION_INVALID]', '[INTEGRATION_MISSING]', '[INTEGRATION_MISSING]', '[CONSTRUCT_INVALID]']);
  expect(text).toMatch(/error: test\/synth\/synthesize\.test\.ts:\d+:\d+: One\/Default\/GET: /);
  expect(text).toMatch(/error: test\/synth\/synthesize\.test\.ts:\d+:\d+: Two\/Default\/GET: /);
  expect(text).toContain('error: Strange: is strange');
});

test('reports mistakes of the definition and of functions together', () => {
  const app = new App();
  const api = new Api(app, 'Api');
  api.root.addMethod('GET', newFunction(app, 'Bad', 'bad.ts'));
  api.root.addMethod('PUT');
  expect(String(thrownBy(() => synthesize(app))).match(/\[[A-Z_]+\]/g)).toEqual(['[DEFINITION_INVALID]', '[INTEGRATION_MISSING]', '[FUNCTION_BUNDLE_FAILED]']);
});

test('reports all functions that cannot be bundled at once', () => {
  const app = new App();
  const api = new Api(app, 'Api');
  api.root.addMethod('GET', newFunction(app, 'Bad', 'bad.ts'));
  api.root.addMethod('PUT', newFunction(app, 'Missing', 'missing.ts'));
  expect(errorsOf(app)).toEqual([
    'error: HERE: Bad: bad.ts:1:8: Could not resolve "./missing" [FUNCTION_BUNDLE_FAILED]',
    `error: HERE: Missing: there is no entry ${project.file('missing.ts')} [FUNCTION_SOURCE_MISSING]`,
  ]);
});

test('refuses two APIs or two functions of one name, whatever their letters', () => {
  const app = new App();
  const [one, two] = [new Construct(app, 'A'), new Construct(app, 'B')];
  new Api(one, 'Pets').root.addMethod('GET', new ProxyFunction(app, 'F', { entry: project.file('a.ts'), functionName: 'handler' }));
  new Api(two, 'pets').root.addMethod('GET', new ProxyFunction(app, 'G', { entry: project.file('a.ts'), functionName: 'Handler' }));
  expect(errorsOf(app)).toEqual([
    'error: HERE (first at HERE): B/pets: there is already a API "pets": A/Pets [DUPLICATE_NAME]',
    'error: HERE (first at HERE): G: there is already a function "Handler": F [DUPLICATE_NAME]',
  ]);
});

test('refuses two usage plans or two keys of one name, since the account counts them together', () => {
  const app = new App();
  const apis = ['One', 'Two'].map((id) => new Api(app, id));
  for (const api of apis) {
    const plan = api.addUsagePlan('Plan', { usagePlanName: 'free', apiStages: [{ stage: api.deploymentStage }] });
    plan.addApiKey(api.addApiKey('Key', { apiKeyName: 'key' }));
  }
  expect(errorsOf(app)).toEqual([
    'error: HERE (first at HERE): Two/Plan: there is already a usage plan "free": One/Plan [DUPLICATE_NAME]',
    'error: HERE (first at HERE): Two/Key: there is already a API key "key": One/Key [DUPLICATE_NAME]',
  ]);
});

test('one usage plan may open stages of two APIs', () => {
  const app = new App();
  const [one, two] = [new Api(app, 'One'), new Api(app, 'Two')];
  const plan = one.addUsagePlan('Plan', { apiStages: [{ stage: one.deploymentStage }, { stage: two.deploymentStage }] });
  plan.addApiKey(one.addApiKey('Key'));
  expect(synthesize(app).specs.map(({ usagePlans, apiKeys }) => [Object.keys(usagePlans), Object.keys(apiKeys)])).toEqual([
    [['One-Plan'], ['One-Key']], [['One-Plan'], ['One-Key']],
  ]);
});

test('keeps what is worth a look', () => {
  const app = new App();
  new Api(app, 'Api').root.addMethod('GET', newFunction(app, 'F'), { cors: {} });
  expect(synthesize(app).warnings.map((one) => [one.code, one.location])).toEqual([['CORS_WITHOUT_EFFECT', 'Api/Default/GET']]);
});
