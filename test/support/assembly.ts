import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deployedSpec, fingerprint, readSpec, type GatewaySpecInput } from '../../lib/spec';

/** A gateway with one function and one stage; `environment` makes it another definition. */
export function petsSpec(change: Partial<GatewaySpecInput> = {}, environment: Record<string, string> = {}): GatewaySpecInput {
  return {
    format: 'synthgate/1',
    api: { id: 'pets', name: 'Pets' },
    functions: { Pets: { code: 'pets', handler: 'index.handler', environment } },
    resources: {
      '/': { id: 'root', methods: {} },
      '/pets': {
        id: 'pets',
        methods: {
          GET: { integration: { type: 'proxy', function: 'Pets' } },
          POST: { apiKeyRequired: true, integration: { type: 'proxy', function: 'Pets' } },
        },
      },
      '/pets/{id}': { id: 'pet', methods: { GET: { integration: { type: 'proxy', function: 'Pets' } } } },
    },
    stages: { prod: {} },
    ...change,
  };
}

const ANSWER_ONE = 'exports.handler = async () => ({ statusCode: 200, body: "one" });';

/** Writes an assembly as synthesis does; each function's code is `index.js` with the given text. */
export function writeAssembly(directory: string, specs: readonly GatewaySpecInput[], codeText = ANSWER_ONE): string {
  const digest = createHash('sha256').update(codeText).digest('hex');
  const asset = `assets/asset.${digest}`;
  write(directory, `${asset}/index.js`, codeText);
  const functions = specs.flatMap((spec) => Object.keys(spec.functions ?? {})).map((name) => [name, { asset, digest, handler: 'index.handler' }]);
  write(directory, 'code.json', { functions: Object.fromEntries(functions) });
  for (const spec of specs) write(directory, `${spec.api.name}.gateway.json`, spec);
  const apis = specs.map((spec) => [spec.api.name, { spec: `${spec.api.name}.gateway.json`, fingerprint: fingerprintOf(spec), apiId: spec.api.id }]);
  write(directory, 'manifest.json', { version: '1.0.0', apis: Object.fromEntries(apis), schema: 'gateway.schema.json', code: 'code.json' });
  return directory;
}

export function fingerprintOf(spec: GatewaySpecInput): string {
  return fingerprint(deployedSpec(readSpec(spec, 'test').spec));
}

/** The code of the error that a call throws. */
export function codeOfError(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error);
  }
  return 'no error';
}

function write(directory: string, name: string, content: unknown): void {
  const file = path.join(directory, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}
