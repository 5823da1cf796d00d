import { createHash } from 'node:crypto';
import { canonicalText, type FunctionSpec } from '../spec';
import { localText } from './local-text';
import type { LoadedCode, LoadedStage } from './loaded';
import type { FunctionVersion } from './ports';

export interface FunctionSettings {
  /** Local values of unresolved tokens. */
  readonly values: Readonly<Record<string, string>>;
}

/** The functions of a deployment as the engine runs them. Equal settings and code give equal keys, whatever the stage. */
export function functionVersions({ deployed, code }: LoadedStage, { values }: FunctionSettings): ReadonlyMap<string, FunctionVersion> {
  const versions = new Map<string, FunctionVersion>();
  for (const [name, spec] of Object.entries(deployed.functions)) {
    const loaded = Object.hasOwn(code, name) ? code[name] : undefined;
    if (loaded !== undefined) versions.set(name, functionVersion({ name, spec, code: loaded, values }));
  }
  return versions;
}

interface FunctionParts extends FunctionSettings {
  readonly name: string;
  readonly spec: FunctionSpec;
  readonly code: LoadedCode;
}

function functionVersion({ name, spec, code, values }: FunctionParts): FunctionVersion {
  const local = (key: string, text: string) => localText(text, values, `function ${name}, environment ${key}`);
  const environment = Object.entries(spec.environment).map(([key, text]) => [key, local(key, text)] as const);
  const settings = {
    name,
    handler: code.handler,
    memoryMiB: spec.memoryMiB,
    timeoutMs: spec.timeoutMs,
    environment: Object.fromEntries(environment),
    concurrency: spec.concurrency,
    maxInstances: spec.maxInstances,
    maxRetryAttempts: spec.deadLetter.maxRetryAttempts,
  };
  const key = createHash('sha256').update(canonicalText({ ...settings, digest: code.digest })).digest('hex');
  return { ...settings, key, codeDirectory: code.directory };
}
