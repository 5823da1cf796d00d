// An assembly as synthesis writes it: manifest, spec, code.json and one asset per function.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { canonicalText } from '../../build/spec/index.js';

/** Writes the assembly of one API; `functions` are those of a recorded case. */
export function writeAssembly(folder, { spec, functions }) {
  mkdirSync(folder, { recursive: true });
  const code = Object.entries(functions).map(([name, recorded]) => [name, writeAsset(folder, handlerText(recorded))]);
  write(folder, 'code.json', { functions: Object.fromEntries(code) });
  write(folder, `${spec.api.name}.gateway.json`, spec);
  write(folder, 'manifest.json', { version: '1.0.0', apis: { [spec.api.name]: { spec: `${spec.api.name}.gateway.json` } }, code: 'code.json' });
}

function write(folder, name, value) {
  writeFileSync(path.join(folder, name), canonicalText(value));
}

function writeAsset(folder, text) {
  const digest = createHash('sha256').update(text).digest('hex');
  const asset = `assets/asset.${digest}`;
  mkdirSync(path.join(folder, asset), { recursive: true });
  writeFileSync(path.join(folder, asset, 'index.js'), text);
  return { asset, digest, handler: 'index.handler' };
}

const HANDLERS = {
  'proxy-echo': () => '(event) => ({ statusCode: 200, body: JSON.stringify(event), isBase64Encoded: false })',
  'echo': () => '(event) => event',
  'return-parsed-body': () => `(event) => {
  if (typeof event.body !== 'string') throw new TypeError('the body is no text');
  return JSON.parse(event.body);
}`,
  'return': ({ value }) => `() => (${JSON.stringify(value)})`,
  'js': ({ code }) => code,
};

function handlerText(recorded) {
  const handler = HANDLERS[recorded.handler];
  if (handler === undefined) {
    throw new Error(`unknown function handler ${recorded.handler}`);
  }
  return `const handle = ${handler(recorded)};\nexports.handler = async (event) => handle(event);\n`;
}
