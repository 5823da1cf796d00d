import { createColors } from 'picocolors';
import { chmodSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Emulator } from '../../../lib/cli/emulator/find-emulators';
import { emulatorLines, endpointsOf, withEmulator } from '../../../lib/cli/emulator/with-emulator';
import { petsSpec, writeAssembly } from '../../support/assembly';
import { ANSWERS, startEmulator, type EmulatorStandIn } from '../../support/aws/emulator-stand-in';
import type { IntegrationInput } from '../../support/integration-kinds';
import { startCommand, type RunningCommand } from '../../support/served-command';
import { newDirectory } from '../../support/temporary-directory';

const LOCAL_STACK: Emulator = { name: 'LocalStack', url: 'http://127.0.0.1:4566' };
const DYNAMODB: Emulator = { name: 'DynamoDB Local', url: 'http://127.0.0.1:8000', service: 'dynamodb' };
const CODE = 'exports.handler = async () => ({ statusCode: 200, body: JSON.stringify(process.env) });';

const running: (RunningCommand | EmulatorStandIn)[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) {
    if ('close' in server) await server.close();
    else {
      server.child.kill('SIGTERM');
      await server.ended;
    }
  }
});

test('auto uses the first emulator that runs, and names the others', async () => {
  const find = () => Promise.resolve([LOCAL_STACK, DYNAMODB]);
  expect(await withEmulator({}, 'auto', find)).toEqual({ emulators: { used: LOCAL_STACK, others: [DYNAMODB] } });
  expect(await withEmulator({ emulator: 'auto' }, 'off', find)).toMatchObject({ emulators: { used: LOCAL_STACK } });
  expect(await withEmulator({}, 'auto', () => Promise.resolve([]))).toEqual({});
});

test.each([[{}, 'off'], [{ emulator: 'off' }, 'auto'], [{ awsProfile: 'dev' }, 'auto'], [{ fromStack: ['Shop'] }, 'auto']] as const)(
  'nothing is looked for with %j where the default is %s', async (options, unlessGiven) => {
    const find = () => Promise.reject(new Error('it was looked for'));
    expect(await withEmulator(options, unlessGiven, find)).toEqual(options);
  },
);

test.each([
  ['all services', LOCAL_STACK, {}, {}, { '*': LOCAL_STACK.url }],
  ['one service', DYNAMODB, {}, {}, { dynamodb: DYNAMODB.url }],
  ['given endpoints win', LOCAL_STACK, { sqs: 'http://sqs' }, { AWS_ENDPOINT_URL_SFN: 'http://sfn' }, { '*': LOCAL_STACK.url, 'sqs': 'http://sqs', 'sfn': 'http://sfn' }],
  ['one for all services wins, too', DYNAMODB, {}, { AWS_ENDPOINT_URL: 'http://all' }, { '*': 'http://all' }],
  ['an empty variable is none', LOCAL_STACK, {}, { AWS_ENDPOINT_URL: '', AWS_REGION: 'eu-west-1' }, { '*': LOCAL_STACK.url }],
] as const)('integrations call it: %s', (_, emulator, given, environment, awsEndpoints) => {
  expect(endpointsOf(emulator, given, environment)).toEqual({ awsEndpoints, functionEndpoints: { [emulator.name === 'LocalStack' ? '*' : 'dynamodb']: emulator.url } });
});

test('OPTION_INVALID: an endpoint of the environment that is no URL is refused, and its calls do not go to the emulator', () => {
  expect(() => endpointsOf({ name: 'LocalStack', url: 'http://127.0.0.1:4566' }, {}, { AWS_ENDPOINT_URL_S3: 'localhost:9000' }))
    .toThrow(expect.objectContaining({ code: 'OPTION_INVALID', details: expect.objectContaining({ option: 'AWS_ENDPOINT_URL_S3', given: 'localhost:9000' }) }));
});

test('without an emulator the given endpoints stay', () => {
  expect([endpointsOf(undefined, { sqs: 'http://sqs' }, {}), endpointsOf(undefined, {}, {})]).toEqual([{ awsEndpoints: { sqs: 'http://sqs' } }, {}]);
});

test('the start table says which is used and how, which is not, and what to do for one of HTTPS', () => {
  const colors = createColors(false);
  expect(emulatorLines({ used: LOCAL_STACK, others: [DYNAMODB] }, {}, colors)).toBe(
    'emulator:\n  LocalStack at http://127.0.0.1:4566  AWS_ENDPOINT_URL in functions, and integrations; --emulator off\n'
    + '  DynamoDB Local at http://127.0.0.1:8000 is not used: --emulator http://127.0.0.1:8000\n\n',
  );
  const aws = { name: 'AWS Emulator', url: 'https://127.0.0.1:9297', caFile: '/ca.pem' };
  expect(emulatorLines({ used: aws, others: [] }, {}, colors)).toContain('AWS_ENDPOINT_URL in functions; for integrations start with NODE_EXTRA_CA_CERTS=/ca.pem; --emulator off');
  expect(emulatorLines({ used: aws, others: [] }, { NODE_EXTRA_CA_CERTS: '/ca.pem' }, colors)).toContain('functions, and integrations; --emulator off');
});

const SCAN: IntegrationInput = {
  type: 'service', service: 'dynamodb', action: 'Scan', responses: [{ statusCode: '200' }, { statusCode: '400', selectionPattern: '4\\d{2}' }],
  requestTemplates: { 'application/json': '{"TableName": "Pets"}' },
};

/** A project whose functions answer with their environments: `/pets`, and `/own`, which names an endpoint itself. */
function newProject(code = CODE): string {
  const directory = newDirectory();
  const method = (name: string) => ({ id: name.toLowerCase(), methods: { GET: { integration: { type: 'proxy', function: name } as const } } });
  const fn = { code: 'code', handler: 'index.handler' };
  const spec = petsSpec({
    resources: { '/pets': method('Pets'), '/own': method('Own'), '/scan': { id: 'scan', methods: { GET: { integration: SCAN } } } },
    functions: { Pets: fn, Own: { ...fn, environment: { AWS_ENDPOINT_URL: 'http://127.0.0.1:9' } } },
  });
  writeAssembly(path.join(directory, 'gateway.out'), [spec], code);
  return directory;
}

async function serving(parameters: readonly string[], environment: Record<string, string> = {}, code = CODE) {
  const command = startCommand(newProject(code), [...parameters, '--port', '0'], environment);
  running.push(command);
  const [, url = ''] = await command.sees(/(http:\/\/127\.0\.0\.1:\d+\/prod)\/pets/);
  const environmentOf = async (name: string) => await (await fetch(`${url}/${name}`)).json() as Record<string, string>;
  return { command, environmentOf };
}

async function stand(...parameters: Parameters<typeof startEmulator>): Promise<EmulatorStandIn> {
  const server = await startEmulator(...parameters);
  running.push(server);
  return server;
}

test('dev: functions find the emulator, and still each other; one that names an endpoint keeps it', async () => {
  const { url } = await stand(ANSWERS.LocalStack);
  const { command, environmentOf } = await serving(['dev', 'gateway.out', '--emulator', url]);
  const { AWS_ENDPOINT_URL_LAMBDA: lambda, ...pets } = await environmentOf('pets');
  expect(pets).toMatchObject({ AWS_ENDPOINT_URL: url, AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' });
  expect([lambda, command.printed()]).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), expect.stringContaining(`emulator:\n  LocalStack at ${url}  AWS_ENDPOINT_URL in functions`)]);
  expect(await environmentOf('own')).toMatchObject({ AWS_ENDPOINT_URL: 'http://127.0.0.1:9' });
});

test('serve: DynamoDB Local is the endpoint of DynamoDB only, and integrations call it, too', async () => {
  const { url, seen } = await stand(ANSWERS['DynamoDB Local']);
  const { environmentOf, command } = await serving(['serve', 'gateway.out', '--emulator', url]);
  const { AWS_ENDPOINT_URL: all, AWS_ENDPOINT_URL_DYNAMODB: dynamodb } = await environmentOf('pets');
  expect([all, dynamodb]).toEqual([undefined, url]);
  await environmentOf('scan');
  expect(seen.at(-1)).toBe('POST /');
  expect(command.printed()).toContain(`DynamoDB Local at ${url}  AWS_ENDPOINT_URL_DYNAMODB in functions`);
});

test('serve: a function calls an emulator of HTTPS, whose authority it trusts', async () => {
  const certificates = path.resolve(__dirname, '../../support/certificates');
  const pem = readFileSync(path.join(certificates, 'valid.pem'), 'utf8');
  const { url, port, seen } = await stand({ '/call': [200, '{"called": true}'] }, { key: pem, cert: pem });
  const home = newDirectory();
  chmodSync(home, 0o755); // functions of a gateway that root starts run as another user
  const keys = path.join(home, '.aws/emulator', String(port), 'keys');
  mkdirSync(keys, { recursive: true });
  copyFileSync(path.join(certificates, 'authority.pem'), path.join(keys, 'ca.pem'));
  const code = 'exports.handler = async () => ({ statusCode: 200, body: await (await fetch(process.env.AWS_ENDPOINT_URL + "/call")).text() });';
  const { environmentOf, command } = await serving(['serve', 'gateway.out', '--emulator', url], { HOME: home }, code);
  const answer = await environmentOf('pets');
  expect([answer, command.printed()]).toEqual([{ called: true }, expect.stringContaining(`AWS Emulator at ${url}`)]);
  expect(seen).toContain('GET /call');
});

test('EMULATOR_NOT_REACHABLE: dev does not start without the emulator that is given', async () => {
  const gone = await startEmulator();
  await gone.close();
  const command = startCommand(newProject(), ['dev', 'gateway.out', '--emulator', gone.url]);
  running.push(command);
  expect(await command.ended).toBe(1);
  expect(command.printed()).toContain('[EMULATOR_NOT_REACHABLE]');
});

test('another value is refused', async () => {
  const command = startCommand(newProject(), ['dev', 'gateway.out', '--emulator', 'localstack']);
  running.push(command);
  expect(await command.ended).toBe(3);
  expect(command.printed()).toContain('expected auto, off or the http(s) URL of an emulator');
});
