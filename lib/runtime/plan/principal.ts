import type { GatewayError } from '../../errors';
import type { KeyLimits } from './limits';

/** The caller, as determined by the method's authorization. */
export type Principal =
  | { readonly type: 'anonymous' }
  /** The caller was accepted by an authorizer function. */
  | {
    readonly type: 'function';
    readonly principalId: string;
    /** Values that the function passes on, as strings. */
    readonly context: Readonly<Record<string, string>>;
    /** Duration of the function in ms; 0 if its result came from the cache. */
    readonly integrationLatency: number;
    /** The API key that the function names for the caller. */
    readonly usageIdentifierKey?: string;
    readonly mayInvalidateCache?: boolean;
  }
  /** The caller was accepted by an authorizer function of an HTTP API. */
  | {
    readonly type: 'lambda';
    /** Empty if the function gave a simple response. */
    readonly principalId: string;
    /** Values as the function gave them. */
    readonly context: Readonly<Record<string, unknown>>;
    readonly integrationLatency: number;
  }
  /** The caller of an HTTP API is identified by a signed token; the scopes are null where the route requires none. */
  | { readonly type: 'jwt'; readonly claims: Readonly<Record<string, string>>; readonly scopes: readonly string[] | null }
  /** The caller is identified by a signed token; its claims as strings. */
  | { readonly type: 'claims'; readonly claims: Readonly<Record<string, string>> }
  /** The request is signed with a credential. */
  | {
    readonly type: 'iam';
    readonly accessKey: string;
    readonly accountId: string;
    readonly caller: string;
    readonly user: string;
    readonly userArn: string;
    /** Whether a policy allows the caller to drop cached responses; looked up for methods with a cache only. */
    readonly mayInvalidateCache?: boolean;
  };

/** A caller that is known and refused: gateway responses and logs may name it. */
export interface RefusedCaller {
  readonly type: 'refused';
  readonly principal: Principal;
  /** Ends the request. */
  readonly error: GatewayError;
}

/** An accepted API key of a stage, with the limits of its usage plan there. */
export interface AcceptedKey {
  readonly id: string;
  readonly value: string;
  readonly limits: KeyLimits;
}
