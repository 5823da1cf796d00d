// The command line of the build, as users call it: beside a gateway that serves, so with less of the processor.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { builtProgram, program, repository } from '../repository';

const gatewayFolder = path.join(repository, 'test', 'suites', 'soak', 'gateway');
const COMMAND_MS = 300_000;

type Environment = Readonly<Record<string, string>>;

/** Runs one command to its end. @throws Error with what it wrote */
export function runCommand(parameters: readonly string[], env: Environment = {}): Promise<string> {
  const line = [process.execPath, program, ...parameters];
  const [file = '', ...rest] = process.platform === 'win32' ? line : ['nice', '-n', '10', ...line];
  return new Promise((resolve, reject) => {
    const options = { cwd: repository, env: { ...process.env, ...env }, timeout: COMMAND_MS };
    execFile(file, rest, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`synthgate ${parameters[0]} ended with ${error.code ?? error.signal}: ${stdout}${stderr}`));
    });
  });
}

export interface Version {
  readonly directory: string;
  readonly backend: string;
  readonly output: string;
  readonly version: number;
}

/** Writes the code of a version and synthesizes the gateway with it. */
export async function synthesize({ directory, backend, output, version }: Version): Promise<void> {
  const code = path.join(directory, `code-${version}`);
  cpSync(path.join(gatewayFolder, 'code'), code, { recursive: true });
  writeFileSync(path.join(code, 'version.js'), `module.exports = ${version};\n`);
  await runCommand(['synth', '--app', path.join(gatewayFolder, 'app.ts'), '--output', output], { SOAK_CODE: code, SOAK_BACKEND: backend });
}

/** Starts `serve`, with the probe inside. */
export function spawnServe(parameters: readonly string[], { cwd, env }: { readonly cwd: string; readonly env: Environment }): ChildProcess {
  const line = ['--expose-gc', '--require', builtProgram('soak-probe'), program, 'serve', ...parameters];
  return spawn(process.execPath, line, { cwd, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env: { ...process.env, ...env } });
}
