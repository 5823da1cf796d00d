import { isPassedOn, makeEnvironment } from '../../../../lib/runtime/functions/process/environment';
import { closeAll, fixture, startEngine, valueOf } from '../../../support/functions/engine';

afterEach(closeAll);

const surroundings = {
  region: 'eu-central-1', executable: '/opt/node/bin/node', runtime: 'nodejs22.x', logGroupName: '/aws/lambda/orders',
  logStreamName: '2025/01/02/[$LATEST]0123', codeDirectory: '/code', scratchDirectory: '/tmp/scratch',
};

test('holds what Lambda sets, and the variables of the function', () => {
  const version = fixture('index.handler', { codeDirectory: '/code', memoryMiB: 512, environment: { TABLE: 'orders' } });
  expect(makeEnvironment(version, surroundings)).toEqual({
    LANG: 'en_US.UTF-8',
    PATH: '/opt/node/bin:/usr/local/bin:/usr/bin:/bin',
    TZ: ':UTC',
    TABLE: 'orders',
    HOME: '/tmp/scratch',
    TMPDIR: '/tmp/scratch',
    AWS_REGION: 'eu-central-1',
    AWS_DEFAULT_REGION: 'eu-central-1',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x',
    AWS_LAMBDA_FUNCTION_NAME: 'orders',
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/orders',
    AWS_LAMBDA_LOG_STREAM_NAME: '2025/01/02/[$LATEST]0123',
    LAMBDA_TASK_ROOT: '/code',
    _HANDLER: 'index.handler',
  });
});

test.each([
  [{ format: 'JSON' as const, level: 'WARN' as const }, { AWS_LAMBDA_LOG_FORMAT: 'JSON', AWS_LAMBDA_LOG_LEVEL: 'WARN' }],
  [{ format: 'Text' as const }, { AWS_LAMBDA_LOG_FORMAT: 'Text' }],
])('says how a function logs: %j', (logging, expected) => {
  const environment = makeEnvironment(fixture('index.handler', { logging }), surroundings);
  expect(Object.fromEntries(Object.entries(environment).filter(([name]) => /LOG_(?:FORMAT|LEVEL)$/.test(name)))).toEqual(expected);
});

test('a function may replace the time zone and the path, not what Lambda reserves', () => {
  const version = fixture('index.handler', { environment: { TZ: 'Europe/Berlin', PATH: '/bin', AWS_REGION: 'mars-1' } });
  expect(makeEnvironment(version, surroundings)).toMatchObject({ TZ: 'Europe/Berlin', PATH: '/bin', AWS_REGION: 'eu-central-1' });
});

test.each(['NODE_OPTIONS', 'NODE_PATH', 'NODE_CHANNEL_FD', 'LD_PRELOAD', 'DYLD_INSERT_LIBRARIES', 'BASH_ENV', 'IFS', 'BASH_FUNC_ulimit%%', 'A B', ''])(
  'what changes the start of a process is not passed on: %s', (name) => {
    expect(isPassedOn(name)).toBe(false);
  },
);

test.each(['NODE_ENV', 'NODE_EXTRA_CA_CERTS', 'DATABASE_URL', '_PRIVATE', 'AWS_ACCESS_KEY_ID'])('what a handler reads is passed on: %s', (name) => {
  expect(isPassedOn(name)).toBe(true);
});

test('a function sees nothing of the environment of the gateway', async () => {
  process.env.GATEWAY_SECRET = 'secret';
  try {
    const { call } = startEngine();
    const seen = valueOf(await call(fixture('styles.tellsEnvironment', { environment: { TABLE: 'orders', NODE_OPTIONS: '--inspect' } })));
    expect(seen).toMatchObject({ TABLE: 'orders', AWS_LAMBDA_FUNCTION_NAME: 'orders', TZ: ':UTC' });
    const allowed = [...Object.keys(makeEnvironment(fixture('a.b', { environment: { TABLE: '' } }), surroundings)), 'PWD', 'OLDPWD', 'SHLVL', '_'];
    expect(Object.keys(seen as object).filter((name) => !allowed.includes(name))).toEqual([]);
  } finally {
    delete process.env.GATEWAY_SECRET;
  }
});

test.each([
  ['a function finds the endpoints', {}, { AWS_ENDPOINT_URL: 'http://127.0.0.1:4566', AWS_ENDPOINT_URL_LAMBDA: 'http://127.0.0.1:9001', AWS_ACCESS_KEY_ID: 'local' }],
  ['one that names a service keeps it', { AWS_ENDPOINT_URL_S3: 'http://s3' }, { AWS_ENDPOINT_URL: 'http://127.0.0.1:4566', AWS_ENDPOINT_URL_S3: 'http://s3' }],
])('%s', (_, environment, expected) => {
  const endpoints = { endpointVariables: { AWS_ENDPOINT_URL: 'http://127.0.0.1:4566' }, lambdaEndpoint: 'http://127.0.0.1:9001' };
  expect(makeEnvironment(fixture('index.handler', { environment }), { ...surroundings, ...endpoints })).toMatchObject(expected);
});

test('a function that names an endpoint for all services gets none', () => {
  const environment = { AWS_ENDPOINT_URL: 'http://own' };
  const seen = makeEnvironment(fixture('index.handler', { environment }), { ...surroundings, endpointVariables: { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:8000' } });
  expect([seen.AWS_ENDPOINT_URL, seen.AWS_ENDPOINT_URL_DYNAMODB]).toEqual(['http://own', undefined]);
});

const credentialsWith = (environment: Readonly<Record<string, string>>, lambdaEndpoint?: string) => {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = makeEnvironment(fixture('index.handler', { environment }), { ...surroundings, lambdaEndpoint });
  return [id, secret];
};

test.each([
  ['an endpoint on this machine has dummy credentials', { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:8000' }, undefined, ['local', 'local']],
  ['one for all services too', { AWS_ENDPOINT_URL: 'http://localhost:4566' }, undefined, ['local', 'local']],
  ['the endpoint of functions too', {}, 'http://127.0.0.1:9001', ['local', 'local']],
  ['its own credentials stay', { AWS_ENDPOINT_URL: 'http://[::1]:4566', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }, undefined, ['a', 'b']],
  ['an endpoint elsewhere has none', { AWS_ENDPOINT_URL: 'https://127.0.0.1.example.com' }, undefined, [undefined, undefined]],
  ['a text that is not a URL has none', { AWS_ENDPOINT_URL: 'localhost' }, undefined, [undefined, undefined]],
])('%s', (_, environment, lambdaEndpoint, expected) => {
  expect(credentialsWith(environment, lambdaEndpoint)).toEqual(expected);
});
