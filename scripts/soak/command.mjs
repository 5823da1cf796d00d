// The command line of the build, as users call it: beside a gateway that serves, so with less of the processor.
import { execFile, spawn } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = path.resolve(import.meta.dirname, '../..');
const program = path.join(root, 'bin/synthgate');
const app = path.join(root, 'test/soak/app.ts');
const PROBE = pathToFileURL(path.join(import.meta.dirname, 'probe.mjs')).href;
const COMMAND_MS = 300_000;

/** Runs one command to its end. @throws Error with what it wrote */
export function runCommand(parameters, env = {}) {
  const [file, ...rest] = process.platform === 'win32' ? [process.execPath] : ['nice', '-n', '10', process.execPath];
  return new Promise((resolve, reject) => {
    const options = { cwd: root, env: { ...process.env, ...env }, timeout: COMMAND_MS };
    execFile(file, [...rest, program, ...parameters], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`synthgate ${parameters[0]} ended with ${error.code ?? error.signal}: ${stdout}${stderr}`));
    });
  });
}

/** Writes the code of a version and synthesizes the fixture with it. */
export async function synthesize({ directory, backend, output, version }) {
  const code = path.join(directory, `code-${version}`);
  cpSync(path.join(root, 'test/soak/code'), code, { recursive: true });
  writeFileSync(path.join(code, 'version.js'), `module.exports = ${version};\n`);
  await runCommand(['synth', '--app', app, '--output', output], { SOAK_CODE: code, SOAK_BACKEND: backend });
}

/** Starts `serve`, with the probe inside. */
export function spawnServe(parameters, { cwd, env }) {
  const line = ['--expose-gc', '--import', PROBE, program, 'serve', ...parameters];
  return spawn(process.execPath, line, { cwd, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env: { ...process.env, ...env } });
}
