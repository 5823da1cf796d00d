// Two gateways, a store and a balancer: `node start.mjs`. Sends seven requests through the balancer, of which five pass, whichever gateway
// they come to. Goes on until Ctrl+C, or ends with `--once`. Needs redis-server or valkey-server, and the package ioredis.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serve } from 'synthgate/runtime';

const program = ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0);
if (program === undefined) {
  console.error('Install a store first, with apt install redis-server, brew install valkey, or another package of Valkey or Redis.');
  process.exit(1);
}
const folder = mkdtempSync(path.join(tmpdir(), 'two-gateways-'));
const source = path.join(folder, 'gateway.out');
const synthgate = path.join(path.dirname(createRequire(import.meta.url).resolve('synthgate/package.json')), 'bin', 'synthgate');
spawnSync(process.execPath, [synthgate, 'synth', '--app', path.join(import.meta.dirname, 'app.ts'), '--output', source], { stdio: ['ignore', 'ignore', 'inherit'] });

// the store keeps nothing: with `--appendonly yes` it would
const socket = path.join(folder, 'store.sock');
const store = spawn(program, ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folder], { stdio: ['ignore', 'pipe', 'inherit'] });
await new Promise((resolve) => store.stdout.on('data', (lines) => { if (/ready to accept/i.test(lines)) resolve(); }));

const gateways = [];
for (const name of ['one', 'two']) {
  gateways.push(await serve({ source, stateDirectory: path.join(folder, name), port: 0, watch: false, store: `unix://${socket}`, storeQuota: 'closed' }));
}

// the balancer gives each connection to the next gateway
let next = 0;
const balancer = createServer((client) => {
  const gateway = connect(gateways[next++ % gateways.length].port, '127.0.0.1');
  client.pipe(gateway).pipe(client);
  client.on('error', () => gateway.destroy());
  gateway.on('error', () => client.destroy());
}).listen(0, '127.0.0.1');
await new Promise((resolve) => balancer.once('listening', resolve));

const url = `http://127.0.0.1:${balancer.address().port}/prod/report`;
for (let request = 1; request <= 7; request++) {
  const { status } = await fetch(url, { headers: { 'x-api-key': 'reader-key-0123456789', 'connection': 'close' } });
  console.log(`request ${request}, gateway ${request % 2 === 1 ? 'one' : 'two'}: ${status}`);
}
if (!process.argv.includes('--once')) {
  console.log(`\nTry it: curl -H 'x-api-key: reader-key-0123456789' ${url}\nCtrl+C ends it.`);
  await new Promise((resolve) => process.once('SIGINT', resolve));
}
balancer.close();
await Promise.all(gateways.map((gateway) => gateway.close()));
store.kill();
rmSync(folder, { recursive: true, force: true });
