import { spawnSync } from 'node:child_process';
import path from 'node:path';

const file = path.resolve(__dirname, '..', '..', 'examples', '50-two-gateways', 'start.mjs');

test('two gateways behind a balancer pass five requests of a quota of five, whichever they come to', () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [file, '--once'], { encoding: 'utf8' });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  const gateways = ['one', 'two', 'one', 'two', 'one', 'two', 'one'];
  expect(stdout.trimEnd().split('\n')).toEqual(gateways.map((name, index) => `request ${index + 1}, gateway ${name}: ${index < 5 ? 200 : 429}`));
});

test('without a server, it says what to install', () => {
  const { stderr, status } = spawnSync(process.execPath, [file, '--once'], { encoding: 'utf8', env: { PATH: '/nowhere' } });
  expect({ stderr, status }).toEqual({ stderr: expect.stringMatching(/^Install a store first, with apt install redis-server/), status: 1 });
});
