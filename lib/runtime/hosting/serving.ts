import type { ExampleCalls } from '../inspection/example-calls';
import type { LocalTokenRequest } from '../plan/local-token-request';
import type { ServedApi, ServedManagement, ServingProcesses } from '../management/served';
import type { ReloadOptions } from './serve-options';
import type { ConnectionState } from '../web-sockets/connections';
import type { TestInvokeRequest, TestInvokeResult } from '../pipeline/test-invocation';

/** A running gateway. */
export interface Serving {
  /** This process, or its workers. */
  readonly processes: ServingProcesses;
  readonly apis: readonly ServedApi[];
  /** The first port: that of the first API, or of those with a base path. */
  readonly port: number;
  /** How many requests are being answered; undefined with several processes. */
  readonly requestsInFlight: number | undefined;
  /** URL of the health port; undefined if none was requested. */
  readonly health: string | undefined;
  /** Undefined if none was requested. */
  readonly management: ServedManagement | undefined;
  /** URL of Lambda's API, for functions and other programs on this machine; undefined if none was requested. */
  readonly lambdaEndpoint: string | undefined;
  /** File with the certificate of the local authority, for clients to trust; undefined without HTTPS, or with a certificate of its own. */
  readonly certificateAuthority: string | undefined;
  /** Calls a method of an API's definition as it is now, deployed or not. @throws API_UNKNOWN, METHOD_UNDEFINED */
  readonly testInvoke: (api: string, request: TestInvokeRequest) => Promise<TestInvokeResult>;
  /**
   * A token of the local issuer for a pool of the definition; the gateway accepts it with the option `localIssuer`.
   * @throws USER_POOL_UNKNOWN, USER_POOL_NOT_CHOSEN
   */
  readonly issueToken: (request: LocalTokenRequest) => Promise<string>;
  /** Calls of a stage to try, and why other routes cannot be called without further ado. @throws API_UNKNOWN */
  readonly exampleCalls: (api: string, stage: string) => ExampleCalls;
  /** The open connections of a WebSocket API, oldest first; with several processes those of none. @throws API_UNKNOWN */
  readonly connections: (api: string) => readonly ConnectionState[];
  /**
   * The value of an API key, from the definition or the options, or a local one.
   * @param name - of the key, or a short one that no other key has: `Partner` for `PetsApi-Partner`
   * @throws OPTION_INVALID for a key that has none, or is not declared
   */
  readonly apiKey: (name: string) => string;
  /**
   * Reloads the source; throws and changes nothing if it cannot be read.
   * @param options - other variables for functions than those of the start, with one process
   * @throws OPTION_UNKNOWN, OPTION_INVALID
   */
  readonly reload: (options?: ReloadOptions) => Promise<void>;
  /** Resolves when no asynchronous event is being tried or waits for its next attempt. */
  readonly waitForIdle: () => Promise<void>;
  /**
   * Discards what requests have left behind: throttling and quotas are reset; the caches of responses, authorizers and keys
   * are emptied; connections of WebSocket APIs end with 1001. The source is reloaded as by `reload`; functions stay warm. For tests.
   */
  readonly reset: () => Promise<void>;
  /**
   * Begins to stop: the gateway is not ready from now on, its connections end with their next answer, and new ones are still accepted.
   * Resolves after `drainDelayMs`.
   */
  readonly drain: () => Promise<void>;
  /** Drains, then accepts no new requests, lets those in flight finish and stops functions; nothing stays open. */
  readonly close: () => Promise<void>;
}
