// How long does a test wait for its gateway? From `createTestGateway` to the promise, each time in a process of its own.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { median, short, table } from './support/statistics.mjs';

export const title = 'Starting a gateway inside a test';

const root = path.resolve(import.meta.dirname, '..');

/** `first` is the first of a process, with everything it loads and compiles; `next` the median of ten more. */
const PROGRAM = `
  const { Api, App, ProxyFunction } = require('synthgate');
  const { createTestGateway } = require('synthgate/testing');
  const { createServer } = require('node:http');
  const [entry, count, kind] = process.argv.slice(1);
  const declare = () => {
    const app = new App();
    const api = new Api(app, 'PetsApi', { quotas: { resources: 2000 } });
    const pets = new ProxyFunction(app, 'Pets', { entry });
    for (let index = 0; index < Number(count); index++) api.root.addResource('pets' + index).addMethod('GET', pets);
    return api;
  };
  const bare = async () => {
    const server = createServer((request, response) => response.end());
    await new Promise((resolve) => server.listen(0, resolve));
    return { close: () => new Promise((resolve) => server.close(resolve)) };
  };
  const functions = kind === 'stub' ? { Pets: { statusCode: 200 } } : {};
  (async () => {
    const times = [];
    for (let round = 0; round < 11; round++) {
      const api = declare();
      const startedAt = performance.now();
      const gateway = kind === 'bare' ? await bare() : await createTestGateway(api, { functions });
      times.push(performance.now() - startedAt);
      await gateway.close();
    }
    console.log(JSON.stringify({ first: times[0], next: times.slice(1).sort((left, right) => left - right)[5] }));
  })();
`;

export async function run({ isQuick }) {
  const rounds = isQuick ? 3 : 9;
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-bench-'));
  const entry = path.join(directory, 'pets.ts');
  writeFileSync(entry, 'export const handler = async () => ({ statusCode: 200, body: "{}" });\n');
  writeFileSync(path.join(directory, 'package.json'), '{"name":"bench"}');
  const cases = [['bare node:http', 0, 'bare'], ...[10, 100, 1000].flatMap((count) => [
    [`${count} methods, stubs only`, count, 'stub'],
    [`${count} methods, a function that is bundled`, count, 'real'],
  ])].map(([name, count, kind]) => ({ name, count, kind, first: [], next: [] }));
  try {
    for (let round = 0; round < rounds; round++) {
      for (const one of cases) {
        const output = execFileSync(process.execPath, ['-e', PROGRAM, entry, String(one.count), one.kind], { cwd: root, encoding: 'utf8' });
        const { first, next } = JSON.parse(output);
        one.first.push(first);
        one.next.push(next);
      }
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
  const rows = cases.map(({ name, first, next }) => [name, short(median(first)), short(median(next))]);
  return `${rounds} processes in turn.\n\n${table(['gateway', 'first of a process, ms', 'the next ones, ms'], rows)}`;
}
