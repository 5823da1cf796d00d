// Compares languages of functions. The same small handler in Node.js, in Python, and as a custom runtime that asks for its
// calls over the Runtime API, behind one gateway: requests a second, processor time of the gateway for each, first calls. Peers that
// run Python without Docker start a process or speak over standard output for each call; none answers as Lambda does.
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { command } from './support/assembly.mjs';
import { load } from './support/load.mjs';
import { ownCpuMs } from './support/process-tree.mjs';
import { outputMatch, startNode, stop } from './support/processes.mjs';
import { median, short, table } from './support/statistics.mjs';
import { compared, measured } from './support/targets.mjs';

export const title = 'Languages of functions';

const require = createRequire(import.meta.url);
/** Time for a prewarmed process to start and become idle. */
const SETTLE_MS = 500;

const NODE = 'exports.handler = async (event) => ({ statusCode: 200, body: event.pathParameters.id });';
const PYTHON = 'def handler(event, context):\n    return {"statusCode": 200, "body": event["pathParameters"]["id"]}\n';

export async function run({ isQuick }) {
  const seconds = isQuick ? 2 : 8;
  const count = isQuick ? 5 : 20;
  const { directory, assembly } = makeAssembly(count);
  try {
    const rows = [];
    for (const language of ['node', 'python', 'custom']) rows.push({ language, ...await measure(assembly, language, { seconds, count }) });
    const [node, python, custom] = rows;
    const cells = rows.map(({ language, ...figures }) => [language, ...['perSecond', 'cpuUs', 'cold', 'prewarmed'].map((name) => short(figures[name]))]);
    return {
      text: table(['', 'requests a second', 'CPU of the gateway for each, µs', 'first call, p50 in ms', 'prewarmed, p50 in ms'], cells),
      entries: [
        compared({ name: 'requests a second of Python functions beside those of Node.js', ours: python.perSecond, peer: node.perSecond, atLeast: 0.5 }),
        compared({ name: 'requests a second of a custom runtime beside those of Node.js', ours: custom.perSecond, peer: node.perSecond, atLeast: 0.1 }),
        measured({ name: 'first call of a Python function, p50 in ms', ours: python.cold, below: 100, unit: 'ms' }),
        measured({ name: 'first call of a Python function with a prewarmed process, p50 in ms', ours: python.prewarmed, below: 15, unit: 'ms' }),
      ],
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measure(assembly, language, { seconds, count }) {
  const loaded = await serving(assembly, [], async (url, child) => {
    await load(`${url}/prod/${language}/1`, { seconds: 1 });
    const before = ownCpuMs(child.pid);
    const { perSecond, requests, failures } = await load(`${url}/prod/${language}/1`, { seconds });
    if (failures > 0) throw new Error(`${failures} of ${requests} requests to the function in ${language} failed`);
    return { perSecond, cpuUs: (ownCpuMs(child.pid) - before) * 1_000 / requests };
  });
  const coldWith = (options) => serving(assembly, options, async (url) => {
    const times = [];
    for (let index = 0; index < count; index += 1) {
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      const askedAt = performance.now();
      const response = await fetch(`${url}/prod/${language}${index}/1`);
      await response.text();
      if (response.status !== 200) throw new Error(`${language}${index} answered ${response.status}`);
      times.push(performance.now() - askedAt);
    }
    return median(times);
  });
  return { ...loaded, cold: await coldWith(['--no-prewarm']), prewarmed: await coldWith([]) };
}

async function serving(assembly, options, action) {
  const child = startNode([command, 'serve', assembly, '--port', '0', '--account-limit', 'off', ...options]);
  try {
    const [url] = await outputMatch(child, /http:\/\/127\.0\.0\.1:\d+/);
    return await action(url, child);
  } finally {
    await stop(child);
  }
}

/** One function of each language for the load, and further ones for first calls. */
function makeAssembly(count) {
  const { Api, App, FunctionRuntime, ProxyFunction } = require('../build/index.js');
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-bench-'));
  const code = (name, file, text) => {
    mkdirSync(path.join(directory, name));
    writeFileSync(path.join(directory, name, file), text);
    return path.join(directory, name);
  };
  const custom = code('custom', 'package.json', '{}');
  copyFileSync(path.join(import.meta.dirname, 'peers', 'runtime-client.cjs'), path.join(custom, 'bootstrap'));
  chmodSync(path.join(custom, 'bootstrap'), 0o755);
  const props = {
    node: { code: code('node', 'index.js', NODE), handler: 'index.handler' },
    python: { code: code('python', 'app.py', PYTHON), handler: 'app.handler', runtime: FunctionRuntime.PYTHON_3_12 },
    custom: { code: custom, handler: 'any', runtime: FunctionRuntime.PROVIDED_AL2023 },
  };
  const assembly = path.join(directory, 'gateway.out');
  const app = new App({ outdir: assembly });
  const api = new Api(app, 'Bench');
  for (const [language, given] of Object.entries(props)) {
    const names = [language, ...Array.from({ length: count }, (_, index) => `${language}${index}`)];
    for (const name of names) api.root.addResource(name).addResource('{id}').addMethod('GET', new ProxyFunction(app, name, given));
  }
  app.synth();
  return { directory, assembly };
}
