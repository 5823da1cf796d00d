import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Failure } from '../call';
import type { FunctionVersion } from '../../ports';
import type { Inspection } from '../inspector/inspection';
import type { EngineSettings } from '../options';
import type { Assignment } from '../wire/assignment';
import type { FramePorts } from './frame-wire';
import type { InstanceWire } from './instance-wire';

interface ProcessWithOutput {
  readonly child: ChildProcess;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Whether the child is bubblewrap, which has started the process. @default false */
  readonly isSandboxed?: boolean;
}

/** A process with its output, and what the gateway speaks with it over: its own frames unless there is another wire. */
export type InstanceProcess = ProcessWithOutput & (FramePorts | { readonly wire: InstanceWire });

/** The parts of an instance: a process and its assignment to a function. */
export interface InstanceOrder {
  readonly version: FunctionVersion;
  readonly settings: EngineSettings;
  readonly process: InstanceProcess;
  readonly host: Assignment;
  /** Set if a debugger can attach. */
  readonly inspection?: Inspection | undefined;
}

/** How an instance ended. */
export interface InstanceExit {
  readonly failure: Failure;
  readonly wasLoaded: boolean;
  /** Killed at a deadline or on request: no sign of faulty code. */
  readonly isExpected: boolean;
}
