import { spawn, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import type { Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import { AnswerLog } from '../wire/answer-log';
import { CallSocket } from './call-socket';
import { openRuntimeApi, type RuntimeApiOptions } from '../runtimes/runtime-api';
import type { Assignment } from '../wire/assignment';
import type { InstanceWire } from './instance-wire';
import { FrameWire } from './frame-wire';
import type { FunctionUser } from './function-user';
import { withLimits } from './process-limits';

/** Memory for thread stacks, code and buffers, on top of the function's own. */
export const SLACK_MIB = 64;
/** Functions yield to the gateway when the machine is busy. */
const NICENESS = 5;

export interface ProcessOrder {
  readonly command: readonly string[];
  /** Limit of its private writable memory; undefined if that is not limited. */
  readonly dataLimitKiB: number | undefined;
  /** Default: the user of this process. */
  readonly user?: FunctionUser | undefined;
  /** The name by which it reaches this machine. @default '127.0.0.1' */
  readonly hostName?: string | undefined;
}

export interface LaunchOrder extends ProcessOrder {
  readonly environment: Readonly<Record<string, string>>;
  readonly directory: string;
  /** Whether the process builds events from the request's own bytes. @default false */
  readonly buildsEvents: boolean;
}

/** A process with its output, and what the gateway speaks with it over. */
export interface LaunchedProcess {
  readonly child: ChildProcess;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly wire: InstanceWire;
}

/** `isSandboxed`: whether the child is bubblewrap, which has started the process. @default false */
export type InstanceProcess = LaunchedProcess & { readonly isSandboxed?: boolean };

/** Starts one process in its own group, with the limits that need no further rights. It waits on its channel for a function. */
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
  const child = spawnGroup(order, ['pipe', answerLog.fd, callSocket?.theirs ?? 'ignore']);
  child.once('exit', () => answerLog.close()).once('error', () => answerLog.close());
  // after `exit`, once its instance has read back the unread calls
  child.once('close', () => callSocket?.close()).once('error', () => callSocket?.close());
  const [, stdout, stderr, channel] = child.stdio;
  // 'pipe' at 1 to 3 above gives two readable streams and one duplex stream
  const wire = new FrameWire({ channel: channel as Duplex, answerLog, callSocket, buildsEvents: order.buildsEvents });
  return { child, stdout: stdout as Readable, stderr: stderr as Readable, wire };
}

/** Starts a process that brings its client of the Runtime API along, with all that it is told in its environment. */
export async function launchClient(
  order: ProcessOrder, assignment: Assignment, ports: RuntimeApiOptions['ports'],
): Promise<LaunchedProcess> {
  const { functionName: name, handler, functionArn, environment, directory } = assignment;
  const { address, wire } = await openRuntimeApi({ version: { name, handler }, functionArn, ports, hostName: order.hostName });
  try {
    const child = spawnGroup({ ...order, environment: { ...environment, AWS_LAMBDA_RUNTIME_API: address }, directory }, []);
    const [, stdout, stderr] = child.stdio;
    // 'pipe' at 1 and 2 gives two readable streams
    return { child, stdout: stdout as Readable, stderr: stderr as Readable, wire };
  } catch (error) {
    wire.close();
    throw error;
  }
}

/** Starts a process in its own group, with its output as pipes, and these as its further descriptors. */
function spawnGroup(
  { command, dataLimitKiB, user, directory, environment }: Omit<LaunchOrder, 'buildsEvents'>, further: readonly ('pipe' | 'ignore' | number | Socket)[],
): ChildProcess {
  const [file = '', ...rest] = withLimits(command, dataLimitKiB);
  const child = spawn(file, rest, {
    ...user,
    cwd: directory,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', ...further],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  if (!hasPipes(child)) throw withoutDescriptors(child);
  lowerPriority(child);
  return child;
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
