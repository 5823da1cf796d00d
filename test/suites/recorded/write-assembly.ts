import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { canonicalText } from 'synthgate/spec';
import type { RecordedFunction } from './recorded-case';

export interface Assembly {
  readonly spec: { readonly api: { readonly name: string } };
  readonly functions: Readonly<Record<string, RecordedFunction>>;
}

/** Writes the assembly of one API as synthesis does: manifest, spec, code.json and one asset per function. */
export function writeAssembly(folder: string, { spec, functions }: Assembly): void {
  mkdirSync(folder, { recursive: true });
  const code = Object.entries(functions).map(([name, fn]) => [name, writeAsset(folder, fn)]);
  const write = (name: string, value: unknown): void => writeFileSync(path.join(folder, name), canonicalText(value));
  write('code.json', { functions: Object.fromEntries(code) });
  write(`${spec.api.name}.gateway.json`, spec);
  write('manifest.json', { version: '1.0.0', apis: { [spec.api.name]: { spec: `${spec.api.name}.gateway.json` } }, code: 'code.json' });
}

function writeAsset(folder: string, fn: RecordedFunction): object {
  const { file, contents, handler } = fn.foreign ?? { file: 'index.js', contents: handlerText(fn), handler: 'index.handler' };
  const digest = createHash('sha256').update(contents).digest('hex');
  const asset = `assets/asset.${digest}`;
  mkdirSync(path.join(folder, asset), { recursive: true });
  writeFileSync(path.join(folder, asset, file), contents, { mode: 0o755 });
  return { asset, digest, handler };
}

const HANDLERS: Readonly<Record<string, (fn: RecordedFunction) => string>> = {
  'proxy-echo': () => '(event) => ({ statusCode: 200, body: JSON.stringify(event), isBase64Encoded: false })',
  'echo': () => '(event) => event',
  'return-parsed-body': () => `(event) => {
  if (typeof event.body !== 'string') throw new TypeError('the body is not a string');
  return JSON.parse(event.body);
}`,
  'return': ({ value }) => `() => (${JSON.stringify(value)})`,
  'js': ({ code }) => code ?? '',
};

function handlerText(fn: RecordedFunction): string {
  if (fn.handler === 'module') return fn.code ?? '';
  const handler = HANDLERS[fn.handler];
  if (handler === undefined) throw new Error(`unknown function handler ${fn.handler}`);
  return `const handle = ${handler(fn)};\nexports.handler = async (event) => handle(event);\n`;
}
