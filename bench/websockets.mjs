// The cost of an idle WebSocket connection, beside the library that speaks the protocol. Each one sends a message, which is answered,
// and then waits.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { command } from './support/assembly.mjs';
import { memoryMB } from './support/process-tree.mjs';
import { outputMatch, start, stop, withDescriptors } from './support/processes.mjs';
import { startPeer } from './support/servers.mjs';
import { median, short, table } from './support/statistics.mjs';
import { compared } from './support/targets.mjs';

export const title = 'Idle WebSocket connections';

const CONNECTIONS = 10_000;
/** Other files that a gateway has open. */
const MORE_DESCRIPTORS = 1_000;
const SETTLE_MS = 2_000;
const OPEN_MS = 60_000;
const WARM_UP = 100;
const around = (line) => withDescriptors(CONNECTIONS + MORE_DESCRIPTORS, line);
const require = createRequire(import.meta.url);

const SERVERS = [
  { name: 'bare ws', start: () => startPeer('web-sockets.mjs', undefined, { around }) },
  { name: 'synthgate serve', start: startGateway },
];

export async function run({ isQuick }) {
  const rounds = isQuick ? 1 : 3;
  const servers = SERVERS.map((server) => ({ ...server, rounds: [] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const server of servers) server.rounds.push(await measure(server));
  }
  const middle = (server, key) => median(server.rounds.map((one) => one[key]));
  const rows = servers.map((server) => [
    server.name, middle(server, 'open').toLocaleString('en-GB'), ...['beforeMB', 'afterMB', 'kilobytes'].map((key) => short(middle(server, key))),
  ]);
  const [peer, ours] = servers;
  const isComplete = servers.every((server) => server.rounds.every(({ open }) => open === CONNECTIONS));
  const missing = isComplete ? '' : '\n\nThe system\'s limit of open files let no more connections fit.';
  const head = ['server', 'connections', 'resident MB before', 'with them', 'kB each'];
  const text = `${rounds} round${rounds === 1 ? '' : 's'}, a new process each, medians; kB of 1,000 bytes of resident memory.\n\n${table(head, rows)}${missing}`;
  const entry = compared({
    name: `${CONNECTIONS.toLocaleString('en-GB')} idle WebSocket connections, kB each`, ours: middle(ours, 'kilobytes'), peer: middle(peer, 'kilobytes'), atMost: 3,
  });
  return { text, entries: [entry] };
}

/** A route that answers itself, so that functions take no part. */
async function startGateway() {
  const { App, WebSocketApi, WebSocketMockIntegration, WebSocketStage } = require('../build/index.js');
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-bench-'));
  const app = new App({ outdir: path.join(directory, 'gateway.out') });
  const integration = new WebSocketMockIntegration('Echo', {
    requestTemplates: { $default: '{"statusCode": 200}' }, integrationResponses: [{ responseTemplates: { $default: '{}' } }],
  });
  const webSocketApi = new WebSocketApi(app, 'Bench', { defaultRouteOptions: { integration, returnResponse: true } });
  new WebSocketStage(app, 'Prod', { webSocketApi, stageName: 'prod' });
  app.synth();
  const most = String(CONNECTIONS + MORE_DESCRIPTORS);
  const limits = ['--max-connections', most, '--max-connections-per-address', most, '--account-limit', 'off'];
  const child = start(around([process.execPath, command, 'serve', path.join(directory, 'gateway.out'), '--port', '0', ...limits]));
  const [, origin] = await outputMatch(child, /ws:(\/\/127\.0\.0\.1:\d+)/);
  return { child, origin: `http:${origin}`, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

async function measure(server) {
  const { child, origin, remove } = await server.start();
  let holder;
  try {
    await stop((await hold(origin, WARM_UP)).holder); // code is loaded lazily
    const before = await settled(child.pid);
    const held = await hold(origin, await fitting());
    ({ holder } = held);
    const after = await settled(child.pid);
    if (holder.exitCode !== null) throw new Error(`${server.name} does not keep ${held.open} idle connections`);
    const kilobytes = ((after.residentMB - before.residentMB) * 1_000) / held.open;
    return { open: held.open, beforeMB: before.residentMB, afterMB: after.residentMB, kilobytes };
  } finally {
    if (holder !== undefined) await stop(holder);
    await stop(child);
    remove();
  }
}

/** As many connections as the limit of open files allows. */
async function fitting() {
  const child = start(around(['/bin/sh', '-c', 'echo limit=$(ulimit -n)']));
  const [, limit] = await outputMatch(child, /limit=(\d+|unlimited)/);
  return limit === 'unlimited' ? CONNECTIONS : Math.min(CONNECTIONS, Number(limit) - MORE_DESCRIPTORS);
}

async function hold(origin, count) {
  const holder = start(around([process.execPath, path.join(import.meta.dirname, 'support/hold-connections.mjs'), `${origin.replace('http:', 'ws:')}/prod`, String(count)]));
  const timer = setTimeout(() => holder.kill('SIGKILL'), OPEN_MS);
  const [, open] = await outputMatch(holder, /open=(\d+)\n/).finally(() => clearTimeout(timer));
  return { holder, open: Number(open) };
}

async function settled(pid) {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return memoryMB(pid);
}
