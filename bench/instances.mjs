// How long does a function take to start? Measures its first call, with a prewarmed process and without, the call after a
// crash, the answer after a death, and the memory of an idle instance. Over HTTP, so all times include the gateway's own.
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { command } from './support/assembly.mjs';
import { outputMatch, startNode, stop } from './support/processes.mjs';
import { median, percentile, short, table } from './support/statistics.mjs';
import { measured } from './support/targets.mjs';

export const title = 'Instances of functions';

const require = createRequire(import.meta.url);
/** Time for a prewarmed process to start and become idle. */
const SETTLE_MS = 500;
const HANDLER = `
exports.handler = async (event, context) => {
  const { how } = event.queryStringParameters ?? {};
  if (how === 'exit') process.exit(1);
  if (how === 'wait') { console.log('pid=' + process.pid); await new Promise(() => undefined); }
  return { statusCode: 200, body: String(process.pid) };
};`;

export async function run({ isQuick }) {
  const count = isQuick ? 8 : 40;
  const { directory, assembly } = makeAssembly(2 * count + 1);
  try {
    const prewarmed = await measure(assembly, { count, options: [] });
    const without = await measure(assembly, { count, options: ['--no-prewarm'] });
    const figures = (values) => [short(median(values)), short(percentile(values, 0.95))];
    const row = (name, key) => [name, ...[prewarmed, without].flatMap((one) => figures(one[key]))];
    const rows = [
      row('first call of a function, ms', 'cold'),
      row('call after a crash, ms', 'replaced'),
      row('answer after a SIGKILL, ms', 'deaths'),
      row('second call, ms', 'warm'),
      row('resident memory of an idle instance, MiB', 'residentMiB'),
    ];
    return {
      text: `${count} functions each.\n\n${table(['', 'prewarmed: p50', 'p95', 'without: p50', 'p95'], rows)}`,
      entries: [
        measured({ name: 'first call of a function without a prewarmed process, p95 in ms', ours: percentile(without.cold, 0.95), below: 125, unit: 'ms' }),
        measured({ name: 'call after a crash with a prewarmed process, p50 in ms', ours: median(prewarmed.replaced), below: 15, unit: 'ms' }),
      ],
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measure(assembly, { count, options }) {
  const child = startNode([command, 'serve', assembly, '--port', '0', ...options]);
  const agent = new Agent({ keepAlive: true });
  try {
    const [url] = await outputMatch(child, /http:\/\/127\.0\.0\.1:\d+/);
    const ask = (name, how = 'well') => timed(`${url}/prod/${name}?how=${how}`, agent);
    const seen = { cold: [], warm: [], replaced: [], deaths: [], residentMiB: [] };
    await ask('F0');
    for (let index = 1; index <= count; index += 1) {
      await settle();
      const cold = await ask(`F${index}`);
      seen.cold.push(cold.ms);
      seen.warm.push((await ask(`F${index}`)).ms);
      await settle();
      seen.residentMiB.push(residentMiB(cold.body));
      await ask(`F${index}`, 'exit');
      seen.replaced.push((await ask(`F${index}`)).ms);
      seen.deaths.push(await death(child, () => ask(`F${index}`, 'wait')));
    }
    return seen;
  } finally {
    agent.destroy();
    await stop(child);
  }
}

/** From the signal to the answer of the call that ran in the process. */
async function death(child, ask) {
  const asked = ask();
  const [, pid] = await new Promise((resolve) => {
    let text = '';
    const look = (data) => {
      text += data;
      const match = /pid=(\d+)\n/.exec(text);
      if (match === null) return;
      child.stdout.off('data', look);
      resolve(match);
    };
    child.stdout.on('data', look);
  });
  const killedAt = performance.now();
  process.kill(Number(pid), 'SIGKILL');
  await asked;
  return performance.now() - killedAt;
}

function timed(url, agent) {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    request(url, { agent }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text) => {
        body += text;
      });
      response.on('end', () => resolve({ ms: performance.now() - startedAt, body }));
    }).on('error', reject).end();
  });
}

function makeAssembly(count) {
  const { Api, App, ProxyFunction } = require('../build/index.js');
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-bench-'));
  const code = path.join(directory, 'code');
  mkdirSync(code);
  writeFileSync(path.join(code, 'index.js'), HANDLER);
  const assembly = path.join(directory, 'gateway.out');
  const app = new App({ outdir: assembly });
  const api = new Api(app, 'Bench');
  for (let index = 0; index < count; index += 1) {
    api.root.addResource(`F${index}`).addMethod('GET', new ProxyFunction(app, `F${index}`, { code }));
  }
  app.synth();
  return { directory, assembly };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

/** Linux only. */
function residentMiB(pid) {
  try {
    return Number(/^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
