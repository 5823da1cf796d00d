import { chmod, chown, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FunctionVersion } from '../../ports';
import { killGroup } from '../process/exit-reason';
import { unassignedEnvironment, makeStartEnvironment } from '../process/environment';
import { sandboxed } from '../process/sandbox';
import { openTo, type FunctionUser } from '../process/function-user';
import type { AutoAttach } from '../inspector/auto-attach';
import { launch, launchClient, SLACK_MIB, type LaunchedProcess } from '../process/launch';
import type { EngineSettings } from '../options';
import type { FunctionPermission } from '../permissions';
import type { Interpreter, RuntimeKind } from '../runtimes';
import type { Assignment } from '../wire/assignment';

export interface ProcessPlaces {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** Everything that belongs to it; removed when it has ended. */
  readonly directory: string;
  /** For HOME and TMPDIR; the only place it may write to. */
  readonly scratchDirectory: string;
  /** Where it reads its code: a directory of its own, still empty, or the function's directory. */
  readonly codeDirectory: string;
}

export type UnassignedProcess = ProcessPlaces & LaunchedProcess & { readonly isSandboxed: boolean; readonly kill: () => void };

/** The facts that a process which waits has in common with the function that takes it. */
export interface ProcessShape {
  readonly kind: RuntimeKind;
  readonly interpreter: Interpreter;
  readonly memoryMiB: number;
  /** Variables that are read at its start, if it is not started for a function. */
  readonly variables: Readonly<Record<string, string>>;
  /** Files that a sandbox shows it. */
  readonly trustFiles: readonly string[];
}

export interface UnassignedOrder extends ProcessShape {
  /** Absolute path of the copied program that takes the function. */
  readonly bootstrapFile: string;
  readonly ports: Pick<EngineSettings['ports'], 'randomHex' | 'now' | 'newId'>;
  /** Absolute path without links; holds the directories of all processes. */
  readonly root: string;
  /** Where it finds what it rehearses with, if it is not started for a function. */
  readonly rehearsalDirectory: string;
  /** The user that runs it; default: the user of this process. */
  readonly user?: FunctionUser | undefined;
  /** Whether it sees no other files than its own and those of the system. */
  readonly isSandboxed: boolean;
  /** The function it is started for, when that is known: it reads the function's code in place. */
  readonly purpose?: Purpose | undefined;
}

export interface Purpose {
  readonly version: FunctionVersion;
  readonly assign: (places: ProcessPlaces) => Assignment;
  readonly permissions: readonly FunctionPermission[];
  readonly isInspected: boolean;
  /** Variables with which an editor attaches by itself. */
  readonly autoAttach?: AutoAttach | undefined;
}

/** Starts a process that can read only its own code, the bootstrap and, if it waits, what it rehearses with. */
export async function startUnassigned(order: UnassignedOrder): Promise<UnassignedProcess> {
  const { root, user, purpose, ports, isSandboxed } = order;
  const id = ports.randomHex(32);
  const directory = path.join(root, id);
  const scratchDirectory = path.join(directory, 'tmp');
  const codeDirectory = purpose?.version.codeDirectory ?? path.join(directory, 'code');
  await mkdir(scratchDirectory, { recursive: true });
  if (purpose === undefined) await mkdir(codeDirectory);
  const places = { id, directory, scratchDirectory, codeDirectory };
  if (user !== undefined) await handOver(places, user, purpose === undefined);
  try {
    const launched = await launchIn(places, order);
    // programs that run containers end as bubblewrap does
    const endsForAnother = isSandboxed || order.interpreter.container !== undefined;
    return { ...launched, ...places, isSandboxed: endsForAnother, kill: () => killGroup(launched.child) };
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

async function launchIn(places: ProcessPlaces, order: UnassignedOrder): Promise<LaunchedProcess> {
  const { kind, interpreter, memoryMiB, user, purpose, ports } = order;
  const { scratchDirectory } = places;
  const facts = {
    command: commandOf(order, places),
    dataLimitKiB: interpreter.dataKiB === undefined ? undefined : interpreter.dataKiB + (memoryMiB + SLACK_MIB) * 1024,
    user,
  };
  if (interpreter.container !== undefined && purpose !== undefined) {
    const { hostName, start } = interpreter.container;
    const assignment = purpose.assign(places);
    const variables = { assigned: assignment.environment, own: purpose.version.environment };
    const { command, environment } = await start({ id: places.id, memoryMiB, ...variables });
    return launchClient({ ...facts, command, hostName }, { ...assignment, environment }, ports);
  }
  if (kind.wire !== 'frames' && purpose !== undefined) return launchClient(facts, purpose.assign(places), ports);
  const { executable } = interpreter;
  const environment = purpose === undefined
    ? { ...unassignedEnvironment(executable, scratchDirectory), ...order.variables }
    : { ...makeStartEnvironment(purpose.version, { executable, scratchDirectory }), ...purpose.autoAttach };
  return launch({ ...facts, environment, directory: scratchDirectory, buildsEvents: kind.buildsEvents });
}

function commandOf(
  { interpreter, bootstrapFile, memoryMiB, purpose, isSandboxed, trustFiles, ...order }: UnassignedOrder,
  { scratchDirectory, codeDirectory }: ProcessPlaces,
): readonly string[] {
  const rehearsalDirectory = purpose === undefined ? order.rehearsalDirectory : undefined;
  const directories = [codeDirectory, ...(rehearsalDirectory === undefined ? [] : [rehearsalDirectory])];
  const command = interpreter.command({
    memoryMiB, bootstrapFile, rehearsalDirectory,
    codeDirectory: purpose && codeDirectory,
    handler: purpose?.version.handler,
    scratchDirectory,
    isInspected: purpose?.isInspected === true,
    reach: {
      readable: [bootstrapFile, ...directories.map((readable) => `${readable}${path.sep}`)],
      // in a sandbox it is one of its own, as on Lambda
      writable: [`${scratchDirectory}${path.sep}`, ...(isSandboxed ? ['/tmp/'] : [])],
      permissions: purpose?.permissions ?? [],
    },
  });
  const readable = [...interpreter.directories, ...(bootstrapFile === '' ? [] : [bootstrapFile]), ...trustFiles, ...directories.slice(1)];
  return isSandboxed ? sandboxed(command, { codeDirectory, scratchDirectory, readable }) : command;
}

/** The scratch directory belongs to the function's user; code of the process's own belongs to root, and is read. */
async function handOver(places: ProcessPlaces, { uid, gid }: FunctionUser, hasOwnCode: boolean): Promise<void> {
  openTo(places.directory, { uid, gid });
  await chown(places.scratchDirectory, uid, gid);
  await chmod(places.scratchDirectory, 0o700);
  if (hasOwnCode) await chmod(places.codeDirectory, 0o755);
}
