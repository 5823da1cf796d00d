import { App, Stack, Stage, aws_dynamodb as dynamodb } from 'aws-cdk-lib';
import { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Api, App as GatewayApp } from '../../../lib';
import { Api as AwsApi } from '../../../lib/aws';
import { readAssembly, serve, type LogEntry } from '../../../lib/runtime';
import { codeOfError } from '../../support/assembly';
import { newFunction } from '../../support/aws-stack';
import { sendRequest } from '../../support/http-client';
import { newDirectory } from '../../support/temporary-directory';

/** A function that answers with the name of its table. */
const code = newDirectory();
writeFileSync(path.join(code, 'index.js'), 'exports.handler = async () => ({ statusCode: 200, body: process.env.TABLE });');

function declarePets(scope: Construct) {
  const table = new dynamodb.Table(scope, 'Table', { partitionKey: { name: 'id', type: dynamodb.AttributeType.STRING } });
  const api = new AwsApi(scope, 'Pets', { deployOptions: { variables: { table: table.tableName } } });
  api.root.addMethod('GET', newFunction(scope, 'Fn', { code, environment: { TABLE: table.tableName } }));
  return api;
}

function synthesized(): string {
  const app = new App({ outdir: path.join(newDirectory(), 'cdk.out') });
  declarePets(new Stack(app, 'Shop'));
  return app.synth().directory;
}

test('a plain synthesis by CDK writes the spec and the code beside the template', () => {
  const directory = synthesized();
  expect(existsSync(path.join(directory, 'Shop.template.json'))).toBe(true);
  const [api] = readAssembly(directory);
  expect(api.spec.stages.prod.variables).toEqual({ table: '${token:Shop/Table.Ref}' });
  expect(existsSync(api.code['Shop-Fn'].directory)).toBe(true);
});

test('the assembly names the APIs of the templates that it has, so that others beside them are known', () => {
  const app = new App({ outdir: path.join(newDirectory(), 'cdk.out') });
  const stack = new Stack(app, 'Shop');
  declarePets(stack);
  new RestApi(stack, 'Other').root.addMethod('GET');
  const { directory } = app.synth();
  const { resources } = JSON.parse(readFileSync(path.join(directory, 'gateway.out', 'rendered.json'), 'utf8')) as { resources: string[] };
  expect(resources).toEqual([expect.stringMatching(/^Shop\.template\.json\/Pets[0-9A-F]{8}$/)]);
});

test('what CDK synthesized is served, with values for what only a deployment knows', async () => {
  const source = synthesized();
  const stateDirectory = newDirectory();
  const logs: LogEntry[] = [];
  const without = await serve({ source, stateDirectory, port: 0, watch: false, log: (entry) => logs.push(entry) });
  expect((await sendRequest(`${without.apis[0].url}/prod/`)).status).toBe(503);
  expect(logs[0]).toMatchObject({ code: 'TOKEN_VALUE_MISSING', fields: { missing: [{ token: 'Shop/Table.Ref' }] } });
  await without.close();
  const serving = await serve({ source, stateDirectory, port: 0, watch: false, tokenValues: { 'Shop/Table.Ref': 'pets-here' } });
  try {
    expect(await sendRequest(`${serving.apis[0].url}/prod/`)).toMatchObject({ status: 200, text: 'pets-here' });
  } finally {
    await serving.close();
  }
});

test('each CDK stage has its own, and that of the app says where they are (CLOUD_ASSEMBLY_WITHOUT_API)', () => {
  const app = new App({ outdir: path.join(newDirectory(), 'cdk.out') });
  for (const id of ['Beta', 'Live']) declarePets(new Stack(new Stage(app, id), 'Shop'));
  const { directory } = app.synth();
  expect(readAssembly(path.join(directory, 'assembly-Beta')).map(({ name }) => name)).toEqual(['Pets']);
  expect(codeOfError(() => readAssembly(directory))).toBe('CLOUD_ASSEMBLY_WITHOUT_API');
  expect(() => readAssembly(directory)).toThrow(/assembly-Beta, .*assembly-Live/);
});

test('the spec is the one that the library\'s own app writes', () => {
  const directory = synthesized();
  const stack = new Stack(new App(), 'Shop');
  declarePets(stack);
  const own = GatewayApp.synthesize(stack, { outdir: path.join(newDirectory(), 'gateway.out') });
  expect(readFileSync(path.join(directory, 'gateway.out', 'Pets.gateway.json'), 'utf8')).toBe(own.specText('Pets'));
});

test('where the command line runs the app, the assembly goes where it wants it as well', () => {
  const wanted = path.join(newDirectory(), 'wanted.out');
  process.env.SYNTHGATE_OUTDIR = wanted;
  try {
    synthesized();
  } finally {
    delete process.env.SYNTHGATE_OUTDIR;
  }
  expect(readAssembly(wanted).map(({ name }) => name)).toEqual(['Pets']);
});

test('an API outside of a stack of CDK has nothing of this', () => {
  expect(new Api(new GatewayApp(), 'Pets').toJson()).toContain('"Pets"');
});
