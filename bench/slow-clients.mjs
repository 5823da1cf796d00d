// The cost of a thousand clients that do not read, or send next to nothing, and whether a healthy client is served meanwhile.
// The slow clients belong to this process; memory is that of the gateway's process alone. Measured with Node's defaults:
// 7.6 GB.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { command } from './support/assembly.mjs';
import { outputMatch, startNode, stop } from './support/processes.mjs';
import { median, short, table } from './support/statistics.mjs';

export const title = 'Slow clients';

const require = createRequire(import.meta.url);
/** Sizes of the response that each slow reader requests, and of the body that each slow sender announces. */
const RESPONSE_BYTES = 4 * 1024 * 1024;
const BODY_BYTES = 4 * 1024 * 1024;
/** Slow readers ask for so many responses at once, on one connection. */
const PIPELINED = 3;
const LOOK_MS = 250;
/** Targets: see docs/internals/performance.md. */
const MAX_RESIDENT_MIB = 1024;

export async function run({ isQuick }) {
  const count = isQuick ? 200 : 1000;
  const seconds = isQuick ? 6 : 20;
  const { directory, assembly } = makeAssembly();
  try {
    const idle = await measure(assembly, { count: 0, seconds: 2, open: () => undefined });
    const readers = await measure(assembly, { count, seconds, open: slowReader });
    const senders = await measure(assembly, { count, seconds, open: slowSender });
    const row = (name, { peakMiB, asked, answered, latencies }) =>
      [name, short(peakMiB), `${answered} of ${asked}`, short(median(latencies)), short(Math.max(...latencies))];
    const header = ['', 'resident memory at most, MiB', 'healthy requests answered', 'median, ms', 'longest, ms'];
    const rows = [row('nobody', idle), row(`${count} slow readers`, readers), row(`${count} slow senders`, senders)];
    const entries = [['readers', readers], ['senders', senders]].flatMap(([who, seen]) => [
      {
        name: `memory with ${count} slow ${who}, MiB`, ours: seen.peakMiB, peer: idle.peakMiB, ratio: seen.peakMiB / idle.peakMiB,
        target: `below ${MAX_RESIDENT_MIB}`, ok: seen.peakMiB < MAX_RESIDENT_MIB,
      },
      {
        name: `healthy requests answered beside ${count} slow ${who}`, ours: seen.answered, peer: seen.asked, ratio: seen.answered / seen.asked,
        target: 'all', ok: seen.asked > 0 && seen.answered === seen.asked,
      },
    ]);
    const text = `Slow readers ask for ${PIPELINED} × 4 MiB and read 5 bytes in 5 s; slow senders announce 4 MiB, send 1 MiB and then a byte a second. `
      + `${seconds} s each; a healthy client asks for a small answer all the time.\n\n${table(header, rows)}`;
    return { text, entries };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measure(assembly, { count, seconds, open }) {
  const child = startNode([command, 'serve', assembly, '--port', '0', '--no-watch', '--account-limit', 'off']);
  const sockets = [];
  try {
    const [url] = await outputMatch(child, /http:\/\/127\.0\.0\.1:\d+/);
    const port = Number(new URL(url).port);
    await fetch(`${url}/prod/small`);
    const seen = { peakMiB: residentMiB(child.pid), asked: 0, answered: 0, latencies: [] };
    for (let index = 0; index < count; index += 1) sockets.push(open(port));
    const endAt = performance.now() + seconds * 1000;
    while (performance.now() < endAt) {
      const startedAt = performance.now();
      seen.asked += 1;
      const isAnswered = await fetch(`${url}/prod/small`, { signal: AbortSignal.timeout(10_000) })
        .then(async (response) => response.status === 200 && await response.text() === 'small', () => false);
      if (isAnswered) seen.answered += 1;
      seen.latencies.push(performance.now() - startedAt);
      seen.peakMiB = Math.max(seen.peakMiB, residentMiB(child.pid));
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return seen;
  } finally {
    for (const socket of sockets) socket.stop();
    await stop(child);
  }
}

/** Asks for much and reads five bytes every five seconds. */
function slowReader(port) {
  const socket = connect({ port, host: '127.0.0.1', highWaterMark: 1024 }).on('error', () => undefined).pause();
  socket.write('GET /prod/large HTTP/1.1\r\nHost: bench.test\r\n\r\n'.repeat(PIPELINED));
  const timer = setInterval(() => socket.read(5), 5_000);
  return { stop: () => end(socket, timer) };
}

/** Announces much, sends a quarter of it, and then a byte a second. */
function slowSender(port) {
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined).resume();
  socket.write(`POST /prod/small HTTP/1.1\r\nHost: bench.test\r\nContent-Type: text/plain\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`);
  socket.write(Buffer.alloc(BODY_BYTES / 4, 'x'));
  const timer = setInterval(() => socket.writable && socket.write('x'), 1_000);
  return { stop: () => end(socket, timer) };
}

function end(socket, timer) {
  clearInterval(timer);
  socket.destroy();
}

function makeAssembly() {
  const { Api, App, ProxyFunction } = require('../build/index.js');
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-bench-'));
  const code = path.join(directory, 'code');
  mkdirSync(code);
  writeFileSync(path.join(code, 'index.js'), `
const large = 'x'.repeat(${RESPONSE_BYTES});
exports.large = async () => ({ statusCode: 200, body: large });
exports.small = async () => ({ statusCode: 200, body: 'small' });`);
  const assembly = path.join(directory, 'gateway.out');
  const app = new App({ outdir: assembly });
  const api = new Api(app, 'Bench');
  const add = (name, handler, props) => api.root.addResource(name).addMethod('ANY', new ProxyFunction(app, name, { code, handler, ...props }));
  add('large', 'index.large', { maxInstances: 2, memorySize: 512 });
  add('small', 'index.small');
  app.synth();
  return { directory, assembly };
}

/** Linux only. */
function residentMiB(pid) {
  try {
    return Number(/^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
