import { chmod, chown, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { FunctionVersion } from '../../ports';
import { killGroup } from '../process/exit-reason';
import { unassignedEnvironment, makeStartEnvironment } from '../process/environment';
import { openTo, type FunctionUser } from '../process/function-user';
import type { AutoAttach } from '../inspector/auto-attach';
import { launch, type LaunchedProcess } from '../process/launch';
import type { NodeCapabilities } from '../process/node-capabilities';
import type { EngineSettings } from '../options';
import type { FunctionPermission } from '../permissions';

/** A process that waits for its function. */
export interface UnassignedProcess extends LaunchedProcess {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** Everything that belongs to it; removed when it has ended. */
  readonly directory: string;
  /** For HOME and TMPDIR; the only place it may write to. */
  readonly scratchDirectory: string;
  /** Where it reads its code: a directory of its own, still empty, or the function's directory. */
  readonly codeDirectory: string;
  readonly kill: () => void;
}

export interface UnassignedOrder {
  readonly settings: EngineSettings;
  readonly capabilities: NodeCapabilities;
  /** Absolute path without links; holds the directories of all processes. */
  readonly root: string;
  readonly memoryMiB: number;
  /** Where it finds what it rehearses with, if it is not started for a function. */
  readonly rehearsalDirectory: string;
  /** The user that runs it; default: the user of this process. */
  readonly user?: FunctionUser;
  /** The function it is started for, when that is known: it reads the function's code in place. */
  readonly purpose?: {
    readonly version: FunctionVersion;
    readonly permissions: readonly FunctionPermission[];
    /** Whether a debugger can attach. */
    readonly isInspected: boolean;
    /** Variables with which an editor attaches by itself. */
    readonly autoAttach?: AutoAttach | undefined;
  };
}

/** Starts a process that can read only its own code, the host program and, if it waits, what it rehearses with. */
export async function startUnassigned(order: UnassignedOrder): Promise<UnassignedProcess> {
  const { settings, capabilities, root, memoryMiB, rehearsalDirectory, user, purpose } = order;
  const id = settings.ports.randomHex(32);
  const directory = path.join(root, id);
  const scratchDirectory = path.join(directory, 'tmp');
  const codeDirectory = purpose?.version.codeDirectory ?? path.join(directory, 'code');
  await mkdir(scratchDirectory, { recursive: true });
  if (purpose === undefined) await mkdir(codeDirectory);
  const ownCode = purpose === undefined ? codeDirectory : undefined;
  if (user !== undefined) await handOver({ directory, scratchDirectory, codeDirectory: ownCode }, user);
  const environment = purpose === undefined
    ? unassignedEnvironment(settings.nodePath, scratchDirectory)
    : { ...makeStartEnvironment(purpose.version, { nodePath: settings.nodePath, scratchDirectory }), ...purpose.autoAttach };
  const launched = await launch({
    settings, capabilities, memoryMiB, environment,
    directory: scratchDirectory,
    user,
    isInspected: purpose?.isInspected === true,
    rehearsalDirectory: purpose === undefined ? rehearsalDirectory : undefined,
    reach: {
      readable: [`${codeDirectory}${path.sep}`, settings.hostFile, ...(purpose === undefined ? [`${rehearsalDirectory}${path.sep}`] : [])],
      writable: [`${scratchDirectory}${path.sep}`],
      permissions: purpose?.permissions ?? [],
    },
  });
  return { ...launched, id, directory, scratchDirectory, codeDirectory, kill: () => killGroup(launched.child) };
}

interface OwnDirectories {
  readonly directory: string;
  readonly scratchDirectory: string;
  /** Only where it is the process's own. */
  readonly codeDirectory: string | undefined;
}

/** The scratch directory belongs to the function's user; code belongs to root, and is read. */
async function handOver({ directory, scratchDirectory, codeDirectory }: OwnDirectories, { uid, gid }: FunctionUser): Promise<void> {
  openTo(directory, { uid, gid });
  await chown(scratchDirectory, uid, gid);
  await chmod(scratchDirectory, 0o700);
  if (codeDirectory !== undefined) await chmod(codeDirectory, 0o755);
}
