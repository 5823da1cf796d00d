import { spawn, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import type { Duplex, Readable } from 'node:stream';
import { LIMITS } from '../../../spec';
import { AnswerLog } from '../wire/answer-log';
import { CallSocket } from './call-socket';
import type { FunctionUser } from './function-user';
import type { NodeCapabilities } from './node-capabilities';
import type { EngineSettings } from '../options';
import { permissionFlags, type Reach } from '../permissions';
import { withLimits } from './process-limits';

/** Lambda's limit on a synchronous answer, which is that on a call. */
export const MAX_RESULT_BYTES = LIMITS.functionPayloadBytes.max;

/** Memory for thread stacks, code and Node's buffers, on top of the function's own. */
const SLACK_MIB = 64;
/** Resident memory of an empty instance (measured: 43 MiB). */
const NODE_RESIDENT_MIB = 43;
/** Functions yield to the gateway when the machine is busy. */
const NICENESS = 5;
export interface LaunchOrder {
  readonly settings: Pick<EngineSettings, 'nodePath' | 'hostFile'>;
  readonly capabilities: NodeCapabilities;
  readonly memoryMiB: number;
  /** The whole environment that the process starts with. */
  readonly environment: Readonly<Record<string, string>>;
  readonly directory: string;
  readonly reach: Reach;
  /** Whether a debugger can attach: Node has no inspector under its permission model. */
  readonly isInspected: boolean;
  /** Where a process that has to wait finds what it rehearses with. */
  readonly rehearsalDirectory?: string | undefined;
  /** Default: the user of this process. */
  readonly user?: FunctionUser;
}

export interface LaunchedProcess {
  readonly child: ChildProcess;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly channel: Duplex;
  /** Answers that the process has not sent yet. */
  readonly answerLog: Pick<AnswerLog, 'read'>;
  /** Where it reads its calls; undefined on Windows, which has no such sockets. */
  readonly callSocket: CallSocket | undefined;
}

/**
 * Starts one process in its own process group, with the limits that the system enforces without further rights. It is still
 * unassigned and waits on its channel for a function.
 */
export async function launch(order: LaunchOrder): Promise<LaunchedProcess> {
  const callSocket = process.platform === 'win32' ? undefined : await CallSocket.open(order.directory);
  let answerLog: AnswerLog | undefined;
  try {
    answerLog = new AnswerLog();
    return start(order, answerLog, callSocket);
  } catch (error) {
    // a process that cannot be started must not keep descriptors: there may be too few of them
    answerLog?.close();
    callSocket?.close();
    throw error;
  }
}

function start(order: LaunchOrder, answerLog: AnswerLog, callSocket: CallSocket | undefined): LaunchedProcess {
  const { settings, rehearsalDirectory } = order;
  const ownArguments = rehearsalDirectory === undefined ? [] : [rehearsalDirectory];
  const command = [settings.nodePath, ...nodeFlags(order), settings.hostFile, ...ownArguments];
  const [file = '', ...rest] = withLimits(command, dataLimitKiB(order));
  const child = spawn(file, rest, {
    ...order.user,
    cwd: order.directory,
    env: order.environment,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', answerLog.fd, callSocket?.theirs ?? 'ignore'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  if (!hasPipes(child)) throw withoutDescriptors(child);
  child.once('exit', () => answerLog.close()).once('error', () => answerLog.close());
  // after `exit`, once its instance has read back the unread calls
  child.once('close', () => callSocket?.close()).once('error', () => callSocket?.close());
  lowerPriority(child);
  const [, stdout, stderr, channel] = child.stdio;
  // 'pipe' at 1 to 3 above gives two readable streams and one duplex stream
  return { child, stdout: stdout as Readable, stderr: stderr as Readable, channel: channel as Duplex, answerLog, callSocket };
}

/** Resident memory at which an instance is killed, in KiB: Node's own memory comes on top of the function's. */
export function residentLimitKiB({ memoryMiB }: { readonly memoryMiB: number }): number {
  return (memoryMiB + NODE_RESIDENT_MIB + SLACK_MIB) * 1024;
}

/** Node's own memory comes on top of the function's; undefined if the system does not report it. */
function dataLimitKiB({ capabilities: { dataKiB }, memoryMiB }: LaunchOrder): number | undefined {
  return dataKiB === undefined ? undefined : dataKiB + (memoryMiB + SLACK_MIB) * 1024;
}

/** A free port with an unknown path: Node tells it to no client, but writes it to the function's output, which leaves it out. */
const INSPECTOR_FLAGS = ['--inspect=127.0.0.1:0', '--inspect-publish-uid=stderr'];

function nodeFlags({ capabilities, memoryMiB, reach, isInspected }: LaunchOrder): readonly string[] {
  return [
    `--max-old-space-size=${Math.max(32, Math.floor(memoryMiB * 0.75))}`,
    '--max-semi-space-size=8',
    ...['--disable-sigusr1'].filter((flag) => capabilities.flags.has(flag)),
    ...(isInspected ? INSPECTOR_FLAGS : permissionFlags(capabilities, reach)),
  ];
}

/** Whether Node has made the pipes: where descriptors are lacking, it makes none, and tells later, with an event. */
function hasPipes(child: Partial<Pick<ChildProcess, 'stdio'>>): boolean {
  return child.stdio !== undefined;
}

function withoutDescriptors(child: ChildProcess): Error {
  child.once('error', () => undefined); // the same
  return Object.assign(new Error('EMFILE: too many open files, pipe'), { code: 'EMFILE' });
}

function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, NICENESS);
  } catch {
    // it has already ended, which its exit event reports
  }
}
