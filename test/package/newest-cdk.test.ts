import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { esbuildPackages, install, pack, type Consumer } from '../support/package/consumer';

/** The newest on 2026-11-24; `NEWEST_CDK=latest` asks the registry. */
const { NEWEST_CDK: VERSION = '2.276.0' } = process.env;
const CONSTRUCTS = '10.5.1';

/** Each prints the template of its stack, or why there is none. */
const HEAD = `
  const { App, Duration, Stack } = require('aws-cdk-lib');
  const lambda = require('aws-cdk-lib/aws-lambda');
  const { LogGroup } = require('aws-cdk-lib/aws-logs');
  const stack = new Stack(new App(), 'Shop');
  const handler = new lambda.Function(stack, 'Fn', { runtime: lambda.Runtime.NODEJS_22_X, handler: 'index.handler', code: lambda.Code.fromInline('0') });
  const defaultCorsPreflightOptions = { allowOrigins: ['*'] };
  const log = new LogGroup(stack, 'Log');
  const print = () => console.log(JSON.stringify(stack.node.root.synth().getStackByName('Shop').template));
`;
const CLASSES_OF_CDK = (module: string): string => `${HEAD}
  const { LambdaIntegration, LogGroupLogDestination, RestApi, TokenAuthorizer } = require('${module}');
  const api = new RestApi(stack, 'Pets', {
    defaultMethodOptions: { authorizer: new TokenAuthorizer(stack, 'Auth', { handler }) }, defaultCorsPreflightOptions,
    deployOptions: { accessLogDestination: new LogGroupLogDestination(log) },
  });
  api.root.addMethod('GET', new LambdaIntegration(handler));
  print();
`;
const OWN = `${HEAD}
  const { AccessLogDestination, ProxyIntegration, TokenAuthorizer } = require('synthgate');
  const { Api } = require('synthgate/aws');
  const api = new Api(stack, 'Pets', {
    defaultMethodOptions: { authorizer: new TokenAuthorizer(stack, 'Auth', { handler }) }, defaultCorsPreflightOptions,
    deployOptions: { accessLogDestination: AccessLogDestination.logGroup(log), tracingEnabled: true },
  });
  api.root.addMethod('GET', new ProxyIntegration(handler, { timeout: Duration.seconds(5) }));
  print();
`;
const MIXED = (props: string): string => `${HEAD}
  const { Api, LogGroupLogDestination, TokenAuthorizer } = require('synthgate/aws');
  try {
    new Api(stack, 'Pets', ${props});
    print();
  } catch (error) {
    console.log(error.message);
  }
`;

let temporary: string;
let consumer: Consumer;
beforeAll(() => {
  temporary = mkdtempSync(path.join(tmpdir(), 'synthgate-newest-cdk-'));
  consumer = install(pack(temporary), { copied: esbuildPackages(), fromRegistry: [`aws-cdk-lib@${VERSION}`, `constructs@${CONSTRUCTS}`] });
});
afterAll(() => {
  consumer.remove();
  rmSync(temporary, { recursive: true });
});

test('the version is the one that is meant', () => {
  const installed = consumer.run(process.execPath, '-p', "require('aws-cdk-lib/package.json').version").trim();
  expect(installed).toBe(VERSION === 'latest' ? execFileSync('npm', ['view', 'aws-cdk-lib', 'version'], { encoding: 'utf8' }).trim() : VERSION);
});

test('the CDK\'s classes, from synthgate/aws, with access logs and a default authorizer beside CORS: the template is the CDK\'s', () => {
  const [before, after] = ['aws-cdk-lib/aws-apigateway', 'synthgate/aws'].map((module) => templateOf(CLASSES_OF_CDK(module)));
  expect(typesIn(after)).toEqual(expect.arrayContaining(['AWS::ApiGateway::Authorizer', 'AWS::ApiGateway::Stage']));
  expect(after).toEqual(before);
});

test('an Api with access logs and a default authorizer beside CORS is synthesized: its preflights ask for no authorization', () => {
  const template = templateOf(OWN);
  const properties = Object.values(template.Resources).map(({ Type, Properties = {} }) => ({ Type, ...Properties }));
  expect(properties.filter(({ Type }) => Type === 'AWS::ApiGateway::Method')).toEqual(expect.arrayContaining([
    expect.objectContaining({ HttpMethod: 'OPTIONS', AuthorizationType: 'NONE' }),
    expect.objectContaining({ HttpMethod: 'GET', AuthorizationType: 'CUSTOM' }),
  ]));
  expect(properties).toContainEqual(expect.objectContaining({
    Type: 'AWS::ApiGateway::Stage', TracingEnabled: true,
    AccessLogSetting: expect.objectContaining({ DestinationArn: { 'Fn::GetAtt': [expect.stringMatching(/^Log/), 'Arn'] } }) as object,
  }));
});

test.each([
  ['log destination', '{ deployOptions: { accessLogDestination: new LogGroupLogDestination(log) } }', /use AccessLogDestination\.logGroup\(\) of synthgate \[PROPERTY_TYPE_INVALID\]/],
  ['default authorizer', "{ defaultMethodOptions: { authorizer: new TokenAuthorizer(stack, 'Auth', { handler }) }, defaultCorsPreflightOptions }", /use TokenAuthorizer of synthgate \[PROPERTY_TYPE_INVALID\]/],
])('an Api with a %s of the CDK says what to use instead', (_, props, expected) => {
  expect(consumer.run(process.execPath, '-e', MIXED(props))).toMatch(expected);
});

interface Template {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: object }>>;
}

function templateOf(program: string): Template {
  return JSON.parse(consumer.run(process.execPath, '-e', program)) as Template;
}

function typesIn({ Resources }: Template): string[] {
  return Object.values(Resources).map(({ Type }) => Type);
}
