import { spawn, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import type { Duplex, Readable } from 'node:stream';
import { LIMITS } from '../../../spec';
import { AnswerLog } from '../wire/answer-log';
import { CallSocket } from './call-socket';
import type { FramePorts } from './frame-wire';
import type { FunctionUser } from './function-user';
import { withLimits } from './process-limits';

/** Lambda's limit on a synchronous answer, which is that on a call. */
export const MAX_RESULT_BYTES = LIMITS.functionPayloadBytes.max;

/** Memory for thread stacks, code and buffers, on top of the function's own. */
export const SLACK_MIB = 64;
/** Functions yield to the gateway when the machine is busy. */
const NICENESS = 5;

export interface LaunchOrder {
  /** The program with its arguments. */
  readonly command: readonly string[];
  /** Limit of its private writable memory; undefined if that is not limited. */
  readonly dataLimitKiB: number | undefined;
  /** The whole environment that the process starts with. */
  readonly environment: Readonly<Record<string, string>>;
  readonly directory: string;
  /** Default: the user of this process. */
  readonly user?: FunctionUser | undefined;
  /** Whether the process builds events from the request's own bytes. */
  readonly buildsEvents: boolean;
}

export interface LaunchedProcess extends FramePorts {
  readonly child: ChildProcess;
  readonly stdout: Readable;
  readonly stderr: Readable;
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
  const [file = '', ...rest] = withLimits(order.command, order.dataLimitKiB);
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
  const streams = { stdout: stdout as Readable, stderr: stderr as Readable, channel: channel as Duplex };
  return { child, ...streams, answerLog, callSocket, buildsEvents: order.buildsEvents };
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
