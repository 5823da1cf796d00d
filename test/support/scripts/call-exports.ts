import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..', '..');

/** The outcome of a call of an exported function: its value as JSON, or the message of the error that it threw. */
export interface Called {
  readonly value?: unknown;
  readonly error?: string;
}

/** Calls exported functions of one script, given by its path below the project; `env` is added to the environment. */
export function callExports(file: string, calls: readonly (readonly [name: string, ...values: unknown[]])[], env: object = {}): Called[] {
  const driver = path.join(__dirname, 'driver.mjs');
  const options = { encoding: 'utf8', env: { ...process.env, ...env } } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [driver, path.join(root, file), JSON.stringify(calls)], options);
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Called[];
}

/** Calls one of them and gives its value. */
export function callExport(file: string, name: string, ...values: readonly unknown[]): unknown {
  const [called] = callExports(file, [[name, ...values]]);
  if (called?.error !== undefined) throw new Error(called.error);
  return called?.value;
}
