import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { withStacks, type BindOptions } from '../../../lib/cli/from-stack/bind-stacks';
import { codeOfPromise } from '../../support/error-code';
import { ACCOUNT, stackId, startDeployedStacks, type RunningStandIn, type StandIn } from '../../support/aws/deployed-stacks';
import { newSdkProject } from '../../support/aws/sdk-project';
import { newProject, type Project } from '../../support/project';

const SHOP: StandIn['stacks'] = {
  Shop: {
    resources: {
      Table: ['AWS::DynamoDB::Table', 'Shop-Table-1A'], Pets: ['AWS::Lambda::Function', 'Shop-Pets-2B'], Gone: ['AWS::Lambda::Function', 'Shop-Gone'],
      Key: ['AWS::ApiGateway::ApiKey', 'key1'], Inner: ['AWS::CloudFormation::Stack', stackId('Shop-Inner-3C')],
    },
    outputs: [{ key: 'Host', value: 'db.example.test', exportName: 'shop-host' }],
    parameters: { Size: 'large', Password: '****' },
  },
  'Shop-Inner-3C': { resources: { Bucket: ['AWS::S3::Bucket', 'inner-bucket'] } },
};
const VARIABLES = { 'Shop-Pets-2B': { SECRET: 'a & b < c', TABLE: 'Shop-Table-1A' } };
const KEYS: StandIn['keys'] = { key1: ['Shop-Key-4D', 'the-value-of-the-key-0123456789'] };

const before = { ...process.env };
let aws: RunningStandIn;

beforeEach(async () => {
  aws = await startDeployedStacks({ stacks: { ...SHOP }, variables: { ...VARIABLES }, keys: KEYS });
  Object.assign(process.env, aws.environment);
});

afterEach(async () => {
  await aws.close();
  for (const name of Object.keys(aws.environment)) delete process.env[name];
  Object.assign(process.env, before);
});

function bind(project: Project, options: BindOptions = { fromStack: ['Shop'] }, source?: string): Promise<BindOptions> {
  const terminal = { out: () => undefined, err: () => undefined, directory: project.directory, environment: process.env, hasColor: false };
  return withStacks(options, source, terminal);
}

test('a stack is read by read-only calls, page by page, with those nested in it', async () => {
  aws.pageSize = 2;
  const { bound, account, region } = await bind(newSdkProject());
  const [stack] = bound?.stacks ?? [];
  expect([account, region]).toEqual([ACCOUNT, 'eu-west-1']);
  expect(stack).toMatchObject({
    name: 'Shop', account: ACCOUNT, region: 'eu-west-1',
    resources: { Table: { type: 'AWS::DynamoDB::Table', physicalId: 'Shop-Table-1A' } },
    variables: { Pets: VARIABLES['Shop-Pets-2B'] }, apiKeys: { Key: { name: 'Shop-Key-4D', value: 'the-value-of-the-key-0123456789' } },
    outputs: { Host: 'db.example.test' }, exports: { 'shop-host': 'db.example.test' },
    nested: { Inner: { name: 'Shop-Inner-3C', resources: { Bucket: { physicalId: 'inner-bucket' } } } },
  });
  // CloudFormation hides parameters with NoEcho
  expect(stack?.parameters).toEqual({ Size: 'large' });
  expect(new Set(aws.called)).toEqual(new Set(['cloudformation:DescribeStacks', 'cloudformation:ListStackResources', 'lambda:GetFunctionConfiguration', 'apigateway:GET'].map((action) => `${action} eu-west-1`)));
});

test('the log names the calls and what was read, and no value', async () => {
  const { bound } = await bind(newSdkProject());
  const messages = bound?.notices.map(({ message }) => message) ?? [];
  expect(messages).toEqual([
    'reading deployed stacks by read-only calls: cloudformation:DescribeStacks, cloudformation:ListStackResources, lambda:GetFunctionConfiguration, apigateway:GET',
    'stack Shop: the function Shop-Gone is gone',
    `stack Shop in eu-west-1, account ${ACCOUNT}: resources: 5, outputs: 1, functions with variables: 1, API keys: 1`,
  ]);
});

test('what was read is kept for its owner only, and used with a notice while AWS cannot be reached', async () => {
  const project = newSdkProject();
  await bind(project);
  const [file = ''] = readdirSync(project.file('gateway.state/from-stack'));
  const { mode } = statSync(project.file(`gateway.state/from-stack/${file}`));
  expect([file, (mode & 0o777).toString(8)]).toEqual([expect.stringMatching(/^Shop\.[0-9a-f]{12}\.json$/), '600']);
  await aws.close();
  const { bound } = await bind(project);
  expect(bound?.stacks[0]?.variables).toEqual({ Pets: VARIABLES['Shop-Pets-2B'] });
  expect(bound?.notices.slice(1)).toEqual([{
    level: 'warn', code: 'STACK_NOT_REACHABLE',
    message: expect.stringMatching(/^AWS cannot be reached for cloudformation:DescribeStacks: .*; using what was read 0 min ago: stack Shop in eu-west-1/) as string,
  }]);
  // another region and another profile are other stacks
  expect(await codeOfPromise(bind(project, { fromStack: ['Shop'], region: 'us-east-1' }))).toBe('STACK_NOT_REACHABLE');
  expect(readFileSync(project.file(`gateway.state/from-stack/${file}`), 'utf8')).toContain('"readAt"');
  // another user may have read it, or written
  chmodSync(project.file(`gateway.state/from-stack/${file}`), 0o644);
  expect(await codeOfPromise(bind(project))).toBe('STACK_NOT_REACHABLE');
});

test('STACK_NOT_REACHABLE: offline, a stack that was never read ends the start', async () => {
  await aws.close();
  expect(await codeOfPromise(bind(newSdkProject()))).toBe('STACK_NOT_REACHABLE');
});

test.each([
  ['cloudformation:DescribeStacks'], ['cloudformation:ListStackResources'], ['lambda:GetFunctionConfiguration'], ['apigateway:GET'],
])('STACK_ACCESS_DENIED names the action that is missing: %s', async (action) => {
  aws.denied.add(action);
  await expect(bind(newSdkProject())).rejects.toMatchObject({ code: 'STACK_ACCESS_DENIED', details: { action, reason: expect.stringContaining('is not authorized') as string } });
});

test('STACK_ACCESS_DENIED is not hidden by a stack that was kept', async () => {
  const project = newSdkProject();
  await bind(project);
  aws.denied.add('cloudformation:DescribeStacks');
  expect(await codeOfPromise(bind(project))).toBe('STACK_ACCESS_DENIED');
});

test('STACK_NOT_FOUND: a named stack must exist in the region', async () => {
  await expect(bind(newSdkProject(), { fromStack: ['Nope'] })).rejects.toMatchObject({ code: 'STACK_NOT_FOUND', details: { name: 'Nope', reason: 'Stack with id Nope does not exist' } });
  expect(await codeOfPromise(bind(newSdkProject(), { fromStack: ['Shop'], region: 'us-east-1' }))).toBe('STACK_NOT_FOUND');
});

test('STACK_NOT_READ: credentials that AWS refuses are reported as such', async () => {
  process.env.AWS_SECRET_ACCESS_KEY = 'another';
  await expect(bind(newSdkProject())).rejects.toMatchObject({ code: 'STACK_NOT_READ', details: { action: 'cloudformation:DescribeStacks' } });
});

test('the calls are signed with the keys of --aws-profile', async () => {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = aws.environment;
  const project = newSdkProject({ credentials: `[dev]\naws_access_key_id = ${id}\naws_secret_access_key = ${secret}\n` });
  Object.assign(process.env, { AWS_SHARED_CREDENTIALS_FILE: project.file('credentials'), AWS_SECRET_ACCESS_KEY: 'another' });
  expect((await bind(project, { fromStack: ['Shop'], awsProfile: 'dev' })).bound?.stacks).toHaveLength(1);
  expect(await codeOfPromise(bind(project, { fromStack: ['Shop'], awsProfile: 'nobody' }))).toBe('AWS_PROFILE_UNUSABLE');
});

test('STACK_SDK_MISSING names the packages to install', async () => {
  await expect(bind(newProject())).rejects.toMatchObject({
    code: 'STACK_SDK_MISSING',
    details: { packages: '@aws-sdk/client-cloudformation @aws-sdk/client-lambda @aws-sdk/client-api-gateway' },
  });
});

test('STACK_NOT_NAMED: without a name there must be a cdk.out or a samconfig.toml', async () => {
  expect(await codeOfPromise(bind(newSdkProject(), { fromStack: true }))).toBe('STACK_NOT_NAMED');
});

test('without a name the stacks of cdk.out are read; those that are not deployed are reported', async () => {
  const stack = (stackName: string, environment: string): object => ({ type: 'aws:cloudformation:stack', environment, properties: { templateFile: 'stack.json', stackName } });
  const manifest = { artifacts: { A: stack('Shop', `aws://${ACCOUNT}/eu-west-1`), B: stack('New', 'aws://unknown-account/unknown-region'), C: stack('Shop', 'aws://999999999999/eu-west-1') } };
  const project = newSdkProject({ 'cdk.out/manifest.json': JSON.stringify(manifest), 'cdk.out/stack.json': '{}' });
  const { bound } = await bind(project, { fromStack: true });
  expect(bound?.stacks.map(({ name }) => name)).toEqual(['Shop']);
  expect(bound?.notices.filter(({ code }) => code === 'STACK_NOT_FOUND').map(({ message }) => message)).toEqual([
    'there is no deployed stack New: Stack with id New does not exist',
    `there is no deployed stack Shop: the source deploys it to account 999999999999, and the credentials are of account ${ACCOUNT}`,
  ]);
});

test('without a name the stack of samconfig.toml is read', async () => {
  const files = { 'template.yaml': 'Resources: {}', 'samconfig.toml': '[default.deploy.parameters]\nstack_name = "Shop"' };
  const { bound } = await bind(newSdkProject(files), { fromStack: true });
  expect(bound?.stacks.map(({ name }) => name)).toEqual(['Shop']);
  expect((await bind(newSdkProject(files), { fromStack: true }, 'template.yaml')).bound?.stacks).toHaveLength(1);
});

test('without the option nothing is called', async () => {
  expect(await bind(newProject(), {})).toEqual({});
  expect(aws.called).toEqual([]);
});
