import { Duration as CdkDuration } from 'aws-cdk-lib';
import path from 'node:path';
import { Destination, Duration, FunctionRuntime, MappedIntegration, ProxyFunction, ProxyIntegration, type ProxyFunctionProps } from '../../lib/constructs';
import { declare, findingsOf, newFunction, specOf } from '../support/declaration';

const functionSpec = (props: ProxyFunctionProps) => {
  const { api, root } = declare();
  api.root.addMethod('GET', newFunction(root, 'Fn', props));
  return specOf(api).functions.Fn;
};

test('is complete in the spec', () => {
  expect(functionSpec({
    entry: 'src/pets.ts', handler: 'get', description: 'pets', runtime: FunctionRuntime.NODEJS_22_X, memorySize: 512, timeout: Duration.seconds(10), environment: { TABLE: 'pets' },
    deadLetter: { retryAttempts: 0 }, concurrency: 5, maxInstances: 3,
  })).toEqual({
    entry: 'src/pets.ts', handler: 'index.get', description: 'pets', runtime: 'nodejs22.x', memoryMiB: 512, timeoutMs: 10_000, environment: { TABLE: 'pets' },
    deadLetter: { retryAttempts: 0 }, concurrency: 5, maxInstances: 3,
  });
});

test('takes durations of aws-cdk-lib', () => {
  expect(functionSpec({ entry: 'a.ts', timeout: CdkDuration.minutes(1) })?.timeoutMs).toBe(60_000);
});

test.each<[ProxyFunctionProps, string]>([
  [{ entry: 'a.ts' }, 'index.handler'],
  [{ entry: 'a.ts', handler: 'get' }, 'index.get'],
  [{ entry: 'a.ts', handler: 'api.get' }, 'index.api.get'],
  [{ entry: 'a.ts', handler: 'index.get' }, 'index.get'],
  [{ code: 'dist' }, 'index.handler'],
  [{ code: 'dist', handler: 'lib/pets.get' }, 'lib/pets.get'],
])('the handler of %j is %s', (props, handler) => {
  expect(functionSpec(props)?.handler).toBe(handler);
});

test('paths are the same from an absolute path and from one below the working directory', () => {
  expect(functionSpec({ entry: path.resolve('src/pets.ts') })?.entry).toBe('src/pets.ts');
  expect(functionSpec({ code: path.resolve('dist') })?.code).toBe('dist');
});

test('is named by its place, unless it has a name', () => {
  const { root } = declare();
  expect(newFunction(root, 'Fn').functionName).toBe('Fn');
  expect(newFunction(root, 'Other', { entry: 'a.ts', functionName: 'named' }).functionName).toBe('named');
  expect(ProxyFunction.isProxyFunction(newFunction(root, 'Third'))).toBe(true);
  expect(ProxyFunction.isProxyFunction(root)).toBe(false);
});

test.each<[Partial<ProxyFunctionProps>, string]>([
  [{ memorySize: 127 }, 'memorySize is 127 MiB; at least 128 MiB'],
  [{ memorySize: 10_241 }, 'memorySize is 10241 MiB; at most 10240 MiB'],
  [{ memorySize: 128.5 }, 'memorySize is 128.5 MiB; a whole number of MiB'],
  [{ timeout: Duration.millis(0) }, 'timeout is 0 ms; at least 1 ms'],
  [{ timeout: Duration.millis(900_001) }, 'timeout is 900001 ms; at most 15 minutes'],
  [{ timeout: Duration.minutes(20) }, 'timeout is 20 minutes; at most 15 minutes'],
  [{ timeout: Duration.millis(1_500.5) }, 'timeout is 1500.5 ms; a whole number of ms'],
  [{ concurrency: 0 }, 'concurrency is 0'],
  [{ concurrency: 1_001 }, 'concurrency is 1001'],
  [{ maxInstances: 0 }, 'maxInstances is 0'],
  [{ maxInstances: 1_001 }, 'maxInstances is 1001'],
  [{ deadLetter: { retryAttempts: 3 } }, 'deadLetter.retryAttempts is 3 attempts; at most 2 attempts'],
  [{ deadLetter: { retryAttempts: -1 } }, 'deadLetter.retryAttempts is -1'],
  [{ layers: ['lib', 'test', 'docs', 'bench', 'bin', 'scripts'] }, 'layers is 6 layers; at most 5 layers'],
])('refuses %j', (props, message) => {
  const { api, root } = declare();
  newFunction(root, 'Fn', { entry: 'a.ts', ...props });
  expect(api._collect().issues).toEqual([expect.objectContaining({ code: 'FUNCTION_PROPERTY_INVALID', location: 'Fn', message: expect.stringContaining(message) })]);
});

test.each<Partial<ProxyFunctionProps>>([
  { memorySize: 128 }, { memorySize: 10_240 }, { timeout: Duration.millis(1) }, { timeout: Duration.minutes(15) }, { concurrency: 1_000 },
  { maxInstances: 1_000 }, { deadLetter: { retryAttempts: 2 } },
])('takes %j', (props) => {
  expect(functionSpec({ entry: 'a.ts', ...props })).toBeDefined();
});

test.each([[FunctionRuntime.PYTHON_3_13, 'python3.13'], [FunctionRuntime.PROVIDED_AL2023, 'provided.al2023']])('on %s its code is a directory', (runtime, name) => {
  expect(functionSpec({ code: 'functions/pets', runtime, handler: 'src/app.main' })).toMatchObject({ code: 'functions/pets', runtime: name, handler: 'src/app.main' });
  const { api, root } = declare();
  newFunction(root, 'Fn', { entry: 'a.py', runtime });
  expect(api._collect().issues).toEqual([expect.objectContaining({
    code: 'FUNCTION_ENTRY_NOT_BUNDLED', location: 'Fn', message: `entry is bundled for Node.js, and the runtime of the function is ${name}`,
  })]);
});

test.each([{}, { entry: 'a.ts', code: 'dist' }])('refuses %j', (props) => {
  const { api, root } = declare();
  newFunction(root, 'Fn', props);
  expect(findingsOf(api)).toEqual(['FUNCTION_CODE_AMBIGUOUS Fn']);
});

test('refuses an environment above 4 KB and reserved names', () => {
  const { api, fn } = declare();
  api.root.addMethod('GET', fn);
  fn.addEnvironment('A', 'x'.repeat(4_095));
  expect(findingsOf(api)).toEqual([]);
  fn.addEnvironment('B', '');
  expect(findingsOf(api)).toEqual(['ENVIRONMENT_TOO_LARGE Handler']);
  fn.addEnvironment('B', '').addEnvironment('LD_PRELOAD', 'x');
  expect(findingsOf(api)).toContain('SPEC_INVALID Handler#/environment/LD_PRELOAD');
});

test('serves many methods', () => {
  const { api, fn } = declare();
  api.root.addMethod('GET', fn);
  api.root.addMethod('POST', new ProxyIntegration(fn, { timeout: Duration.seconds(1) }));
  api.root.addProxy({ defaultIntegration: new MappedIntegration(fn) });
  expect(api.routeTable().split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual([
    'ANY / → mapped Handler', 'GET / → proxy Handler', 'POST / → proxy Handler', 'ANY /{proxy+} → mapped Handler',
  ]);
});

test('a function that records go to is part of the API, and what its own records go to', () => {
  const { api, root } = declare();
  const last = newFunction(root, 'Last');
  const handler = newFunction(root, 'Handler2', { entry: 'b.ts', onFailure: Destination.toFunction(last) });
  api.root.addMethod('GET', newFunction(root, 'Fn', { entry: 'a.ts', onFailure: Destination.toFunction(handler) }));
  const { functions } = specOf(api);
  expect(Object.keys(functions)).toEqual(['Fn', 'Handler2', 'Last']);
  expect(functions.Fn?.onFailure).toEqual({ type: 'function', function: 'Handler2' });
  expect(functions.Handler2?.onFailure).toEqual({ type: 'function', function: 'Last' });
  expect(functions.Last).not.toHaveProperty('onFailure');
});

test('an address is in the spec as it was given', () => {
  const { api, root } = declare();
  api.root.addMethod('GET', newFunction(root, 'Fn', { entry: 'a.ts', onFailure: Destination.toUrl('https://example.com/hooks?a=b') }));
  expect(specOf(api).functions.Fn?.onFailure).toEqual({ type: 'http', url: 'https://example.com/hooks?a=b' });
});

test('an invalid address is refused when the API is read', () => {
  const { api, root } = declare();
  api.root.addMethod('GET', newFunction(root, 'Fn', { entry: 'a.ts', onFailure: Destination.toUrl('example.com') }));
  expect(api._collect().issues).toMatchObject([{ code: 'SPEC_INVALID', location: expect.stringContaining('onFailure') }]);
});
