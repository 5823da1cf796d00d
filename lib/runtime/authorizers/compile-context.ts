import type { Routed, ServedStage } from '../plan/exchange';
import type { FunctionEngine, SystemPorts, HttpClient } from '../ports';
import type { RunInSandbox } from '../sandbox/jobs';
import type { PolicyRequest } from './policy';
import type { IssuerSources } from './issuer-sources';
import type { ResultCache } from './result-cache';
import type { Principal, RefusedCaller } from '../plan/principal';

/** The part of an authorizer's context that checking tokens needs, also outside a gateway. */
export interface TokenCheckContext {
  readonly name: string;
  readonly http: HttpClient;
  readonly ports: Pick<SystemPorts, 'now' | 'log'>;
}

/** The context that an authorizer is compiled with, once per stage and load. */
export interface AuthorizerContext extends TokenCheckContext {
  readonly stage: ServedStage;
  /** Local values of unresolved tokens. */
  readonly values: Readonly<Record<string, string>>;
  readonly engine: FunctionEngine;
  readonly ports: Pick<SystemPorts, 'now' | 'newId' | 'log'>;
  readonly results: ResultCache;
  /** Keys that do not come from the issuers; without it all do. */
  readonly sources?: IssuerSources | undefined;
  readonly run: RunInSandbox;
}

export interface AuthorizationRequest {
  /** The method, and the caller's address. */
  readonly access: PolicyRequest;
  /** Scopes, one of which the method requires. */
  readonly scopes: readonly string[];
}

/** Determines who calls, or refuses the caller. Anything it throws ends the request. */
export type Authorizer = (request: Routed, question: AuthorizationRequest) => Promise<Principal | RefusedCaller>;
