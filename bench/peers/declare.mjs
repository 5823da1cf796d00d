// Declares as many methods as its parameter says, five below each resource, and makes the spec: prints what that took.
import { createRequire } from 'node:module';

const { Api, App, ProxyFunction } = createRequire(import.meta.url)('../../build/index.js');
const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'];
const count = Number(process.argv[2]);

const app = new App();
const pets = new ProxyFunction(app, 'Pets', { code: import.meta.dirname, handler: 'handler.handler' });
const api = new Api(app, 'Bench', { quotas: { resources: count + 1 } });
for (let index = 0; index < count; index += METHODS.length) {
  const resource = api.root.addResource(`pets${index}`);
  for (const method of METHODS.slice(0, count - index)) resource.addMethod(method, pets);
}
const startedAt = performance.now();
const text = api.toJson();
console.log(JSON.stringify({ synthMs: performance.now() - startedAt, kilobytes: text.length / 1_000 }));
