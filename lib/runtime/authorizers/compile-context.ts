import type { Principal, Routed, ServedStage } from '../exchange';
import type { HttpClient } from '../integrations/compile-context';
import type { FunctionEngine, SystemPorts } from '../ports';
import type { RunInSandbox } from '../sandbox/jobs';
import type { PolicyRequest } from './policy';
import type { ResultCache } from './result-cache';

/** What an authorizer may use when it is compiled: once per stage and load. */
export interface AuthorizerContext {
  readonly stage: ServedStage;
  /** Name of the authorizer in the spec. */
  readonly name: string;
  /** Local values of unresolved tokens. */
  readonly values: Readonly<Record<string, string>>;
  readonly engine: FunctionEngine;
  readonly http: HttpClient;
  readonly ports: Pick<SystemPorts, 'now' | 'log'>;
  readonly results: ResultCache;
  /** Does long work off the main thread; without it everything is done at once. */
  readonly run?: RunInSandbox | undefined;
}

/** What an authorizer is asked. */
export interface Question {
  /** The method, and from where it is called. */
  readonly asked: PolicyRequest;
  /** Scopes one of which the method wants. */
  readonly scopes: readonly string[];
}

/** Finds out who calls, or refuses. Whatever it throws, the request ends. */
export type Authorizer = (request: Routed, question: Question) => Promise<Principal>;
