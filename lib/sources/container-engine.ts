import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { CONTAINER_ENGINES, type ContainerEngine, type ImageCode } from '../spec';

/** How long an engine may take to say that it is there. */
const ANSWER_MS = 3_000;

/** An engine that runs containers, on this machine. */
export interface FoundEngine extends Pick<ImageCode, 'engine' | 'network'> {
  /** Absolute path of its program. */
  readonly executable: string;
}

/** Why no engine can be used. */
export interface NoEngine {
  readonly reason: string;
}

let search: Promise<FoundEngine | NoEngine> | undefined;

/** Finds an engine whose server answers; functions that are made at the same time look for it once. */
export function findEngine(): Promise<FoundEngine | NoEngine> {
  search ??= askAll().finally(() => {
    search = undefined;
  });
  return search;
}

async function askAll(): Promise<FoundEngine | NoEngine> {
  const programs = CONTAINER_ENGINES.flatMap((engine) => {
    const executable = inPath(engine);
    return executable === undefined ? [] : [{ engine, executable }];
  });
  const answers = await Promise.all(programs.map(ask));
  const engine = answers.find((answer) => 'executable' in answer);
  if (engine !== undefined) return engine;
  const reasons = answers.flatMap((answer) => ('reason' in answer ? [answer.reason] : []));
  return { reason: reasons.length === 0 ? `none of ${CONTAINER_ENGINES.join(', ')} is in PATH` : reasons.join('; ') };
}

interface Program {
  readonly engine: ContainerEngine;
  readonly executable: string;
}

/** Only a server makes the command succeed. */
function ask(program: Program): Promise<FoundEngine | NoEngine> {
  const { engine, executable } = program;
  return new Promise((resolve) => {
    execFile(executable, ['version'], { timeout: ANSWER_MS, env: process.env }, (error, output, errors) => {
      const [line = ''] = errors.trim().split('\n').slice(-1);
      if (error?.killed === true) resolve({ reason: `${engine} did not answer within ${ANSWER_MS / 1000} seconds` });
      else if (error === null) resolve(usable(program, output));
      else resolve({ reason: `${engine} has no server here: ${line === '' ? error.message : line}` });
    });
  });
}

/**
 * The engine, unless its containers cannot reach the gateway, which listens on this machine only.
 * @see https://docs.docker.com/engine/security/rootless/troubleshoot/
 */
function usable({ engine, executable }: Program, version: string): FoundEngine | NoEngine {
  const { DOCKER_HOST: docker = '', CONTAINER_HOST: podman = '' } = process.env;
  const host = engine === 'podman' ? podman : docker;
  if (/^(?:tcp|ssh):/.test(host) && !isLoopback(host)) return { reason: `${engine} runs containers on another machine: ${host}` };
  // a program of a virtual machine, on every system
  if (process.platform !== 'linux' || /^Server: Docker Desktop/m.test(version)) return { engine, executable, network: 'machine' };
  const isRootless = /^\s*rootlesskit:/m.test(version) || (engine === 'nerdctl' && process.getuid?.() !== 0);
  if (isRootless) return { reason: `${engine} is rootless, so its containers do not reach 127.0.0.1 of this machine; podman's do` };
  return { engine, executable, network: 'host' };
}

function isLoopback(url: string): boolean {
  return URL.canParse(url) && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}

function inPath(name: string): string | undefined {
  const directories = (process.env['PATH'] ?? '').split(path.delimiter).filter((directory) => directory !== '');
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  return directories.map((directory) => path.join(directory, file)).find((program) => existsSync(program));
}
