import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { namingFlag } from '../../lib/cli/naming-flag';
import { GatewayError } from '../../lib/errors';
import { petsSpec, writeAssembly } from '../support/assembly';
import { synthgate } from '../support/command-line';
import { newDirectory } from '../support/temporary-directory';

let directory: string;
beforeAll(() => {
  directory = newDirectory();
  mkdirSync(directory, { recursive: true });
  const code = 'exports.handler = async ({ path }) => ({ statusCode: 200, body: path });';
  writeAssembly(path.join(directory, 'gateway.out'), [petsSpec(), petsSpec({ api: { id: 'shop', name: 'Shop' } })], code);
});

test.each([
  ['basePaths', '--base-path'],
  ['basePaths.Orders/prod', '--base-path Orders/prod'],
  ['trustedProxies.0', '--trusted-proxy'],
  ['serverLimits.maxConnections', '--max-connections'],
  ['shutdownTimeoutMs', '--shutdown-timeout'],
  ['--api', '--api'],
  ['key', 'key'],
])('an error of the option %s names %s', async (option, flag) => {
  const error = new GatewayError('OPTION_INVALID', { option, given: 'x', allowed: 'y' });
  expect(await namingFlag(error)).toMatchObject({ code: 'OPTION_INVALID', details: { option: flag, given: 'x', allowed: 'y' } });
});

test('what is expected names flags, too', async () => {
  const error = new GatewayError('OPTION_INVALID', { option: 'httpsCert', given: 'a.pem', allowed: 'httpsKey beside it on this host' });
  expect(await namingFlag(error)).toMatchObject({ details: { option: '--https-cert', given: 'a.pem', allowed: '--https-key beside it on this host' } });
});

test('other errors stay as they are', async () => {
  const errors = [new Error('x'), new GatewayError('APP_MISSING')];
  expect(await Promise.all(errors.map(namingFlag))).toEqual(errors);
});

test.each([
  ['serve', 'Pest=pets', 'no API "Pest"; APIs: Pets, Shop'],
  ['dev', 'Pets/pord=pets', 'no stage of Pets "pord"; stages with a deployment: prod'],
  ['serve', 'Pets=a b', '--base-path Pets is "a b"; expected a base path such as "orders" or "(none)"'],
  ['serve', 'Pets=../x', '--base-path Pets is "../x"; expected a base path such as "orders" or "(none)", with no "." or ".." segments'],
])('%s --base-path %s: %s', async (command, given, text) => {
  const { code, err } = await synthgate(directory, [command, 'gateway.out', '--port', '0', '--base-path', given]);
  expect([code, err]).toEqual([3, expect.stringContaining(text)]);
});

test('--env of an unknown function names the functions', async () => {
  const { code, err } = await synthgate(directory, ['serve', 'gateway.out', '--port', '0', '--env', 'Nope.A=1']);
  expect([code, err]).toEqual([3, expect.stringMatching(/no function "Nope"; functions: .*\[OPTION_NAME_UNKNOWN\]/)]);
});

test('exec gives the addresses with base paths, which answer', async () => {
  const script = `Promise.all(['PETS', 'SHOP'].map(async (name) => {
    const url = process.env['GATEWAY_URL_' + name];
    return new URL(url).pathname + ' ' + (await (await fetch(url + '/pets')).text());
  })).then((lines) => require('fs').writeFileSync('answers.txt', lines.join(', ')))`;
  const paths = ['--base-path', 'Pets/prod=pets', '--base-path', 'Shop=shop'];
  expect(await synthgate(directory, ['exec', '--assembly', 'gateway.out', ...paths, '--', process.execPath, '-e', script])).toMatchObject({ code: 0 });
  expect(readFileSync(path.join(directory, 'answers.txt'), 'utf8')).toBe('/pets /pets/pets, /shop/prod /shop/prod/pets');
});
