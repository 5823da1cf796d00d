import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { emulatorAt, findEmulators } from '../../../lib/cli/emulator/find-emulators';
import { ANSWERS, startEmulator, type EmulatorStandIn } from '../../support/aws/emulator-stand-in';
import { codeOfPromise } from '../../support/error-code';
import { newDirectory } from '../../support/temporary-directory';

const CERTIFICATES = path.resolve(__dirname, '../../support/certificates');
const running: EmulatorStandIn[] = [];

afterEach(() => Promise.all(running.splice(0).map(({ close }) => close())));

async function start(...parameters: Parameters<typeof startEmulator>): Promise<EmulatorStandIn> {
  const server = await startEmulator(...parameters);
  running.push(server);
  return server;
}

function startSecure(certificate = 'valid'): Promise<EmulatorStandIn> {
  const pem = readFileSync(path.join(CERTIFICATES, `${certificate}.pem`), 'utf8');
  return start({}, { key: pem, cert: pem });
}

/** A home with the authority of an emulator at a port. */
function homeOf({ port }: EmulatorStandIn): { readonly home: string; readonly caFile: string } {
  const home = newDirectory();
  const keys = path.join(home, '.aws/emulator', String(port), 'keys');
  mkdirSync(keys, { recursive: true });
  copyFileSync(path.join(CERTIFICATES, 'authority.pem'), path.join(keys, 'ca.pem'));
  return { home, caFile: path.join(keys, 'ca.pem') };
}

test.each([['LocalStack'], ['MiniStack'], ['Floci']])('%s is found by its health, and only asked with GET', async (name) => {
  const { url, seen } = await start(ANSWERS[name]);
  expect(await findEmulators([url])).toEqual([{ name, url }]);
  expect(seen.filter((request) => !/^GET \/_(?:floci|ministack|localstack)\/health$/.test(request))).toEqual([]);
});

test('DynamoDB Local is found by its error for a request that is not signed, and has one service', async () => {
  const { url, seen } = await start(ANSWERS['DynamoDB Local']);
  expect(await findEmulators([url])).toEqual([{ name: 'DynamoDB Local', url, service: 'dynamodb' }]);
  expect(seen.at(-1)).toBe('GET /');
});

test('the AWS Emulator is found by a certificate of its own authority', async () => {
  const server = await startSecure();
  const { home, caFile } = homeOf(server);
  expect(await findEmulators([server.url], home)).toEqual([{ name: 'AWS Emulator', url: server.url, caFile }]);
});

test('a certificate of another authority, or none in the home, is no emulator', async () => {
  const [server, other] = [await startSecure(), await startSecure('self-signed')];
  expect(await findEmulators([server.url], newDirectory())).toEqual([]);
  expect(await findEmulators([other.url], homeOf(other).home)).toEqual([]);
  expect(await codeOfPromise(emulatorAt(other.url, homeOf(other).home))).toBe('EMULATOR_NOT_REACHABLE');
});

test('servers that are no emulators, and addresses where nobody listens, are passed over; the order of addresses is kept', async () => {
  const [localStack, dynamo, server, json, gone] = [await start(ANSWERS.LocalStack), await start(ANSWERS['DynamoDB Local']), await start(ANSWERS['a server']), await start(ANSWERS['an API with JSON']), await start()];
  await gone.close();
  const emulators = await findEmulators([gone.url, localStack.url, server.url, json.url, dynamo.url]);
  expect(emulators.map(({ name }) => name)).toEqual(['LocalStack', 'DynamoDB Local']);
});

test('an address that is given may be an emulator of any name', async () => {
  const [server, localStack] = [await start(ANSWERS['a server']), await start(ANSWERS.LocalStack)];
  expect(await emulatorAt(`${server.url}/`)).toEqual({ name: 'emulator', url: server.url });
  expect(await emulatorAt(localStack.url)).toEqual({ name: 'LocalStack', url: localStack.url });
});

test('EMULATOR_NOT_REACHABLE: a given address must answer', async () => {
  const gone = await start();
  await gone.close();
  await expect(emulatorAt(gone.url)).rejects.toMatchObject({
    code: 'EMULATOR_NOT_REACHABLE', details: { url: gone.url, reason: expect.stringContaining('ECONNREFUSED') as string },
  });
});
