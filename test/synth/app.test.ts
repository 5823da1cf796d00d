import * as cdk from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Api, ProxyFunction } from '../../lib/constructs';
import { App } from '../../lib/synth';
import { thrownBy } from '../support/declaration';
import { newProject } from '../support/project';

const hello = (scope: Construct, entry: string) => {
  const api = new Api(scope, 'Hello');
  api.root.addMethod('GET', new ProxyFunction(scope, 'Handler', { entry }));
  return api;
};
const newHelloProject = () => newProject({ 'hello.ts': 'export const handler = async () => ({ statusCode: 200, body: "hello" });' });

test('synthesizes into its output directory, and says what it wrote', () => {
  const project = newHelloProject();
  const app = new App({ outdir: project.file('out') });
  const api = hello(app, project.file('hello.ts'));
  const assembly = app.synth();
  expect(assembly.directory).toBe(project.file('out'));
  expect(assembly.apiNames).toEqual(['Hello']);
  expect(assembly.warnings).toEqual([]);
  expect(assembly.specText('Hello')).toBe(project.read('out')['Hello.gateway.json']);
  expect(assembly.specText('Hello')).toBe(api.toJson());
  expect(thrownBy(() => assembly.specText('Other'))).toMatchObject({ code: 'API_UNKNOWN' });
});

test('shows warnings with place and help', () => {
  const project = newHelloProject();
  const app = new App({ outdir: project.file('out') });
  hello(app, project.file('hello.ts')).root.addCorsPreflight();
  expect(app.synth().warnings).toEqual([expect.stringMatching(/^warning: \S+: Hello\/Default\/GET: CORS adds no headers .*\[CORS_WITHOUT_EFFECT\]\n {4}The gateway answers/)]);
});

test('writes nothing when something is wrong', () => {
  const project = newHelloProject();
  const app = new App({ outdir: project.file('out') });
  hello(app, project.file('hello.ts')).root.addMethod('PUT');
  expect(thrownBy(() => app.synth())).toMatchObject({ code: 'DEFINITION_INVALID' });
  expect(existsSync(project.file('out'))).toBe(false);
});

test('synthesizes again after a change', () => {
  const project = newHelloProject();
  const app = new App({ outdir: project.file('out') });
  const api = hello(app, project.file('hello.ts'));
  const before = app.synth().specText('Hello');
  api.addStage('beta');
  expect(app.synth().specText('Hello')).not.toBe(before);
});

test('gives context to its constructs', () => {
  const app = new App({ context: { color: 'blue' } });
  expect(new Construct(app, 'Any').node.tryGetContext('color')).toBe('blue');
});

test('an assembly can be written for a CDK app or a stack', () => {
  const project = newHelloProject();
  const app = new cdk.App();
  for (const id of ['One', 'Two']) {
    const stack = new cdk.Stack(app, id);
    new Api(stack, `Api${id}`).root.addMethod('GET', new ProxyFunction(stack, 'Fn', { entry: project.file('hello.ts') }));
  }
  expect(App.synthesize(app, { outdir: project.file('both') }).apiNames).toEqual(['ApiOne', 'ApiTwo']);
  expect(Object.keys(JSON.parse(project.read('both')['code.json'] ?? '').functions)).toEqual(['One-Fn', 'Two-Fn']);
  const assembly = App.synthesize(app.node.findChild('One'), { outdir: path.join(project.directory, 'one') });
  expect(assembly.apiNames).toEqual(['ApiOne']);
});
