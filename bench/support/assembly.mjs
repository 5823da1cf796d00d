import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const require = createRequire(import.meta.url);
const root = path.resolve(import.meta.dirname, '..', '..');

/** The command line that users start. */
export const command = path.join(root, 'bin', 'synthgate');

/** An assembly with one function behind GET /pets/{petId} and GET /event; to be removed afterwards. */
export function makeAssembly(functionProps = {}) {
  const { Api, App, ProxyFunction } = require('../../build/index.js');
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-bench-'));
  const code = path.join(directory, 'code');
  mkdirSync(code);
  copyFileSync(path.join(import.meta.dirname, '..', 'peers', 'handler.mjs'), path.join(code, 'index.mjs'));
  const assembly = path.join(directory, 'gateway.out');
  const app = new App({ outdir: assembly });
  const pets = new ProxyFunction(app, 'Pets', { code, handler: 'index.handler', ...functionProps });
  const api = new Api(app, 'Bench');
  api.root.addResource('pets').addResource('{petId}').addMethod('GET', pets);
  api.root.addResource('event').addMethod('GET', pets);
  app.synth();
  return { assembly, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
