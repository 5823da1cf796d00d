import { spawn, type ChildProcess } from 'node:child_process';
import { buildSync } from 'esbuild';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..');

/** A program that deploys in a loop and prints `start 3` before and `done 3` after each deploy. */
const PROGRAM = `
import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { deploy } from './lib/runtime/state/deploy';

const [source, stage, first, count, retry] = process.argv.slice(2);
const file = path.join(source, 'Pets.gateway.json');
const base = JSON.parse(readFileSync(file, 'utf8'));
for (let number = Number(first); number < Number(first) + Number(count); number++) {
  base.functions.Pets.environment = { NUMBER: String(number) };
  writeFileSync(file, JSON.stringify(base));
  writeSync(1, 'start ' + number + '\\n');
  for (;;) {
    try {
      deploy({ source, stateDirectory: process.env.STATE, api: 'Pets', stage, now: Date.now });
      break;
    } catch (error) {
      if (error.code !== 'DEPLOY_IN_PROGRESS' || retry !== 'retry') throw error;
    }
  }
  writeSync(1, 'done ' + number + '\\n');
}
`;

export interface DeployerCall {
  readonly source: string;
  readonly stateDirectory: string;
  readonly stage: string;
  readonly first: number;
  readonly count: number;
  /** Whether to retry while another deployer holds the lock. */
  readonly retry?: boolean;
}

/** Builds the program once; each start is a process of its own. */
export function deployerIn(directory: string): (call: DeployerCall) => ChildProcess {
  const outfile = path.join(directory, 'deployer.cjs');
  buildSync({ stdin: { contents: PROGRAM, resolveDir: root, loader: 'ts' }, outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'warning' });
  return ({ source, stateDirectory, stage, first, count, retry }) =>
    spawn(process.execPath, [outfile, source, stage, String(first), String(count), retry === true ? 'retry' : ''], {
      env: { STATE: stateDirectory },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
}

/** Waits for a deployer to end; returns its standard error and its exit code. */
export async function outputOf(
  child: ChildProcess, onLine: (line: string) => void = () => undefined,
): Promise<{ errors: string; code: number | null }> {
  let errors = '';
  child.stderr?.on('data', (data) => { errors += data; });
  child.stdout?.on('data', (data) => {
    for (const line of String(data).split('\n').filter(Boolean)) onLine(line);
  });
  const code = await new Promise<number | null>((resolve) => { child.on('close', resolve); });
  return { errors, code };
}
