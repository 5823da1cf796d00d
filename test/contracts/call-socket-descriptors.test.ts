import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { newDirectory } from '../support/temporary-directory';

const DIRECTORY = newDirectory();
const BUNDLE = path.join(DIRECTORY, 'call-socket.cjs');
const PROGRAM = path.join(DIRECTORY, 'open.cjs');
const CLUSTER = path.join(DIRECTORY, 'cluster.cjs');

/** Leaves the given number of descriptors, then opens a call socket and tells how that ended. */
const OPEN = `
const { openSync, closeSync } = require('node:fs');
const { CallSocket } = require(${JSON.stringify(BUNDLE)});
const taken = [];
try {
  for (;;) taken.push(openSync('/dev/null'));
} catch {}
for (let count = 0; count < Number(process.argv[2]); count += 1) closeSync(taken.pop());
setInterval(() => {}, 1000);
CallSocket.open(process.argv[3]).then(() => console.log('opened'), (error) => console.log(error.code)).finally(() => process.exit());
`;

/** Opens a call socket in a worker process of a cluster; prints what the worker reports, and what the primary had to open for it. */
const IN_A_WORKER = `
const cluster = require('node:cluster');
const { CallSocket } = require(${JSON.stringify(BUNDLE)});
if (cluster.isPrimary) {
  cluster.on('listening', (_, { address }) => console.log('the primary opened', address));
  cluster.fork().on('message', (text) => console.log(text)).on('exit', () => process.exit());
} else {
  CallSocket.open(process.argv[2]).then(() => 'opened', (error) => error.message).then((text) => process.send(text, () => process.disconnect()));
}
`;

beforeAll(() => {
  buildSync({
    entryPoints: [path.resolve(__dirname, '../../lib/runtime/functions/process/call-socket.ts')],
    outfile: BUNDLE, bundle: true, platform: 'node', format: 'cjs',
  });
  writeFileSync(PROGRAM, OPEN);
  writeFileSync(CLUSTER, IN_A_WORKER);
});

// the listening socket, this end, the process's end, and the one that Node keeps to refuse connections with
test.each([[0, 'EMFILE'], [1, 'EMFILE'], [2, 'EMFILE'], [3, 'EMFILE'], [4, 'opened']])('with %i descriptors left, opening a call socket ends with %s', (left, outcome) => {
  const line = [process.execPath, PROGRAM, String(left), newDirectory()];
  const { stdout, signal } = spawnSync('sh', ['-c', 'ulimit -n 64; exec "$@"', 'sh', ...line], { encoding: 'utf8', timeout: 120_000, killSignal: 'SIGKILL' });
  expect([stdout.trim(), signal]).toEqual([outcome, null]);
});

// the primary's descriptors may be used up, and a descriptor that the worker has no room for is lost on its way
test('a worker process opens its call sockets itself', () => {
  const { stdout, signal } = spawnSync(process.execPath, [CLUSTER, newDirectory()], { encoding: 'utf8', timeout: 120_000, killSignal: 'SIGKILL' });
  expect([stdout.trim(), signal]).toEqual(['opened', null]);
});
