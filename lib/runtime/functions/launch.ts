import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import type { FunctionVersion } from '../ports';
import { makeEnvironment } from './environment';
import type { HostSettings } from './host/settings';
import type { NodeFacts } from './node-facts';
import type { EngineSettings } from './options';

/** Lambda's limit of a synchronous answer. @see https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
export const MAX_RESULT_BYTES = 6_291_556;

/** Memory above the function's own that stacks of threads, code and buffers of Node may take. */
const SLACK_MIB = 64;
/** Resident memory of an empty instance: 38 MB were measured. */
const NODE_RESIDENT_MIB = 40;
/** As in Lambda. */
const MAX_OPEN_FILES = 1024;
/** One file of at most 512 MiB, in units of 512 bytes. */
const MAX_FILE_BLOCKS = 1_048_576;
/** Functions give way to the gateway when the machine is busy. */
const NICENESS = 5;
const LIMITS = 'ulimit -c 0; ulimit -d "$1"; ulimit -n "$2"; ulimit -f "$3"; shift 3; exec "$@"';

export interface LaunchOrder {
  readonly version: FunctionVersion;
  readonly settings: EngineSettings;
  readonly facts: NodeFacts;
  /** 32 hexadecimal digits that name the instance in its log stream. */
  readonly instanceId: string;
  readonly startedAt: Date;
  readonly scratchDirectory: string;
}

export interface LaunchedProcess {
  readonly child: ChildProcess;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly channel: Duplex;
}

/** Starts one process in its own process group, with the limits that the system enforces without further rights. */
export function launch(order: LaunchOrder): LaunchedProcess {
  const { version, settings, facts, scratchDirectory } = order;
  const host = hostSettings(order);
  const environment = makeEnvironment(version, {
    region: settings.region,
    nodePath: settings.nodePath,
    nodeMajor: facts.major,
    logGroupName: host.logGroupName,
    logStreamName: host.logStreamName,
    scratchDirectory,
  });
  const nodeCommand = [settings.nodePath, ...nodeFlags(version), settings.hostFile, JSON.stringify(host)];
  const [file = '', ...rest] = withLimits(nodeCommand, version, facts);
  const child = spawn(file, rest, {
    cwd: version.codeDirectory,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  giveWay(child);
  const [, stdout, stderr, channel] = child.stdio;
  // 'pipe' at 1 to 3 above makes two readable streams and one duplex stream
  return { child, stdout: stdout as Readable, stderr: stderr as Readable, channel: channel as Duplex };
}

/** Resident memory at which an instance is killed, in KiB: what Node takes for itself comes on top of the function's. */
export function residentLimitKiB(version: FunctionVersion): number {
  return (version.memoryMiB + NODE_RESIDENT_MIB + SLACK_MIB) * 1024;
}

function hostSettings({ version, settings, instanceId, startedAt }: LaunchOrder): HostSettings {
  const day = startedAt.toISOString().slice(0, 10).replaceAll('-', '/');
  return {
    directory: version.codeDirectory,
    handler: version.handler,
    functionName: version.name,
    functionArn: `arn:aws:lambda:${settings.region}:${settings.accountId}:function:${version.name}`,
    memoryMiB: version.memoryMiB,
    logGroupName: `/aws/lambda/${version.name}`,
    logStreamName: `${day}/[$LATEST]${instanceId}`,
    concurrency: version.concurrency,
    maxResultBytes: MAX_RESULT_BYTES,
  };
}

function nodeFlags(version: FunctionVersion): readonly string[] {
  const file = path.join(version.codeDirectory, version.handler.replace(/\.[^/]*$/, ''));
  const hasMap = ['.js', '.mjs', '.cjs'].some((extension) => existsSync(`${file}${extension}.map`));
  return [
    `--max-old-space-size=${Math.max(32, Math.floor(version.memoryMiB * 0.75))}`,
    '--max-semi-space-size=8',
    ...(hasMap ? ['--enable-source-maps'] : []),
  ];
}

/** Each `ulimit` is a command of its own: dash silently ignores all but the first of several in one. */
function withLimits(command: readonly string[], version: FunctionVersion, facts: NodeFacts): readonly string[] {
  if (facts.dataKiB === undefined) return command;
  const dataKiB = facts.dataKiB + (version.memoryMiB + SLACK_MIB) * 1024;
  return ['/bin/sh', '-c', LIMITS, 'sh', String(dataKiB), String(MAX_OPEN_FILES), String(MAX_FILE_BLOCKS), ...command];
}

function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, NICENESS);
  } catch {
    // it has ended already, which its exit event tells
  }
}
