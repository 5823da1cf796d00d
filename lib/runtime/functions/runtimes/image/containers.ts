import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import type { ImageCode } from '../../../../spec';
import type { ContainerClient, ContainerStart } from '../runtime-kind';
import { remembered } from '../search';

/** How long an engine may take to remove a container, or to list them. */
const ENGINE_MS = 10_000;
/** Lambda's default size of /tmp. */
const TMP_MIB = 512;

/** Options that give the containers of a virtual machine a name for this one, which those of other engines have already. */
const HOST_NAME = ['--add-host', 'host.docker.internal:host-gateway'];
const HOST_NAMES: Partial<Record<ImageCode['engine'], readonly string[]>> = { finch: HOST_NAME, nerdctl: HOST_NAME };

/** Variables of the gateway by which the program of an engine finds its server, its settings and its helpers. */
const OF_ENGINE = /^(?:PATH|HOME|USER|TMPDIR|XDG_.*|DOCKER_.*|CONTAINER_.*|CONTAINERS_.*|PODMAN_.*|FINCH_.*|NERDCTL_.*|CONTAINERD_.*|LIMA_.*|DBUS_SESSION_BUS_ADDRESS|SYSTEMROOT|USERPROFILE|LOCALAPPDATA)$/i;
/** Variables that change what any program does: a function's own are for its container only. */
const OF_ANY_PROGRAM = /^(?:LD_.*|GO.*|SSL_CERT_.*|(?:HTTPS?|NO|ALL)_PROXY)$/i;
/** Variables of an instance that an image sets for itself. */
const OF_IMAGE = ['PATH', 'LANG', 'TZ', 'HOME', 'TMPDIR', 'LAMBDA_TASK_ROOT', '_HANDLER'];

/** Starts and removes the containers of an image. @param executable - absolute path of the engine's program */
export function containerClient(executable: string, code: ImageCode): ContainerClient {
  return {
    hostName: code.network === 'host' ? '127.0.0.1' : 'host.docker.internal',
    start: async (start) => {
      await removeStale(executable);
      const engine = engineEnvironment();
      const variables = Object.entries(start.assigned).filter(([name]) => name in start.own || !OF_IMAGE.includes(name));
      // in the command line only where the program would take it for its own: all users of the machine can read that
      const isForBoth = (name: string): boolean => name in engine || OF_ENGINE.test(name) || OF_ANY_PROGRAM.test(name);
      const passed = variables.flatMap(([name, value]) => ['-e', isForBoth(name) ? `${name}=${value}` : name]);
      const inherited = Object.fromEntries(variables.filter(([name]) => !isForBoth(name)));
      return { command: [executable, ...runArguments(code, start, [...passed, '-e', 'AWS_LAMBDA_RUNTIME_API'])], environment: { ...inherited, ...engine } };
    },
    remove: async (id) => {
      await ask(executable, ['rm', '-f', nameOf(id)]);
    },
  };
}

function runArguments(code: ImageCode, { id, memoryMiB }: ContainerStart, variables: readonly string[]): readonly string[] {
  const { engine, image, network, entryPoint, command = [], workingDirectory } = code;
  const [program, ...parameters] = entryPoint ?? [];
  return [
    'run', '--rm', '--init', '--pull', 'never', '--name', nameOf(id),
    ...network === 'host' ? ['--network', 'host'] : HOST_NAMES[engine] ?? [],
    // swap included, so there is none
    '--memory', `${memoryMiB}m`, '--memory-swap', `${memoryMiB}m`,
    '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--read-only', '--tmpfs', `/tmp:rw,exec,size=${TMP_MIB}m`,
    ...workingDirectory === undefined ? [] : ['--workdir', workingDirectory],
    ...program === undefined ? [] : [`--entrypoint=${program}`],
    ...variables, image, ...parameters, ...command,
  ];
}

function engineEnvironment(): Readonly<Record<string, string>> {
  const variables = Object.entries(process.env);
  return Object.fromEntries(variables.flatMap(([name, value]) => (value !== undefined && OF_ENGINE.test(name) ? [[name, value]] : [])));
}

/** Names of this machine's containers begin with it: an engine may be shared with others. */
const OURS = `synthgate-${createHash('sha256').update(hostname()).digest('hex').slice(0, 8)}-`;

/** The name of an instance's container; in it is the process that has to remove it. */
function nameOf(id: string): string {
  return `${OURS}${process.pid}-${id}`;
}

const sweeps = remembered<undefined>();

/** Removes, once for an engine, the containers of gateways that were killed. Never rejects. */
function removeStale(executable: string): Promise<undefined> {
  return sweeps(executable, async () => {
    const names = (await ask(executable, ['ps', '-a', '--filter', `name=${OURS}`, '--format', '{{.Names}}'])).split('\n');
    const stale = names.filter((name) => name.startsWith(OURS) && !isRunning(Number.parseInt(name.slice(OURS.length), 10)));
    if (stale.length > 0) await ask(executable, ['rm', '-f', ...stale]);
    return undefined;
  });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // a process of another user is one, too
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Runs a command of an engine. @returns what it writes; nothing where it fails, as it does for a container that is gone */
function ask(executable: string, parameters: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(executable, parameters, { timeout: ENGINE_MS, env: engineEnvironment() }, (error, output) => resolve(error === null ? output : ''));
  });
}
