import { App, Duration, Stack, aws_dynamodb as dynamodb, aws_lambda as lambda, aws_lambda_nodejs as nodejs } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MappedIntegration, ProxyIntegration, TokenAuthorizer } from '../../../lib';
import { Api, ProxyFunction } from '../../../lib/aws';
import { readAssembly, serve, type LogEntry } from '../../../lib/runtime';
import { createTestGateway } from '../../../lib/testing';
import { newFunction, newStack, resourcesOf, resourcesOfType } from '../../support/aws-stack';
import { TINY_GO } from '../../support/functions/programs';
import { sendRequest } from '../../support/http-client';
import { newProject } from '../../support/project';
import { newDirectory } from '../../support/temporary-directory';

const PROJECT = path.resolve(__dirname, '..', '..', '..');
const ARN = 'arn:aws:lambda:eu-west-1:123456789012:function:legacy';
const ALLOWS_ALL = `exports.handler = async () => ({ principalId: 'me', policyDocument: { Version: '2012-10-17', Statement: [
  { Action: 'execute-api:Invoke', Effect: 'Allow', Resource: '*' }] } });`;
const SAYS_TABLE = 'exports.main = async () => ({ statusCode: 200, body: `${process.env.TABLE} ${process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE}` });';

function newApp(): App {
  return new App({ outdir: path.join(newDirectory(), 'cdk.out') });
}

function codeDirectory(text: string, file = 'app.js'): string {
  const directory = newDirectory();
  mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
  writeFileSync(path.join(directory, file), text);
  return directory;
}

function lambdaFunction(scope: Stack, id: string, props: Partial<lambda.FunctionProps> = {}): lambda.Function {
  return new lambda.Function(scope, id, {
    runtime: lambda.Runtime.NODEJS_24_X, handler: 'app.main', code: lambda.Code.fromAsset(codeDirectory(SAYS_TABLE)), ...props,
  });
}

/** Paths of the files below a directory. */
function filesBelow(directory: string): string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map(({ parentPath, name }) => path.relative(directory, path.join(parentPath, name))).sort();
}

/** Serves an app as CDK synthesized it; returns the gateway's responses to requests for the paths, and its log. */
async function answers(app: App, paths: readonly string[], tokenValues: Record<string, string> = {}) {
  const source = app.synth().directory;
  const logs: LogEntry[] = [];
  const serving = await serve({
    source, stateDirectory: newDirectory(), port: 0, watch: false, tokenValues, log: (entry) => { logs.push(entry); },
  });
  try {
    const replies = [];
    for (const requestPath of paths) replies.push(await sendRequest(`${serving.apis[0].url}/prod${requestPath}`));
    return { replies, logs };
  } finally {
    await serving.close();
  }
}

describe('on AWS', () => {
  test('a function of another stack is a method\'s target: its ARN, permissions in the stack of the API, and no cycle', () => {
    const app = newApp();
    const [functions, apis] = ['Functions', 'Apis'].map((id) => new Stack(app, id));
    const existing = lambdaFunction(functions, 'Legacy');
    const api = new Api(apis, 'Pets');
    const target = ProxyFunction.fromFunction(apis, 'LegacyTarget', existing);
    api.root.addMethod('GET', target);
    api.root.addResource('mapped').addMethod('GET', new MappedIntegration(target));
    app.synth();
    expect([functions, apis].map(({ dependencies }) => dependencies.map(({ node }) => node.id))).toEqual([[], ['Functions']]);
    expect(resourcesOfType(apis, 'AWS::Lambda::Function')).toEqual([]);
    expect(resourcesOfType(apis, 'AWS::Lambda::Permission')).toHaveLength(4);
    Template.fromStack(apis).hasResourceProperties('AWS::ApiGateway::Method', {
      Integration: { Type: 'AWS_PROXY', Uri: { 'Fn::Join': ['', Match.arrayWith([{ 'Fn::ImportValue': Match.stringLikeRegexp('Legacy') }])] } },
    });
  });

  test('a function that is known by its ARN alone may be invoked by this ARN', () => {
    const stack = newStack('Shop', { env: { account: '123456789012', region: 'eu-west-1' } });
    const api = new Api(stack, 'Pets');
    api.root.addMethod('GET', ProxyFunction.fromFunction(stack, 'Legacy', lambda.Function.fromFunctionArn(stack, 'LegacyFn', ARN)));
    Template.fromStack(stack).hasResourceProperties('AWS::Lambda::Permission', { FunctionName: ARN, Principal: 'apigateway.amazonaws.com' });
    expect(JSON.stringify(resourcesOfType(stack, 'Method'))).toContain(`functions/${ARN}/invocations`);
  });

  test('a function of another account is bound, and the permission that only its owner can give is asked for (AWS_PERMISSION_CROSS_ACCOUNT)', () => {
    const stack = newStack('Shop', { env: { account: '999999999999', region: 'eu-west-1' } });
    const api = new Api(stack, 'Pets');
    api.root.addMethod('GET', ProxyFunction.fromFunction(stack, 'Legacy', lambda.Function.fromFunctionArn(stack, 'LegacyFn', ARN)));
    expect(resourcesOfType(stack, 'AWS::Lambda::Permission')).toEqual([]);
    Annotations.fromStack(stack).hasWarning('*', Match.stringLikeRegexp('Shop/LegacyFn.*123456789012.*AWS_PERMISSION_CROSS_ACCOUNT'));
  });

  test('an alias is invoked as the alias, and may decide as an authorizer', () => {
    const stack = newStack();
    const live = new lambda.Alias(stack, 'Live', { aliasName: 'live', version: lambdaFunction(stack, 'Check').currentVersion });
    const handler = ProxyFunction.fromFunction(stack, 'LiveTarget', live);
    const api = new Api(stack, 'Pets');
    api.root.addMethod('GET', handler, { authorizer: new TokenAuthorizer(stack, 'Auth', { handler }) });
    const permitted = resourcesOfType(stack, 'AWS::Lambda::Permission').map(({ Properties }) => Properties.FunctionName);
    expect(permitted).toEqual(Array.from({ length: 3 }, () => ({ Ref: expect.stringMatching(/^Live/) as string })));
  });

  test('the function itself is left as it is', () => {
    const without = newStack();
    lambdaFunction(without, 'Legacy', { code: lambda.Code.fromInline(SAYS_TABLE) });
    const stack = newStack();
    const existing = lambdaFunction(stack, 'Legacy', { code: lambda.Code.fromInline(SAYS_TABLE) });
    new Api(stack, 'Pets').root.addMethod('GET', ProxyFunction.fromFunction(stack, 'Target', existing, { environment: { ONLY: 'here' } }));
    expect(resourcesOfType(stack, 'AWS::Lambda::Function')).toEqual(resourcesOfType(without, 'AWS::Lambda::Function'));
    expect(Object.keys(resourcesOf(stack))).toEqual(expect.arrayContaining(Object.keys(resourcesOf(without))));
  });
});

describe('here', () => {
  test('the code, the memory and the environment are those that CDK synthesized', async () => {
    const app = newApp();
    const stack = new Stack(app, 'Shop');
    const table = new dynamodb.Table(stack, 'Table', { partitionKey: { name: 'id', type: dynamodb.AttributeType.STRING } });
    const code = lambda.Code.fromAsset(codeDirectory(SAYS_TABLE));
    const [first, second] = ['First', 'Second'].map((id) => lambdaFunction(stack, id, { code, memorySize: 256, timeout: Duration.seconds(7) }));
    const api = new Api(stack, 'Pets');
    api.root.addMethod('GET', ProxyFunction.fromFunction(stack, 'FirstTarget', first));
    api.root.addResource('second').addMethod('GET', ProxyFunction.fromFunction(stack, 'SecondTarget', second.currentVersion));
    first.addEnvironment('TABLE', table.tableName).addEnvironment('NODE_OPTIONS', '--enable-source-maps');
    second.addEnvironment('TABLE', 'fixed');
    const { replies } = await answers(app, ['/', '/second'], { 'Shop/Table.Ref': 'pets-here' });
    expect(replies).toMatchObject([{ status: 200, text: 'pets-here 256' }, { status: 200, text: 'fixed 256' }]);
    expect(JSON.parse(api.toJson())).toMatchObject({
      functions: { 'Shop-FirstTarget': { external: 'Shop/First', timeoutMs: 7000, environment: { TABLE: '${token:Shop/Table.Ref}' } } },
    });
  });

  test('a NodejsFunction and a text in the template run as well', async () => {
    const app = newApp();
    const stack = new Stack(app, 'Shop');
    const bundled = new nodejs.NodejsFunction(stack, 'Bundled', { // esbuild is that of this project
      entry: path.join(PROJECT, 'examples', '01-hello', 'handlers', 'hello.ts'), projectRoot: PROJECT, depsLockFilePath: path.join(PROJECT, 'package-lock.json'),
    });
    const inline = lambdaFunction(stack, 'Inline', { handler: 'index.handler', code: lambda.Code.fromInline('exports.handler = async () => ({ statusCode: 201, body: "inline" });') });
    const api = new Api(stack, 'Pets');
    api.root.addMethod('GET', ProxyFunction.fromFunction(stack, 'A', bundled));
    api.root.addResource('inline').addMethod('GET', ProxyFunction.fromFunction(stack, 'B', inline));
    const { replies } = await answers(app, ['/', '/inline']);
    expect(replies).toMatchObject([{ status: 200, text: expect.stringContaining('ello') as string }, { status: 201, text: 'inline' }]);
  });

  test('any function is called as it is: a Function, an alias, a version, an imported one, as method and as authorizer', async () => {
    const app = newApp();
    const stack = new Stack(app, 'Shop');
    const plain = lambdaFunction(stack, 'Plain', { environment: { TABLE: 'plain' } });
    const own = newFunction(stack, 'Own', { code: codeDirectory(SAYS_TABLE), handler: 'app.main', environment: { TABLE: 'alias' } });
    const api = new Api(stack, 'Pets');
    const at = (name: string, target: lambda.IFunction, authorizer?: TokenAuthorizer) =>
      api.root.addResource(name).addMethod('GET', new ProxyIntegration(target), { authorizer });
    at('plain', plain);
    at('again', plain);
    at('version', plain.currentVersion);
    at('own', own.addAlias('live'));
    at('imported', lambda.Function.fromFunctionArn(stack, 'LegacyFn', ARN), new TokenAuthorizer(stack, 'Auth', { handler: lambdaFunction(stack, 'Decide', {
      code: lambda.Code.fromInline(ALLOWS_ALL), handler: 'index.handler',
    }) }));
    const { replies } = await answers(app, ['/plain', '/again', '/version', '/own'], {});
    expect(replies.map(({ status, text }) => [status, text.slice(0, 5)])).toEqual([[200, 'plain'], [200, 'plain'], [200, 'plain'], [200, 'alias']]);
    expect(Object.keys((JSON.parse(api.toJson()) as { functions: object }).functions)).toEqual(
      ['Shop-Decide', 'Shop-LegacyFn', 'Shop-Own-Aliaslive', 'Shop-Plain', 'Shop-Plain-CurrentVersion']);
    const permitted = resourcesOfType(stack, 'AWS::Lambda::Permission').map(({ Properties }) => JSON.stringify(Properties.FunctionName));
    expect(new Set(permitted).size).toBe(5);
  });

  test('modules of layers and of Lambda are bundled from the layer and from the project', async () => {
    const app = newApp();
    const stack = new Stack(app, 'Shop');
    const contents = codeDirectory('exports.name = "layer";', 'nodejs/node_modules/tools/index.js');
    writeFileSync(path.join(contents, 'nodejs', 'own.js'), 'exports.name = "/opt ";');
    writeFileSync(path.join(contents, 'config.json'), '{}');
    const layer = new lambda.LayerVersion(stack, 'Layer', { code: lambda.Code.fromAsset(contents) });
    const says = 'exports.main = async () => ({ statusCode: 200, body: require("/opt/nodejs/own").name + require("tools").name + typeof require("zod").z });';
    const existing = lambdaFunction(stack, 'Existing', { code: lambda.Code.fromAsset(codeDirectory(says)), layers: [layer] });
    const own = new ProxyFunction(stack, 'Own', {
      entry: path.join(codeDirectory(says.replace('exports.main', 'exports.handler'), 'own.js'), 'own.js'), layers: [layer], bundling: { externalModules: ['tools', 'zod', '/opt/*'] },
    });
    const api = new Api(stack, 'Pets');
    api.root.addMethod('GET', new ProxyIntegration(existing));
    api.root.addResource('own').addMethod('GET', own);
    expect((await answers(app, ['/', '/own'])).replies).toMatchObject([{ status: 200, text: '/opt layerobject' }, { status: 200, text: '/opt layerobject' }]);
    const { warnings } = JSON.parse(readFileSync(path.join(app.synth().directory, 'gateway.out', 'manifest.json'), 'utf8')) as { warnings: string[] };
    expect(warnings).toMatchObject(['Existing', 'Own'].map((name) => expect.stringMatching(new RegExp(`Shop/${name}.*the layer Layer .*: /opt/config.json .*FUNCTION_LAYER_FILES`)) as string));
  });

  test('a stand-in answers for what has no code here', async () => {
    const app = newApp();
    const stack = new Stack(app, 'Shop');
    const imported = lambda.Function.fromFunctionArn(stack, 'LegacyFn', ARN);
    const code = codeDirectory('exports.handler = async () => ({ statusCode: 200, body: process.env.WHO });', 'index.js');
    new Api(stack, 'Pets').root.addMethod('GET', ProxyFunction.fromFunction(stack, 'Legacy', imported, { code, environment: { WHO: 'stand-in' } }));
    expect((await answers(app, ['/'])).replies).toMatchObject([{ status: 200, text: 'stand-in' }]);
  });

  test('without a stand-in the answer is 501, and the log says why (FUNCTION_UNAVAILABLE); other methods are served', async () => {
    const app = newApp();
    const stack = new Stack(app, 'Shop');
    const api = new Api(stack, 'Pets');
    const retired = lambdaFunction(stack, 'Retired', { runtime: lambda.Runtime.GO_1_X, handler: 'main' });
    const imported = lambda.Function.fromFunctionArn(stack, 'LegacyFn', ARN);
    const decides = ProxyFunction.fromFunction(stack, 'Decides', imported);
    api.root.addResource('legacy').addMethod('GET', decides);
    api.root.addResource('retired').addMethod('GET', ProxyFunction.fromFunction(stack, 'RetiredTarget', retired));
    const fine = ProxyFunction.fromFunction(stack, 'FineTarget', lambdaFunction(stack, 'Fine', { environment: { TABLE: 'fine' } }));
    api.root.addResource('fine').addMethod('GET', fine);
    api.root.addResource('guarded').addMethod('GET', fine, { authorizer: new TokenAuthorizer(stack, 'Auth', { handler: decides, validationRegex: '.*' }) });
    const { replies, logs } = await answers(app, ['/legacy', '/retired', '/fine', '/guarded']);
    expect(replies.map(({ status }) => status)).toEqual([501, 501, 200, 401]);
    const warnings = logs.filter(({ code }) => code === 'FUNCTION_UNAVAILABLE').map((entry) => JSON.stringify(entry));
    expect(warnings).toEqual([expect.stringContaining('its code is not part of this app'), expect.stringContaining('it runs on go1.x, which Lambda has retired: build it for provided.al2023')]);
  });

  test('a function in Python has its code, its layers and its runtime, and where its asset comes from', () => {
    const app = newApp();
    const stack = new Stack(app, 'Shop');
    const sources = codeDirectory('def main(event, context): pass\n', 'app.py');
    const layer = new lambda.LayerVersion(stack, 'Layer', { code: lambda.Code.fromAsset(codeDirectory('NAME = 1\n', 'python/tools.py')) });
    const runtime = lambda.Runtime.PYTHON_3_13;
    const python = lambdaFunction(stack, 'Python', { runtime, handler: 'app.main', code: lambda.Code.fromAsset(sources), layers: [layer] });
    const inline = lambdaFunction(stack, 'Inline', { runtime, handler: 'index.main', code: lambda.Code.fromInline('def main(event, context): pass\n') });
    const api = new Api(stack, 'Pets');
    api.root.addMethod('GET', new ProxyIntegration(python));
    api.root.addResource('inline').addMethod('GET', new ProxyIntegration(inline));
    const [{ code, spec }] = readAssembly(app.synth().directory);
    expect(spec.functions).toMatchObject({
      'Shop-Python': { external: 'Shop/Python', runtime: 'python3.13', handler: 'app.main' }, 'Shop-Inline': { runtime: 'python3.13', handler: 'index.main' },
    });
    expect(filesBelow(code['Shop-Python'].directory)).toEqual(['.opt/python/tools.py', 'app.py']);
    expect(filesBelow(code['Shop-Inline'].directory)).toEqual(['index.py']);
    expect([code['Shop-Python'].sourceDirectory, code['Shop-Inline'].sourceDirectory]).toEqual([realpathSync(sources), undefined]);
  });

  test('a stand-in in JavaScript for a function in Python runs by the rules of Node.js', () => {
    const stack = newStack();
    const python = lambdaFunction(stack, 'Python', { runtime: lambda.Runtime.PYTHON_3_13, handler: 'app.main' });
    const runtimeOf = (id: string, code: string) => (ProxyFunction.fromFunction(stack, id, python, { code }) as ProxyFunction)._toSpec();
    expect(runtimeOf('Script', codeDirectory('exports.handler = 1', 'index.js'))).toMatchObject({ handler: 'index.handler', runtime: undefined });
    expect(runtimeOf('Same', codeDirectory('handler = 1', 'index.py'))).toMatchObject({ handler: 'index.handler', runtime: 'python3.13' });
  });

  test('a link out of code that is deployed already is a warning', () => {
    const stack = newStack();
    const directory = codeDirectory('def main(event, context): pass\n', 'app.py');
    symlinkSync('/nowhere', path.join(directory, 'link'));
    const python = lambdaFunction(stack, 'Python', { runtime: lambda.Runtime.PYTHON_3_13, handler: 'app.main', code: lambda.Code.fromAsset(directory) });
    new Api(stack, 'Pets').root.addMethod('GET', new ProxyIntegration(python));
    const app = stack.node.root as App;
    expect(() => app.synth()).not.toThrow();
  });

  test('a stand-in in Go is nothing that is deployed', () => {
    const stack = newStack();
    const deployed = { runtime: lambda.Runtime.PROVIDED_AL2023, code: lambda.Code.fromAsset(codeDirectory('', 'bootstrap')) };
    const legacy = lambdaFunction(stack, 'LegacyFn', deployed);
    const code = newProject(TINY_GO).file('fn');
    new Api(stack, 'Pets').root.addMethod('GET', ProxyFunction.fromFunction(stack, 'Legacy', legacy, { code, handler: 'bootstrap' }));
    expect(() => (stack.node.root as App).synth()).not.toThrow();
  });

  test('a test puts a stub in its place', async () => {
    const stack = new Stack(newApp(), 'Shop');
    const api = new Api(stack, 'Pets');
    api.root.addMethod('GET', ProxyFunction.fromFunction(stack, 'Legacy', lambda.Function.fromFunctionArn(stack, 'LegacyFn', ARN)));
    const gateway = await createTestGateway(api, { functions: { 'Shop-Legacy': { statusCode: 200, body: 'stub' } } });
    try {
      expect(await (await gateway.fetch('/prod/')).text()).toBe('stub');
    } finally {
      await gateway.close();
    }
  });

  test('whether there is a stand-in is nothing that a deployment knows', () => {
    const deploymentOf = (options: object) => {
      const stack = newStack();
      new Api(stack, 'Pets').root.addMethod('GET', ProxyFunction.fromFunction(stack, 'Legacy', lambda.Function.fromFunctionArn(stack, 'LegacyFn', ARN), options));
      return Object.keys(resourcesOf(stack)).filter((id) => id.startsWith('PetsDeployment'));
    };
    expect(deploymentOf({ code: codeDirectory('exports.handler = 1', 'index.js') })).toEqual(deploymentOf({}));
  });
});
