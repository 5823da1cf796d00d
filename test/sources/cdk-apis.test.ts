import {
  App, Aws, CfnParameter, Duration, Fn, Stack, aws_cognito as cognito, aws_dynamodb as dynamodb, aws_lambda as lambda, aws_s3 as s3,
  aws_sns as sns, aws_sqs as sqs, aws_ssm as ssm,
} from 'aws-cdk-lib';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Api, ProxyFunction } from '../../lib/aws';
import { addCdkApis, openSource, tokenValuesOf } from '../../lib/sources';
import { readAssembly } from '../../lib/runtime';
import { synthgate } from '../support/command-line';
import { newDirectory } from '../support/temporary-directory';

const HANDLER = 'exports.handler = async () => ({ statusCode: 200, body: JSON.stringify({ ...process.env, PATH: undefined }) });';
let cloudAssembly: string;

beforeAll(() => {
  const code = newDirectory();
  writeFileSync(path.join(code, 'index.js'), HANDLER);
  const app = new App({ outdir: path.join(newDirectory(), 'cdk.out'), analyticsReporting: false });
  const data = new Stack(app, 'Data');
  const partitionKey = { name: 'id', type: dynamodb.AttributeType.STRING };
  const named = new dynamodb.Table(data, 'Named', { partitionKey, tableName: 'pets' });
  const stack = new Stack(app, 'Shop');
  const size = new CfnParameter(stack, 'Size', { default: 'small' });
  const open = new CfnParameter(stack, 'Open');
  const bucket = new s3.Bucket(stack, 'Bucket', { bucketName: `shop-${Aws.ACCOUNT_ID}-${Aws.REGION}` });
  const topic = new sns.Topic(stack, 'Topic', { topicName: 'orders' });
  const queue = new sqs.Queue(stack, 'Queue', { queueName: 'jobs', visibilityTimeout: Duration.seconds(30) });
  const nameless = new dynamodb.Table(stack, 'Nameless', { partitionKey });
  const helper = new lambda.Function(stack, 'Named', {
    functionName: 'helper', runtime: lambda.Runtime.NODEJS_22_X, handler: 'index.handler', code: lambda.Code.fromInline(HANDLER),
  });
  const secondFunction = new ProxyFunction(stack, 'Other', { code, handler: 'index.handler' });
  const api = new Api(stack, 'Api');
  const fn = new ProxyFunction(stack, 'Fn', {
    code, handler: 'index.handler',
    environment: {
      TABLE: named.tableName, TABLE_ARN: named.tableArn, BUCKET: bucket.bucketName, TOPIC: topic.topicArn,
      QUEUE: queue.queueUrl, QUEUE_NAME: queue.queueName,
      SIZE: size.valueAsString, OWN_PARAMETER: new ssm.StringParameter(stack, 'Text', { parameterName: '/shop/text', stringValue: 'hello' }).stringValue,
      HELPER: helper.functionName, OTHER: secondFunction.functionName, API: api.restApiId, ZONE: Fn.select(0, Fn.getAzs()),
      NAMELESS: nameless.tableName, OPEN: open.valueAsString, STREAM: Fn.getAtt('Nameless', 'StreamArn').toString(),
      NAMELESS_ARN: nameless.tableArn, ROOT: api.restApiRootResourceId, POOL: new cognito.UserPool(stack, 'Pool').userPoolId,
    },
  });
  api.root.addMethod('GET', fn);
  api.root.addResource('other').addMethod('GET', secondFunction);
  cloudAssembly = app.synth().directory;
});

test.each([
  ['an HTTP API', (stack: Stack) => { new HttpApi(stack, 'Http'); }, ['Api', 'Http']],
  ['the URL of a function', (_stack: Stack, fn: lambda.Function) => { fn.addFunctionUrl({ authType: lambda.FunctionUrlAuthType.NONE }); }, ['Api', 'FnFunctionUrl']],
  ['nothing', () => undefined, ['Api']],
])('%s beside an API of synthgate is read from its template', async (_name, declare, names) => {
  const app = new App({ outdir: path.join(newDirectory(), 'cdk.out'), analyticsReporting: false });
  const stack = new Stack(app, 'Shop');
  const fn = new lambda.Function(stack, 'Fn', { runtime: lambda.Runtime.NODEJS_22_X, handler: 'index.handler', code: lambda.Code.fromInline(HANDLER) });
  const code = newDirectory();
  writeFileSync(path.join(code, 'index.js'), HANDLER);
  new Api(stack, 'Api').root.addMethod('GET', new ProxyFunction(stack, 'Own', { code, handler: 'index.handler' }));
  declare(stack, fn);
  const { assembly } = await openSource(app.synth().directory, { environment: {} });
  expect(readAssembly(assembly).map(({ name }) => name.replace(/[0-9A-F]{8}$/, ''))).toEqual(names);
});

/** The variables of the function as it sees them: with tokens replaced by what the templates say. */
function variables(values: Readonly<Record<string, string>>): Record<string, string> {
  const { environment = {} } = readAssembly(cloudAssembly)[0]?.spec.functions['Shop-Fn'] ?? {};
  return Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, text.replace(/\$\{token:([^}]+)\}/g, (whole, token: string) => values[token] ?? whole)]));
}

test('tokens have the values that the templates say, in the region and account that are given, or local names', async () => {
  const { values, local } = await tokenValuesOf({ cloudAssembly, region: 'eu-west-1', account: '210987654321', parameters: {} });
  const { API, ROOT, ...others } = variables(values);
  expect(ROOT).toBe(readAssembly(cloudAssembly)[0]?.spec.resources['/']?.id);
  expect(API).toBe(readAssembly(cloudAssembly)[0]?.spec.api.id);
  expect(others).toEqual({
    TABLE: 'pets', TABLE_ARN: 'arn:aws:dynamodb:eu-west-1:210987654321:table/pets', BUCKET: 'shop-210987654321-eu-west-1',
    TOPIC: 'arn:aws:sns:eu-west-1:210987654321:orders', QUEUE: 'https://sqs.eu-west-1.amazonaws.com/210987654321/jobs', QUEUE_NAME: 'jobs',
    SIZE: 'small', OWN_PARAMETER: 'hello', HELPER: 'helper', OTHER: 'Shop-Other', ZONE: 'eu-west-1a',
    NAMELESS: expect.stringMatching(/^Nameless[0-9A-F]{8}$/) as string, OPEN: '${token:Shop/Open.Ref}',
    NAMELESS_ARN: expect.stringMatching(/^arn:aws:dynamodb:eu-west-1:210987654321:table\/Nameless[0-9A-F]{8}$/) as string,
    POOL: expect.stringMatching(/^eu-west-1_Pool[0-9A-F]{8}-local$/) as string,
    STREAM: expect.stringMatching(/^\$\{token:/) as string,
  });
  expect(local).toEqual(['Shop/Nameless.Arn', 'Shop/Nameless.Ref', 'Shop/Pool.Ref']);
  expect(variables((await tokenValuesOf({ cloudAssembly, parameters: { Open: 'given', Size: 'large' } })).values)).toMatchObject({ OPEN: 'given', SIZE: 'large' });
});

test('the ARN of a resource is made from the name that is given for it', async () => {
  const { values, local } = await tokenValuesOf({ cloudAssembly, tokenValues: { 'Shop/Nameless.Ref': 'here' } });
  expect(values['Shop/Nameless.Arn']).toBe('arn:aws:dynamodb:us-east-1:123456789012:table/here');
  expect(local).toEqual(['Shop/Pool.Ref']);
});

test('what is deployed has its values there, by stack, and the APIs and functions keep those that they have here', async () => {
  const logicalId = (await tokenValuesOf({ cloudAssembly })).values['Shop/Nameless.Ref'] ?? '';
  const pool = (await tokenValuesOf({ cloudAssembly })).values['Shop/Pool.Ref']?.replace(/^us-east-1_(.*)-local$/, '$1') ?? '';
  const rendered = JSON.parse(readFileSync(path.join(cloudAssembly, 'gateway.out/rendered.json'), 'utf8')) as { functions: Record<string, string> };
  const [key = ''] = Object.entries(rendered.functions).find(([, name]) => name === 'Shop-Fn') ?? [];
  const fn = key.split('/')[1] ?? '';
  const resources = {
    [logicalId]: { type: 'AWS::DynamoDB::Table', physicalId: 'Shop-Nameless-1A' }, [pool]: { type: 'AWS::Cognito::UserPool', physicalId: 'eu-west-1_Real' },
    [fn]: { type: 'AWS::Lambda::Function', physicalId: 'Shop-Fn-2B' },
  };
  const stack = { account: '210987654321', region: 'eu-west-1', outputs: {}, parameters: { Open: 'deployed' }, nested: {}, resources };
  const options = { cloudAssembly, account: '210987654321', region: 'eu-west-1' };
  const { values, local, deployedFunctions } = await tokenValuesOf({ ...options, deployed: [{ ...stack, name: 'Shop' }] });
  expect(variables(values)).toMatchObject({
    NAMELESS: 'Shop-Nameless-1A', NAMELESS_ARN: 'arn:aws:dynamodb:eu-west-1:210987654321:table/Shop-Nameless-1A', POOL: 'eu-west-1_Real', OPEN: 'deployed',
    OTHER: 'Shop-Other', API: readAssembly(cloudAssembly)[0]?.spec.api.id,
  });
  expect([local, deployedFunctions?.['Shop-Fn']]).toEqual([[], { stack: 'Shop', account: '210987654321', region: 'eu-west-1', logicalId: fn }]);
  const ofAnother = await tokenValuesOf({ ...options, deployed: [{ ...stack, name: 'Data' }] });
  expect([variables(ofAnother.values).NAMELESS, ofAnother.deployedFunctions]).toEqual([logicalId, {}]);
  const tokens = await tokenValuesOf({ ...options, deployed: [{ ...stack, name: 'Shop' }], tokenValues: { 'Shop/Nameless.Ref': 'here' } });
  expect(tokens.values['Shop/Nameless.Arn']).toBe('arn:aws:dynamodb:eu-west-1:210987654321:table/here');
});

test('an assembly that the command line writes has them inside, and the gateway reads them', async () => {
  const assembly = path.join(cloudAssembly, 'gateway.out');
  await addCdkApis({ cloudAssembly, assembly, output: assembly, region: 'eu-west-1' });
  const [api] = readAssembly(assembly);
  expect(api?.tokenValues).toMatchObject({ 'Data/Named.Ref': 'pets', 'Data/Named.Arn': 'arn:aws:dynamodb:eu-west-1:123456789012:table/pets' });
});

test('invoke gives a function what the templates of a cloud assembly say, unless a value is given', async () => {
  const [, stream] = /^\$\{token:(.*)\}$/.exec(variables({}).STREAM ?? '') ?? [];
  const flags = ['--token-value', 'Shop/Nameless.Ref=here', '--token-value', 'Shop/Open.Ref=o', '--token-value', `${stream}=s`, '--token-value', 'Data/Named.Ref=local'];
  const { out } = await synthgate(cloudAssembly, ['invoke', 'GET /', '--assembly', cloudAssembly, '--json', '--region', 'eu-west-1', ...flags]);
  const body = JSON.parse((JSON.parse(out) as { body: string }).body) as Record<string, string>;
  expect(body).toMatchObject({ TABLE: 'local', SIZE: 'small', TOPIC: 'arn:aws:sns:eu-west-1:123456789012:orders', AWS_REGION: 'eu-west-1' });
});
