import { App, Aspects, aws_iam as iam, aws_lambda as lambda, aws_logs as logs, CfnResource, RemovalPolicy, Stack, Tags } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { FunctionArchitecture, FunctionRuntime, ProxyFunction as DeclaredFunction, ProxyIntegration } from '../../../lib';
import { Api, ProxyFunction } from '../../../lib/aws';
import { readAssembly } from '../../../lib/runtime';
import { newFunction, newStack, resourcesOf, resourcesOfType } from '../../support/aws-stack';
import { TINY_GO } from '../../support/functions/programs';
import { newProject } from '../../support/project';

const FUNCTION = 'AWS::Lambda::Function';

test('is the function of Lambda to other constructs: grants, triggers, environment', () => {
  const stack = newStack();
  const fn = newFunction(stack, 'Fn', { environment: { A: '1' } });
  fn.addEnvironment('B', '2');
  fn.grantInvoke(new iam.ServicePrincipal('events.amazonaws.com'));
  fn.lambdaFunction.addEventSourceMapping('Queue', { eventSourceArn: 'arn:aws:sqs:eu-west-1:123456789012:q' });
  fn.grantPrincipal.addToPrincipalPolicy(new iam.PolicyStatement({ actions: ['s3:GetObject'], resources: ['*'] }));
  const template = Template.fromStack(stack);
  template.hasResourceProperties(FUNCTION, { Environment: { Variables: { A: '1', B: '2' } } });
  template.hasResourceProperties('AWS::Lambda::Permission', { Principal: 'events.amazonaws.com' });
  template.hasResourceProperties('AWS::Lambda::EventSourceMapping', { FunctionName: { Ref: Match.stringLikeRegexp('^Fn') } });
  template.hasResourceProperties('AWS::IAM::Policy', { PolicyDocument: { Statement: Match.arrayWith([{ Action: 's3:GetObject', Effect: 'Allow', Resource: '*' }]) } });
});

test('its name and its ARN are those on AWS, and its own name in the spec stays', () => {
  const stack = newStack();
  const fn = newFunction(stack, 'Fn');
  expect(stack.resolve([fn.functionName, fn.functionArn])).toEqual([{ Ref: expect.stringMatching(/^Fn/) as string }, { 'Fn::GetAtt': [expect.stringMatching(/^Fn/), 'Arn'] }]);
  expect(fn._specName).toBe('Shop-Fn');
  expect(newFunction(stack, 'Named', { functionName: `${stack.stackName}-named` })._specName).toBe('Shop-named');
  expect(newFunction(stack, 'Late', { functionName: `late-${stack.region}` })._specName).toBe('Shop-Late');
});

test('its source is beside the stack if none is named, as with NodejsFunction', () => {
  const fn = new ProxyFunction(newStack(), 'beside', {});
  expect(fn._source?.file).toBe(path.join(__dirname, 'proxy-function.test.beside.ts'));
});

test('its L1 and L2 are there for what no property says', () => {
  const stack = newStack();
  const fn = newFunction(stack);
  expect(fn.node.defaultChild === fn.lambdaFunction.node.defaultChild).toBe(true);
  (fn.node.defaultChild as lambda.CfnFunction).addPropertyOverride('SnapStart', { ApplyOn: 'PublishedVersions' });
  expect(resourcesOfType(stack, FUNCTION)[0].Properties).toMatchObject({ SnapStart: { ApplyOn: 'PublishedVersions' } });
});

test.each([[undefined, 'Retain'], [RemovalPolicy.RETAIN, 'Retain'], [RemovalPolicy.DESTROY, 'Delete']])(
  'a removal policy %s is that of its log and its dead letters', (removalPolicy, deletion) => {
    const stack = newStack();
    newFunction(stack, 'Fn', { leastPrivilege: true, removalPolicy, deadLetter: {} });
    const kept = ['AWS::Logs::LogGroup', 'AWS::SQS::Queue'].map((type) => resourcesOfType(stack, type)[0].DeletionPolicy);
    expect(kept).toEqual([deletion, deletion]);
  },
);

test('leastPrivilege is a log group of the stack and a role for this log and nothing else', () => {
  const stack = newStack();
  newFunction(stack, 'Fn', { leastPrivilege: true });
  const template = Template.fromStack(stack);
  template.hasResourceProperties(FUNCTION, { LoggingConfig: { LogGroup: Match.anyValue() } });
  template.hasResourceProperties('AWS::IAM::Policy', {
    PolicyDocument: { Statement: [{ Action: ['logs:CreateLogStream', 'logs:PutLogEvents'], Effect: 'Allow', Resource: { 'Fn::GetAtt': Match.anyValue() } }] },
  });
  template.hasResourceProperties('AWS::IAM::Role', { ManagedPolicyArns: Match.absent() });
});

test('variables about the process are on Lambda only', () => {
  const stack = newStack();
  const environment = { NODE_OPTIONS: '--enable-source-maps', COLOR: 'blue' };
  const fn = newFunction(stack, 'Fn', { environment });
  expect(resourcesOfType(stack, FUNCTION)[0].Properties.Environment).toEqual({ Variables: environment });
  expect(fn._toSpec().environment).toEqual({ COLOR: 'blue' });
});

test('a role of one\'s own is taken as it is', () => {
  const stack = newStack();
  const role = iam.Role.fromRoleArn(stack, 'Role', 'arn:aws:iam::123456789012:role/own');
  newFunction(stack, 'Fn', { role });
  expect(resourcesOfType(stack, 'AWS::IAM::Role')).toEqual([]);
  expect(resourcesOfType(stack, FUNCTION)[0].Properties.Role).toBe('arn:aws:iam::123456789012:role/own');
});

test('settings of Lambda reach the function', () => {
  const stack = newStack();
  const logGroup = new logs.LogGroup(stack, 'Log');
  newFunction(stack, 'Fn', {
    architecture: lambda.Architecture.ARM_64, runtime: lambda.Runtime.NODEJS_22_X, logGroup, reservedConcurrentExecutions: 3,
    tracing: lambda.Tracing.ACTIVE, layers: [lambda.LayerVersion.fromLayerVersionArn(stack, 'Layer', 'arn:aws:lambda:eu-west-1:123456789012:layer:x:1')],
  });
  expect(resourcesOfType(stack, FUNCTION)[0].Properties).toMatchObject({
    Architectures: ['arm64'], Runtime: 'nodejs22.x', ReservedConcurrentExecutions: 3, TracingConfig: { Mode: 'Active' },
    Layers: ['arn:aws:lambda:eu-west-1:123456789012:layer:x:1'],
  });
  expect(resourcesOfType(stack, 'AWS::Logs::LogGroup')).toHaveLength(1);
});

test('tags and Aspects reach it', () => {
  const stack = newStack();
  newFunction(stack, 'Fn', { leastPrivilege: true });
  Tags.of(stack).add('team', 'pets');
  const seen: string[] = [];
  Aspects.of(stack).add({ visit: (node) => { if (CfnResource.isCfnResource(node)) seen.push(node.cfnResourceType); } });
  expect(resourcesOfType(stack, FUNCTION)[0].Properties.Tags).toEqual([{ Key: 'team', Value: 'pets' }]);
  expect(seen).toEqual(expect.arrayContaining([FUNCTION, 'AWS::Logs::LogGroup', 'AWS::IAM::Role']));
});

describe('the permission of the API', () => {
  test('is for the test of the console as well (#7605, #10828)', () => {
    const stack = newStack();
    new Api(stack, 'Pets').root.addMethod('GET', newFunction(stack));
    const sources = resourcesOfType(stack, 'AWS::Lambda::Permission').map(({ Properties }) => JSON.stringify(Properties.SourceArn));
    expect(sources.filter((source) => source.includes('"/test-invoke-stage/GET/"'))).toHaveLength(1);
  });

  test('is in the stack of the API: a function of another stack that refers to it makes no cycle', () => {
    const app = new App();
    const [functions, apis] = ['Functions', 'Apis'].map((id) => new Stack(app, id));
    new Api(apis, 'Pets').root.addMethod('GET', newFunction(functions));
    app.synth();
    expect(functions.dependencies).toEqual([]);
    const permissions = (stack: Stack) => Object.values(resourcesOf(stack)).filter(({ Type }) => Type === 'AWS::Lambda::Permission').length;
    expect([permissions(functions), permissions(apis)]).toEqual([0, 2]);
  });
});

describe('in another language', () => {
  const PYTHON = path.resolve(__dirname, '..', '..', 'support', 'functions', 'python');

  test.each([[lambda.Runtime.PYTHON_3_13, 'app.main'], [lambda.Runtime.PROVIDED_AL2023, 'bootstrap'], [new lambda.Runtime('python3.15'), 'app.main']])(
    'the template is that of a Function with the same directory: %s', (runtime, handler) => {
      const settings = { runtime, handler, environment: { TABLE: 'pets' }, memorySize: 256 };
      const [theirs, ours] = [newStack(), newStack()];
      new lambda.Function(theirs, 'Fn', { ...settings, code: lambda.Code.fromAsset(PYTHON) });
      newFunction(ours, 'Fn', { ...settings, code: PYTHON });
      expect(Template.fromStack(ours).toJSON()).toEqual(Template.fromStack(theirs).toJSON());
    },
  );

  test('also of a function of synthgate itself in a stack', () => {
    const stack = newStack();
    const fn = new DeclaredFunction(stack, 'Fn', { code: PYTHON, handler: 'app.main', runtime: FunctionRuntime.PYTHON_3_12 });
    new Api(stack, 'Pets').root.addMethod('GET', fn);
    expect(resourcesOfType(stack, FUNCTION)[0].Properties).toMatchObject({ Runtime: 'python3.12', Handler: 'app.main' });
  });

  test('its processor and how it logs are those on AWS', () => {
    const stack = newStack();
    const logging = { loggingFormat: lambda.LoggingFormat.JSON, applicationLogLevelV2: lambda.ApplicationLogLevel.WARN };
    const settings = { ...logging, architecture: lambda.Architecture.ARM_64 };
    const handler = newFunction(stack, 'Fn', settings);
    const existing = new lambda.Function(stack, 'Old', { ...settings, runtime: lambda.Runtime.PYTHON_3_12, handler: 'app.main', code: lambda.Code.fromAsset(PYTHON) });
    const api = new Api(stack, 'Pets');
    api.root.addMethod('GET', handler);
    api.root.addMethod('PUT', new ProxyIntegration(existing));
    const [{ spec }] = readAssembly((stack.node.root as App).synth().directory);
    const expected = { architecture: 'arm64', logging: { format: 'JSON', level: 'WARN' } };
    expect(spec.functions).toMatchObject({ 'Shop-Fn': expected, 'Shop-Old': expected });
  });

  test('also its layers and its processor', () => {
    const stack = newStack();
    const layer = newProject({ 'layer/python/tools.py': '' }).file('layer');
    const settings = { layers: [layer], architecture: FunctionArchitecture.ARM_64 };
    const fn = new DeclaredFunction(stack, 'Fn', { code: PYTHON, handler: 'app.main', runtime: FunctionRuntime.PYTHON_3_12, ...settings });
    new Api(stack, 'Pets').root.addMethod('GET', fn);
    expect(resourcesOfType(stack, FUNCTION)[0].Properties).toMatchObject({ Architectures: ['arm64'], Layers: [{ Ref: expect.stringMatching(/^FnLayer1/) as string }] });
    expect(resourcesOfType(stack, 'AWS::Lambda::LayerVersion')).toHaveLength(1);
    const [{ code, spec }] = readAssembly((stack.node.root as App).synth().directory);
    expect(spec.functions).toMatchObject({ 'Shop-Fn': { architecture: 'arm64' } });
    expect(existsSync(path.join(code['Shop-Fn'].directory, '.opt', 'python', 'tools.py'))).toBe(true);
  });

  test('a program that is built here is not what is deployed: without the command line, its bootstrap has to be there', () => {
    const project = newProject(TINY_GO);
    const stack = newStack();
    const handler = newFunction(stack, 'Fn', { runtime: lambda.Runtime.PROVIDED_AL2023, handler: 'bootstrap', code: project.file('fn') });
    new Api(stack, 'Pets').root.addMethod('GET', handler);
    const assembly = () => (stack.node.root as App).synth({ force: true });
    expect(assembly).toThrow(/needs an executable file bootstrap in .*fn \[FUNCTION_BOOTSTRAP_MISSING\]/);
    project.write('fn/bootstrap', '');
    expect(assembly).not.toThrow();
  });

  test('FUNCTION_PROJECT_NOT_DEPLOYED: of Java the jar is deployed, not the project that it is built from', () => {
    const project = newProject({ 'pets/pom.xml': '', 'pets/target/classes/Pets.class': '' });
    const stack = newStack();
    const props = { runtime: lambda.Runtime.JAVA_21, handler: 'Pets' };
    new Api(stack, 'Pets').root.addMethod('GET', newFunction(stack, 'Fn', { ...props, code: project.file('pets') }));
    expect(() => (stack.node.root as App).synth()).toThrow(/the code in .*pets is a Maven project, and code is what is deployed \[FUNCTION_PROJECT_NOT_DEPLOYED\]/);
  });

  test.each([[{ entry: 'src/a.py' }, 'FUNCTION_ENTRY_NOT_BUNDLED'], [{}, 'FUNCTION_CODE_AMBIGUOUS'], [{ code: 'not/there' }, 'FUNCTION_SOURCE_MISSING']])(
    'its source is a directory: %j is refused (%s)', (source, code) => {
      const stack = newStack();
      expect(() => new ProxyFunction(stack, 'Fn', { ...source, runtime: lambda.Runtime.PYTHON_3_13 })).toThrow(new RegExp(`1 error\\n.*Shop/Fn: .*${code}`));
    },
  );
});

describe('the runtime of Lambda is the one whose rules hold in the gateway', () => {
  const runtimes = (stack: Stack, props: Parameters<typeof newFunction>[2]) => {
    const fn = newFunction(stack, 'Fn', props);
    return [resourcesOfType(stack, FUNCTION)[0].Properties.Runtime, fn._toSpec().runtime];
  };

  test.each([
    [lambda.Runtime.NODEJS_20_X, 'nodejs20.x', 'nodejs20.x'],
    [lambda.Runtime.NODEJS_22_X, 'nodejs22.x', 'nodejs22.x'],
    [lambda.Runtime.NODEJS_24_X, 'nodejs24.x', 'nodejs24.x'],
    [undefined, 'nodejs24.x', 'nodejs24.x'],
    [lambda.Runtime.NODEJS_18_X, 'nodejs18.x', 'nodejs20.x'],
    [lambda.Runtime.PROVIDED_AL2023, 'provided.al2023', 'provided.al2023'],
    [lambda.Runtime.PYTHON_3_13, 'python3.13', 'python3.13'],
    [lambda.Runtime.JAVA_21, 'java21', 'java21'],
    [lambda.Runtime.GO_1_X, 'go1.x', undefined],
  ])('%s', (runtime, onLambda, inSpec) => {
    expect(runtimes(newStack(), { runtime })).toEqual([onLambda, inSpec]);
  });

  test('of a function that names none, with the flag of NodejsFunction', () => {
    const app = { context: { '@aws-cdk/aws-lambda-nodejs:useLatestRuntimeVersion': true } };
    const { name } = lambda.Runtime.NODEJS_LATEST;
    expect(runtimes(newStack('Shop', { app }), {})).toEqual([name, name]);
  });

  test('also of a function of synthgate itself in a stack', () => {
    const stack = newStack();
    const fn = new DeclaredFunction(stack, 'Fn', { code: 'test/support/functions/handlers', handler: 'styles.answersAsync', runtime: FunctionRuntime.NODEJS_22_X });
    new Api(stack, 'Pets').root.addMethod('GET', fn);
    expect(resourcesOfType(stack, FUNCTION)[0].Properties.Runtime).toBe('nodejs22.x');
  });

  test('and of one that exists', () => {
    const stack = newStack();
    const existing = new lambda.Function(stack, 'Legacy', { runtime: lambda.Runtime.NODEJS_22_X, handler: 'index.handler', code: lambda.Code.fromInline('x') });
    const target = ProxyFunction.fromFunction(stack, 'Target', existing);
    expect((target as ProxyFunction)._toSpec()).toMatchObject({ runtime: 'nodejs22.x' });
  });
});
