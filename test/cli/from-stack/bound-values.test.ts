import { readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { petsSpec, writeAssembly } from '../../support/assembly';
import { startDeployedStacks, type RunningStandIn, type StandIn } from '../../support/aws/deployed-stacks';
import { newSdkProject } from '../../support/aws/sdk-project';
import { newProject, type Project } from '../../support/project';
import { startCommand, type RunningCommand } from '../../support/served-command';

const ROOT = path.resolve(__dirname, '../../..');
const SECRET = 'a-secret-of-the-deployed-function';
const KEY = 'the-value-of-the-deployed-key-0123456789';
const HANDLER = 'exports.handler = async () => ({ statusCode: 200, body: JSON.stringify(process.env) });';

const VARIABLES = {
  TABLE: { Ref: 'Table' }, HOST: { 'Fn::GetAtt': ['Db', 'Endpoint.Address'] }, PASSWORD: '{{resolve:secretsmanager:shop/db:SecretString:password}}',
  MODE: 'here', IMPORTED: { 'Fn::ImportValue': 'shop-host' }, OWN: '{{resolve:ssm:/shop/own}}',
};
const method = (resource: object, more: object): object => ({
  Type: 'AWS::ApiGateway::Method',
  Properties: {
    RestApiId: { Ref: 'Api' }, ResourceId: resource, HttpMethod: 'GET', AuthorizationType: 'NONE', ...more,
    Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: { 'Fn::Sub': 'arn:aws:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions/${Function.Arn}/invocations' } },
  },
});
const TEMPLATE = {
  Resources: {
    Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets' } },
    Get: method({ 'Fn::GetAtt': ['Api', 'RootResourceId'] }, { ApiKeyRequired: true }),
    Function: { Type: 'AWS::Lambda::Function', Properties: { Runtime: 'nodejs22.x', Handler: 'index.handler', Code: { ZipFile: HANDLER }, Environment: { Variables: VARIABLES } } },
    Table: { Type: 'AWS::DynamoDB::Table' }, Db: { Type: 'AWS::RDS::DBInstance' },
    Key: { Type: 'AWS::ApiGateway::ApiKey', Properties: { Enabled: true } },
    Plan: { Type: 'AWS::ApiGateway::UsagePlan', Properties: { ApiStages: [{ ApiId: { Ref: 'Api' }, Stage: 'prod' }] } },
    PlanKey: { Type: 'AWS::ApiGateway::UsagePlanKey', Properties: { KeyId: { Ref: 'Key' }, KeyType: 'API_KEY', UsagePlanId: { Ref: 'Plan' } } },
    Deployment: { Type: 'AWS::ApiGateway::Deployment', Properties: { RestApiId: { Ref: 'Api' } } },
    Stage: { Type: 'AWS::ApiGateway::Stage', Properties: { RestApiId: { Ref: 'Api' }, StageName: 'prod', DeploymentId: { Ref: 'Deployment' } } },
  },
};

const STAND_IN: Partial<StandIn> = {
  stacks: {
    Shop: {
      resources: {
        Table: ['AWS::DynamoDB::Table', 'Shop-Table-1A'], Function: ['AWS::Lambda::Function', 'Shop-Function-2B'], Key: ['AWS::ApiGateway::ApiKey', 'key1'],
        Api: ['AWS::ApiGateway::RestApi', 'abc123'],
      },
    },
    Data: { resources: {}, outputs: [{ key: 'Host', value: 'imported.example.test', exportName: 'shop-host' }] },
  },
  variables: { 'Shop-Function-2B': { TABLE: 'Shop-Table-1A', HOST: 'db.example.test', PASSWORD: SECRET, MODE: 'there', IMPORTED: 'stale', OWN: 'of AWS', UNDECLARED: 'x' } },
  keys: { key1: ['Shop-Key-4D', KEY] },
};

let aws: RunningStandIn;
const running: RunningCommand[] = [];

beforeEach(async () => { aws = await startDeployedStacks(structuredClone(STAND_IN)); });

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
  await aws.close();
});

function start(project: Project, ...parameters: string[]): RunningCommand {
  const command = startCommand(project.directory, [...parameters, '--port', '0'], aws.environment);
  running.push(command);
  return command;
}

async function environmentAt(command: RunningCommand, at: string, headers: Record<string, string> = {}): Promise<Record<string, string>> {
  const [, url = ''] = await command.sees(/(http:\/\/127\.0\.0\.1:\d+)\/prod/);
  const response = await fetch(`${url}/prod${at}`, { headers });
  expect([response.status, command.printed()]).toEqual([200, expect.any(String)]);
  return await response.json() as Record<string, string>;
}

test('serve: functions of a template have the deployed values, callers the deployed API key, and no value is printed', async () => {
  const project = newSdkProject({ 'template.json': JSON.stringify(TEMPLATE) });
  const command = start(project, 'serve', 'template.json', '--from-stack', 'Shop', '--from-stack', 'Data', '--env', 'OWN=mine');
  expect(await environmentAt(command, '/', { 'x-api-key': KEY })).toMatchObject({
    TABLE: 'Shop-Table-1A', HOST: 'db.example.test', PASSWORD: SECRET, IMPORTED: 'imported.example.test', AWS_REGION: 'eu-west-1',
    // the definition and the user have the last word
    MODE: 'here', OWN: 'mine',
  });
  const text = command.printed();
  expect(text.match(/read-only calls: cloudformation:DescribeStacks/g)).toHaveLength(1); // for all stacks
  expect(text).toContain('values of the deployed stack (--from-stack):\n  function Function, environment HOST\n  function Function, environment PASSWORD\n  API key Key\n');
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain(KEY);
  expect(text).not.toContain('TOKEN_VALUE_MISSING');
});

test('serve: what the function of AWS has beyond the definition is not passed on', async () => {
  const command = start(newSdkProject({ 'template.json': JSON.stringify(TEMPLATE) }), 'serve', 'template.json', '--from-stack=Shop', '--token-value', 'import:shop-host=mine', '--token-value', 'Table=own-table');
  const environment = await environmentAt(command, '/', { 'x-api-key': KEY });
  expect(environment).not.toHaveProperty('UNDECLARED');
  expect(environment).toMatchObject({ IMPORTED: 'mine', TABLE: 'own-table' });
});

const APP = `import { App, Stack, aws_dynamodb as dynamodb, aws_lambda as lambda, CfnResource, Fn } from 'aws-cdk-lib';
import { Api, LambdaIntegration, ProxyFunction, RestApi } from 'synthgate/aws';
const app = new App();
const stack = new Stack(app, 'Shop');
const table = new dynamodb.CfnTable(stack, 'Table', { keySchema: [], attributeDefinitions: [] });
const database = new CfnResource(stack, 'Db', { type: 'AWS::RDS::DBInstance' });
const environment = { TABLE: table.ref, HOST: database.getAtt('Endpoint.Address').toString(), MODE: 'here', PASSWORD: Fn.join('', ['{{resolve:secretsmanager:shop/db', ':SecretString:password}}']) };
const own = new ProxyFunction(stack, 'Own', { entry: 'src/own.ts', environment });
new Api(stack, 'OwnApi', { deployOptions: { stageName: 'prod' } }).root.addMethod('GET', own);
const code = lambda.Code.fromInline(${JSON.stringify(HANDLER)});
const theirs = new lambda.Function(stack, 'Theirs', { runtime: lambda.Runtime.NODEJS_22_X, handler: 'index.handler', code, environment });
(theirs.node.defaultChild as lambda.CfnFunction).overrideLogicalId('Theirs');
new RestApi(stack, 'TheirApi').root.addMethod('GET', new LambdaIntegration(theirs));
`;

function cdkProject(): Project {
  const project = newSdkProject({ 'app.ts': APP, 'src/own.ts': 'export const handler = async () => ({ statusCode: 200, body: JSON.stringify(process.env) });' });
  for (const name of ['aws-cdk-lib', 'constructs', 'esbuild']) symlinkSync(path.join(ROOT, 'node_modules', name), project.file(`node_modules/${name}`));
  symlinkSync(ROOT, project.file('node_modules/synthgate'));
  return project;
}

/** The stack of the app as if it were deployed. */
async function deploy(project: Project): Promise<void> {
  expect(await startCommand(project.directory, ['synth']).ended).toBe(0);
  const { functions } = JSON.parse(readFileSync(project.file('gateway.out/rendered.json'), 'utf8')) as { functions: object };
  const [own = ''] = Object.keys(functions).map((key) => key.split('/')[1]);
  Object.assign(aws.stacks, {
    Shop: { resources: { Table: ['AWS::DynamoDB::Table', 'Shop-Table-9Z'], [own]: ['AWS::Lambda::Function', 'own'], Theirs: ['AWS::Lambda::Function', 'theirs'] } },
  });
  const deployed = { USER_NAME: 'admin', TABLE: 'Shop-Table-9Z', HOST: 'db.example.test', MODE: 'there', PASSWORD: SECRET };
  Object.assign(aws.variables, { own: deployed, theirs: { ...deployed, HOST: 'their-db.example.test' } });
}

test('dev: functions of a CDK app, of both kinds of API, have the deployed values', async () => {
  const project = cdkProject();
  await deploy(project);
  const command = start(project, 'dev', '--no-typecheck', '--from-stack', 'Shop');
  await command.sees(/values of the deployed stack/);
  const urls = [...new Set(command.printed().match(/http:\/\/127\.0\.0\.1:\d+\/prod/g))];
  const environments = await Promise.all(urls.map(async (url) => await (await fetch(`${url}/`)).json() as Record<string, string>));
  const expected = { TABLE: 'Shop-Table-9Z', MODE: 'here', PASSWORD: SECRET, AWS_REGION: 'eu-west-1' };
  expect(environments.sort((left, right) => ((left.HOST ?? '') < (right.HOST ?? '') ? -1 : 1))).toEqual([
    expect.objectContaining({ ...expected, HOST: 'db.example.test' }), expect.objectContaining({ ...expected, HOST: 'their-db.example.test' }),
  ]);
  expect(command.printed()).not.toContain(SECRET);
  // a variable that is added while the gateway runs has its deployed value, too
  project.write('app.ts', APP.replace("MODE: 'here'", "MODE: 'here', USER_NAME: database.getAtt('MasterUsername').toString()"));
  await command.sees(/environment USER_NAME/);
  const again = await Promise.all(urls.map(async (url) => (await (await fetch(`${url}/`)).json() as Record<string, string>).USER_NAME));
  expect(again).toEqual(['admin', 'admin']);
});

test('serve: what it writes of a CDK app has the names of the stack, and no secret', async () => {
  const project = cdkProject();
  await deploy(project);
  const command = start(project, 'serve', '--from-stack', 'Shop');
  await command.sees(/values of the deployed stack/);
  const written = JSON.stringify(project.read('gateway.out'));
  expect(written).toContain('Shop-Table-9Z');
  expect(written).not.toContain(SECRET);
});

test('dev: a variable that is added to a template while it is served has its deployed value', async () => {
  const { HOST, ...others } = VARIABLES;
  const withVariables = (variables: object): string => {
    const { Function: fn, ...resources } = TEMPLATE.Resources;
    const Properties = { ...fn.Properties, Environment: { Variables: variables } };
    return JSON.stringify({ Resources: { ...resources, Function: { ...fn, Properties } } });
  };
  const project = newSdkProject({ 'template.json': withVariables(others) });
  const command = start(project, 'dev', 'template.json', '--from-stack', 'Shop', '--env', 'OWN=mine', '--token-value', 'import:shop-host=mine');
  expect(await environmentAt(command, '/', { 'x-api-key': KEY })).not.toHaveProperty('HOST');
  project.write('template.json', withVariables({ ...others, HOST }));
  await command.sees(/reloaded/);
  expect(await environmentAt(command, '/', { 'x-api-key': KEY })).toMatchObject({ HOST: 'db.example.test', OWN: 'mine' });
});

test('serve: a definition without functions of the stack is told that it takes nothing', async () => {
  const project = newSdkProject();
  writeAssembly(project.file('gateway.out'), [petsSpec()], HANDLER);
  const command = start(project, 'serve', 'gateway.out', '--from-stack', 'Data');
  await command.sees(/values of the deployed stack \(--from-stack\):\n {2}none: no variable or API key lacks a value, or the stack does not have its function\n/);
});

test('a project without the AWS SDK is told what to install', async () => {
  const command = start(newProject({ 'template.json': JSON.stringify(TEMPLATE) }), 'serve', 'template.json', '--from-stack', 'Shop');
  expect(await command.ended).toBe(1);
  expect(command.printed()).toContain('[STACK_SDK_MISSING]');
  expect(command.printed()).toContain('npm install --save-dev @aws-sdk/client-cloudformation @aws-sdk/client-lambda @aws-sdk/client-api-gateway');
});
