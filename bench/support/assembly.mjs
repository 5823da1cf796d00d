import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const require = createRequire(import.meta.url);
const root = path.resolve(import.meta.dirname, '..', '..');
const ROUTES_PER_SECTION = 100;

/** The command line that users start. */
export const command = path.join(root, 'bin', 'synthgate');

/**
 * An assembly with one function behind GET and POST /pets/{petId}, GET /event and GET /pid; to be removed afterwards. `routes`: so
 * many more, see `routePaths`; `isHttpApi`: the same routes as an HTTP API.
 */
export function makeAssembly({ functionProps = {}, routes = 0, isHttpApi = false } = {}) {
  const { Api, App, ProxyFunction } = require('../../build/index.js');
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-bench-'));
  const code = path.join(directory, 'code');
  mkdirSync(code);
  copyFileSync(path.join(import.meta.dirname, '..', 'peers', 'handler.mjs'), path.join(code, 'index.mjs'));
  const assembly = path.join(directory, 'gateway.out');
  const app = new App({ outdir: assembly });
  const pets = new ProxyFunction(app, 'Pets', { code, handler: 'index.handler', ...functionProps });
  const api = new Api(app, 'Bench', routes === 0 ? {} : { quotas: { resources: 2 * routes + 10 } });
  const pet = api.root.addResource('pets').addResource('{petId}');
  for (const method of ['GET', 'POST']) pet.addMethod(method, pets);
  api.root.addResource('event').addMethod('GET', pets);
  api.root.addResource('pid').addMethod('GET', pets);
  for (let index = 0; index < routes; index += 1) {
    const section = api.root.getResource(sectionOf(index)) ?? api.root.addResource(sectionOf(index));
    section.addResource(itemOf(index)).addMethod('GET', pets);
  }
  app.synth();
  if (isHttpApi) asHttpApi(path.join(assembly, 'Bench.gateway.json'));
  return { assembly, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

/** The same routes, functions and stages in a spec of an HTTP API. */
function asHttpApi(file) {
  const { format, api: { id, name }, functions, resources, stages } = JSON.parse(readFileSync(file, 'utf8'));
  const routed = Object.entries(resources).map(([at, { id: resourceId, methods }]) => [at, {
    id: resourceId,
    methods: Object.fromEntries(Object.keys(methods).map((method) => [method, { integration: { type: 'proxy', function: 'Pets' } }])),
  }]);
  const spec = { format, protocol: 'http', api: { id, name }, functions, resources: Object.fromEntries(routed), stages: Object.fromEntries(Object.keys(stages).map((stage) => [stage, {}])) };
  writeFileSync(file, JSON.stringify(spec));
}

/** Paths of all additional routes: /section12/item1234. */
export function routePaths(count) {
  return Array.from({ length: count }, (_, index) => `/${sectionOf(index)}/${itemOf(index)}`);
}

const sectionOf = (index) => `section${Math.floor(index / ROUTES_PER_SECTION)}`;
const itemOf = (index) => `item${index}`;
