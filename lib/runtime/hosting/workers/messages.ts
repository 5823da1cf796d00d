import type { ErrorCode, ErrorDetails } from '../../../errors';
import type { ThrottleSpec } from '../../../spec';
import type { Snapshot } from '../../metrics/series';
import type { LoadedApi } from '../../plan/loaded';
import type { ConnectionAnswer, ConnectionCommand, ConnectionPlace } from '../../plan/manage-connections';
import type { FunctionVersion, Invocation, InvocationOutcome, LogEntry, StreamPart, AccessLogEntry } from '../../ports';
import type { EntryCall } from '../../shared-results/entry-store';
import type { FunctionCredential } from '../../authorizers';
import type { Claim } from '../../plan/limits';
import type { LogLines, WorkerOptions } from '../serve-options';

/**
 * Descriptor of a pipe from a worker to the primary. Only the worker and the shell that kills its instances have it open:
 * the primary sees it close when all of them are gone, however the worker ended.
 */
export const LIVENESS_FD = 4;

/*
 * Messages between the primary and the workers of a gateway, over Node's channel between a process and its child
 * (structured clone). Both ends are the same version of this program, so messages are typed but not checked.
 */

export interface WorkerSettings {
  readonly options: WorkerOptions;
  /** Number of workers of the gateway, including this one. */
  readonly count: number;
  /** The port of each endpoint, in order. */
  readonly ports: readonly number[];
  readonly apis: readonly LoadedApi[];
  /** The limit of the account, and how many of its tokens a worker may hold. */
  readonly account: { readonly limit: ThrottleSpec; readonly block: number } | undefined;
  /** How it logs: lines on its output, or entries over the channel. */
  readonly log: Pick<LogLines, 'format' | 'hasColor'> | 'entries' | 'none';
  readonly hasAccessLog: boolean;
  readonly hasMetrics: boolean;
  /** The credential that those of functions of WebSocket APIs are derived of; their requests about connections may come to any worker. */
  readonly connectionCredential: FunctionCredential;
  /** Variables of those functions: the credential, and certificates to trust. */
  readonly connectionVariables: Readonly<Record<string, string>>;
}

/** A request that is answered. */
export type RpcRequest =
  /** Whether a request may pass: all its limits at once. Answered with nothing, or with the error that refuses it. */
  | { readonly type: 'admit'; readonly claim: Claim }
  /** A question about what gateways share in the store. Answered with an `EntryAnswer`. */
  | { readonly type: 'entry'; readonly call: EntryCall }
  /** Tokens of the account for future requests. Answered with their number. */
  | { readonly type: 'lease'; readonly used: number; readonly returned: number; readonly wanted: number }
  /** An event of an asynchronous invocation. Answered when it is stored. */
  | { readonly type: 'keep'; readonly version: FunctionVersion; readonly call: Invocation }
  /** A call of a function that the primary runs. Answered with a `RemoteOutcome`. */
  | { readonly type: 'invoke'; readonly version: FunctionVersion; readonly call: Invocation }
  /** A command for a WebSocket connection that this worker does not have. Answered with a `ConnectionAnswer`. */
  | { readonly type: 'manage-connection'; readonly place: ConnectionPlace; readonly command: ConnectionCommand }
  /** The next part of the stream that a call of the primary began. Answered with a `RemotePart`. */
  | { readonly type: 'next'; readonly stream: number };

/** An outcome whose stream, if it has one, stays where the function runs. */
export type RemoteOutcome = Exclude<InvocationOutcome, { readonly type: 'stream' }> | { readonly type: 'remote-stream'; readonly stream: number };

/** A part of a stream; the channel turns its Buffer into a Uint8Array. */
export type RemotePart = Exclude<StreamPart, { readonly type: 'chunk' }> | { readonly type: 'chunk'; readonly bytes: Uint8Array };

/** Messages without an answer. */
export type WorkerNotice =
  /** It listens. Node loses what was sent before, where `node --import` delays the program. */
  | { readonly type: 'attached' }
  | { readonly type: 'started' }
  | { readonly type: 'failed'; readonly error: SerializedError }
  /** Processes for the first calls of functions have started, where some are kept ready. */
  | { readonly type: 'warm' }
  | { readonly type: 'loaded'; readonly number: number }
  | { readonly type: 'log'; readonly entry: LogEntry }
  | { readonly type: 'access-log'; readonly entry: AccessLogEntry }
  /** An instance of the version is needed, or one has ended. */
  | { readonly type: 'request-slot'; readonly version: Pick<FunctionVersion, 'key' | 'maxInstances'> }
  | { readonly type: 'return-slot'; readonly key: string }
  /** Everything that it has counted since it started. */
  | { readonly type: 'metrics'; readonly snapshot: Snapshot }
  /** Nobody reads the stream any more. */
  | { readonly type: 'cancel'; readonly stream: number }
  | { readonly type: 'connection-opened'; readonly connectionId: string }
  | { readonly type: 'connection-closed'; readonly connectionId: string }
  /** The answer to the command of that number. */
  | { readonly type: 'connection-managed'; readonly number: number; readonly answer: ConnectionAnswer }
  | { readonly type: 'invalidate'; readonly cache: string; readonly key: string };

export type PrimaryNotice =
  | { readonly type: 'start'; readonly settings: WorkerSettings }
  | { readonly type: 'load'; readonly number: number; readonly apis: readonly LoadedApi[]; readonly resetsLimits: boolean }
  /** Answered with `metrics`. */
  | { readonly type: 'read-metrics' }
  | { readonly type: 'slot-granted'; readonly key: string }
  /** Another process needs an instance: an idle one should end, or, with `must`, the next one that becomes idle. */
  | { readonly type: 'reclaim-slot'; readonly key: string; readonly must: boolean }
  | { readonly type: 'invalidate'; readonly cache: string; readonly key: string }
  | { readonly type: 'manage-connection'; readonly number: number; readonly place: ConnectionPlace; readonly command: ConnectionCommand }
  /** Asks clients to go elsewhere, and accepts new connections all the same. */
  | { readonly type: 'drain' }
  | { readonly type: 'stop'; readonly graceMs: number };

export interface SerializedError {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  readonly location?: string;
}

export type RpcResponse = { readonly id: number } & ({ readonly value: unknown } | { readonly error: SerializedError });

export type FromWorker = WorkerNotice | { readonly type: 'request'; readonly id: number; readonly request: RpcRequest };
export type FromPrimary = PrimaryNotice | { readonly type: 'response'; readonly response: RpcResponse };
