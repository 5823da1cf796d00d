import type { FunctionVersion, Log } from '../../ports';
import type { FunctionPermission, Reach } from '../permissions';
import type { FunctionUser } from '../process/function-user';

/** How functions of one family of Lambda's runtimes run. */
export interface RuntimeKind {
  /** With the gateway's own frames, or, for a process that brings its client along, over Lambda's Runtime API. */
  readonly wire: 'frames' | 'runtime-api';
  /** Whether a process builds the event of a call from the request's own bytes, where that is possible. */
  readonly buildsEvents: boolean;
  /** Resident memory of an empty instance, in MiB; the function's own comes on top. */
  readonly residentMiB: number;
  /** Names of variables that are read when the process starts, so that they cannot be set later. */
  readonly readAtStart: RegExp;
  /** A copy of this program is given to the processes; absolute path. */
  readonly bootstrap?: (programs: Programs) => string;
  /** Whether code is linked into a directory of its process, if that waited for its function: it may read nothing else. */
  readonly readsOwnCodeOnly: boolean;
  /** The protocol with which a debugger attaches: that of Node's inspector, or the Debug Adapter Protocol. Default: none can. */
  readonly debuggerPort?: 'inspector' | 'adapter';
  /** Whether the log names another version than the function's: code may behave differently in it. */
  readonly namesOtherVersion: boolean;
  /** Whether its functions can run in threads of the gateway's process, for tests. */
  readonly runsInThreads: boolean;
  readonly installCommand: (runtime: string) => string;
  /** Finds the program that runs a function; every search takes what was found before. @throws RuntimeMissing */
  readonly find: (wanted: Wanted, programs: Programs) => Promise<Interpreter>;
}

/** The members that all kinds have whose processes bring a client of Lambda's Runtime API along. */
export const OVER_RUNTIME_API = {
  wire: 'runtime-api', buildsEvents: false, readAtStart: /(?!)/, readsOwnCodeOnly: false, runsInThreads: false,
} as const satisfies Partial<RuntimeKind>;

/** The surroundings of a search, with absolute paths of the programs of Node's functions. */
export interface Programs {
  readonly nodePath: string;
  readonly hostFile: string;
  /** Receives what a search found amiss, and what it takes time for. */
  readonly log?: Log | undefined;
  /** Absolute path of the directory into which dependencies are installed. @default - none are */
  readonly dependenciesDirectory?: string | undefined;
  /** Aborted when nothing is run any more: whatever is installed then is given up. @default - never */
  readonly signal?: AbortSignal | undefined;
}

export type Wanted = Pick<FunctionVersion, 'runtime' | 'sourceDirectory' | 'codeDirectory'>;

/** A program of this machine that runs functions. */
export interface Interpreter {
  /** Absolute path. A process of it that waits can become an instance of every function that it runs. */
  readonly executable: string;
  /** Directories that hold the program and its packages; absolute. */
  readonly directories: readonly string[];
  /** Shown to people: `Python 3.11.2 (/usr/bin/python3)`. */
  readonly title: string;
  /** The name after `AWS_Lambda_` in AWS_EXECUTION_ENV; undefined for runtimes that have no such variable. */
  readonly runtimeName: (version: Pick<FunctionVersion, 'runtime'>) => string | undefined;
  /** The user that runs it for functions; none where only the gateway's own can. */
  readonly user?: FunctionUser | undefined;
  /** Private writable memory of an empty process in KiB; without it, what a function adds is not limited. */
  readonly dataKiB?: number | undefined;
  /** A file that its processes read, made from what was found; a kind with a bootstrap has none. */
  readonly library?: Library | undefined;
  readonly command: (start: ProcessStart) => readonly string[];
  /** Whether a process can take the files of others from itself, where no sandbox can be made. @default - none can */
  readonly canConfineItself?: () => Promise<boolean>;
  /** Variables that a process has besides those of Lambda; the function's own come before them. */
  readonly environment?: (version: Pick<FunctionVersion, 'memoryMiB'>) => Readonly<Record<string, string>>;
  /** The part of an assignment that only this runtime has. @default - there is none */
  readonly assignment?: (facts: AssignmentFacts) => Readonly<Record<string, unknown>>;
  /** Restrictions that this machine cannot enforce on it, as text for the log. @param unsettable - limits that the system refuses to set */
  readonly notEnforced: (unsettable: readonly string[], platform: NodeJS.Platform) => readonly string[];
  readonly isOtherVersion: boolean;
  /** Set if the program runs functions in containers: these isolate them, and take the place of the command. */
  readonly container?: ContainerClient | undefined;
}

type Variables = Readonly<Record<string, string>>;

/** A program that runs each instance in a container, which is no process of the program's own and may outlive it. */
export interface ContainerClient {
  /** The name by which a container reaches this machine. */
  readonly hostName: string;
  /** The command line and all variables of the program that starts a container, and stays as long as it runs. */
  readonly start: (start: ContainerStart) => Promise<{ readonly command: readonly string[]; readonly environment: Variables }>;
  /** Removes what is left of the container of an instance. Never rejects. */
  readonly remove: (id: string) => Promise<void>;
}

export interface ContainerStart {
  /** 32 hexadecimal digits. */
  readonly id: string;
  readonly memoryMiB: number;
  /** All variables of the instance. */
  readonly assigned: Variables;
  /** Variables that the function itself sets. */
  readonly own: Variables;
}

/** A file that is written for the processes of an interpreter. */
export interface Library {
  /** Another for other contents. */
  readonly name: string;
  readonly contents: Uint8Array;
}

export interface ProcessStart {
  readonly memoryMiB: number;
  /** Absolute path of the copied bootstrap, or of the library; empty without one. */
  readonly bootstrapFile: string;
  /** Where the code is; undefined for a process that waits for its function. */
  readonly codeDirectory: string | undefined;
  /** The handler of its function; undefined for a process that waits for one. */
  readonly handler: string | undefined;
  /** The only directory that it may write to. */
  readonly scratchDirectory: string;
  readonly reach: Reach;
  /** Where a process that has to wait finds what it rehearses with. */
  readonly rehearsalDirectory: string | undefined;
  readonly isInspected: boolean;
}

export interface AssignmentFacts {
  readonly version: FunctionVersion;
  readonly permissions: readonly FunctionPermission[];
  readonly codeDirectory: string;
  /** Whether the process takes the files of others from itself. */
  readonly isConfined: boolean;
  /** Set if a debugger can attach; whether the code is loaded only then. */
  readonly inspection?: { readonly waits: boolean } | undefined;
}
