import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { petsSpec, writeAssembly } from '../../support/assembly';
import { synthgate } from '../../support/command-line';
import { startCommand } from '../../support/served-command';
import { newDirectory } from '../../support/temporary-directory';

const CODE = "exports.handler = async () => { console.log('from the function'); return { statusCode: 200, body: process.env.V || 'none' }; };";
let directory: string;

beforeEach(() => {
  directory = newDirectory();
  writeAssembly(path.join(directory, 'gateway.out'), [petsSpec()], CODE);
  writeFileSync(path.join(directory, 'call.js'), `
fetch(process.env.GATEWAY_URL + '/pets').then(async (response) => {
  console.log(response.status, await response.text(), process.env.GATEWAY_URL);
  process.exitCode = Number(process.argv[2] || 0);
});`);
});

async function exec(...parameters: string[]): Promise<{ readonly code: number | string; readonly printed: string }> {
  const command = startCommand(directory, ['exec', ...parameters]);
  return { code: await command.ended, printed: command.printed() };
}

test('the command calls the gateway, and nothing else is printed', async () => {
  const { code, printed } = await exec('--env', 'V=given', '--', 'node', 'call.js');
  expect(code).toBe(0);
  expect(printed).toMatch(/^200 given http:\/\/127\.0\.0\.1:\d+\/prod\n$/);
});

test('the exit code is the command\'s, also of one that a signal ends', async () => {
  expect((await exec('--', 'node', 'call.js', '7')).code).toBe(7);
  expect((await exec('--', 'sh', '-c', 'kill -TERM $$')).code).toBe(143);
});

test('requests and output of functions are printed with --verbose', async () => {
  expect((await exec('--verbose', '--', 'node', 'call.js')).printed).toMatch(/from the function[^]*GET {4}\/prod\/pets +→ 200|GET {4}\/prod\/pets +→ 200[^]*from the function/);
});

test('each of several APIs has an address', async () => {
  writeAssembly(path.join(directory, 'gateway.out'), [petsSpec(), petsSpec({ api: { id: 'shop', name: 'The Shop' } })], CODE);
  const { printed } = await exec('--', 'sh', '-c', 'echo "$GATEWAY_URL_PETS $GATEWAY_URL_THE_SHOP $GATEWAY_URL"');
  const [pets, shop, first] = printed.trim().split(' ');
  expect([pets === first, pets === shop]).toEqual([true, false]);
  expect(shop).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/prod$/);
});

test('two APIs that would share a variable are refused; one of them can be chosen', async () => {
  writeAssembly(path.join(directory, 'gateway.out'), [petsSpec({ api: { id: 'one', name: 'my-shop' } }), petsSpec({ api: { id: 'two', name: 'my_shop' } })], CODE);
  const { code, printed } = await exec('--', 'node', 'call.js');
  expect(code).toBe(3);
  expect(printed).toMatch(/--api is "my-shop, my_shop"; expected one of them, for both would be GATEWAY_URL_MY_SHOP \[OPTION_INVALID\]/);
  expect((await exec('--api', 'my_shop', '--', 'node', 'call.js')).printed).toMatch(/^200 none/);
});

test('nothing is left for a gateway of the developer', async () => {
  await exec('--', 'node', 'call.js');
  expect(readdirSync(directory).sort()).toEqual(['call.js', 'gateway.out']);
});

test('what is deployed is served beside the gateway that serves it, with quotas of its own', async () => {
  await synthgate(directory, ['deploy', '--stage', 'prod']);
  const gateway = startCommand(directory, ['serve', 'gateway.out', '--port', '0']);
  await gateway.sees(/http:/);
  writeAssembly(path.join(directory, 'gateway.out'), [petsSpec()], CODE.replace('none', 'edited'));
  const before = readdirSync(path.join(directory, 'gateway.state')).sort();
  const { code, printed } = await exec('--deployed', '--', 'node', 'call.js');
  expect([code, printed]).toEqual([0, expect.stringMatching(/^200 none /m)]);
  expect(readdirSync(path.join(directory, 'gateway.state')).sort()).toEqual(before);
  gateway.child.kill('SIGTERM');
  await gateway.ended;
});

test('a signal reaches the command, and the gateway stops', async () => {
  const command = startCommand(directory, ['exec', '--', 'sh', '-c', 'trap "echo stopped; exit 5" TERM; echo ready; while :; do sleep 0.1; done']);
  await command.sees(/ready/);
  command.child.kill('SIGTERM');
  expect([await command.ended, command.printed()]).toEqual([5, 'ready\nstopped\n']);
});

test('COMMAND_NOT_STARTED: a command that does not exist', async () => {
  const { code, printed } = await exec('--', 'no-such-command-here');
  expect([code, printed]).toEqual([1, expect.stringMatching(/COMMAND_NOT_STARTED/)]);
});

test('without a command it says what it needs', async () => {
  expect(await exec()).toEqual({ code: 3, printed: expect.stringContaining("missing required argument 'command'") });
});

test('its help has the defaults of a command that leaves nothing', async () => {
  const { out } = await synthgate(directory, ['exec', '--help']);
  const help = out.replace(/\s+/g, ' ');
  expect(help).toContain('further APIs use the next ports (default: free ports)');
  expect(help).toContain('state directory (default: a temporary one; with --deployed a copy of the deployments in that of the assembly)');
});
