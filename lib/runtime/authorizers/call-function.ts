import { GatewayError } from '../../errors';
import { LIMITS } from '../../spec';
import { inPhase } from '../access-log/phases';
import { readLambdaError, thrownText } from '../lambda-error';
import type { Routed } from '../plan/exchange';
import { withStageVariables } from '../integrations/stage-function';
import type { FunctionVersion, InvocationOutcome } from '../ports';
import type { AuthorizerContext, AuthorizationRequest } from './compile-context';
import { ResultProblem, type AuthorizerResult, type ReadResult } from './function-result';
import { cacheKey, type AuthorizerAnswer } from './result-cache';
import type { Principal, RefusedCaller } from '../plan/principal';

export interface FunctionAuthorization extends AuthorizationRequest {
  readonly event: () => Record<string, unknown>;
  /** The caller's identity, the key of the cache. */
  readonly identity: readonly string[];
}

export interface FunctionSettings {
  /** Name of the function, with stage variables. */
  readonly function: string;
  readonly resultsCacheTtlSeconds: number;
  readonly readResult: ReadResult;
}

/**
 * Compiles the call of an authorizer function: cached by identity, limited to ten seconds, its policy evaluated for this
 * request. Failures are not cached. A caller that the policy refuses (AUTHORIZER_DENIED, AUTHORIZER_NOT_ALLOWED) is returned
 * with what the function said about it, which gateway responses may use as `$context.authorizer`.
 * @throws by the returned function: AUTHORIZER_UNAUTHORIZED, AUTHORIZER_CALL_FAILED, AUTHORIZER_RESULT_INVALID
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-use-lambda-authorizer.html
 */
export function compileFunctionCall(
  settings: FunctionSettings, context: AuthorizerContext,
): (request: Routed, question: FunctionAuthorization) => Promise<Principal | RefusedCaller> {
  const { stage, name, ports, results } = context;
  const { resultsCacheTtlSeconds: ttlSeconds, readResult: read } = settings;
  const { code, get: version } = functionOf(settings.function, context);
  const cache = ttlSeconds > 0 ? stage.meter?.authorizerCache(name) : undefined;
  const readKept = (payload: string): AuthorizerResult | undefined => resultIn(payload, read);
  const ask = async (request: Routed, event: Record<string, unknown>, key: string) => {
    const startedAt = ports.now();
    const answer = await callFunction(request, event, { context, version: version(), read });
    results.set(key, answer, { now: ports.now(), ttlSeconds });
    return { result: answer.result, integrationLatency: ports.now() - startedAt };
  };
  return async (request, { access, event, identity }) => {
    const key = cacheKey([stage.apiId, stage.name, stage.deploymentId, name, code, ...identity]);
    const kept = ttlSeconds > 0 ? results.get(key, { now: ports.now(), ttlSeconds, read: readKept }) : undefined;
    const known = kept instanceof Promise ? await kept : kept;
    if (known === undefined) cache?.missed();
    else cache?.hit();
    const answer = known === undefined ? await ask(request, event(), key) : { result: known, integrationLatency: 0 };
    const { result, integrationLatency } = answer;
    const principal = result.principal(integrationLatency);
    const error = refusalBy(result, request, { access, name });
    if (error !== undefined) return { type: 'refused', principal, error };
    const mayInvalidate = request.plan.isCached && result.policy({ ...access, action: 'execute-api:InvalidateCache' }) === 'allow';
    return mayInvalidate && principal.type === 'function' ? { ...principal, mayInvalidateCache: true } : principal;
  };
}

/** Why the policy refuses the caller, recorded as the outcome of the phase; undefined if it allows the call. */
function refusalBy({ policy }: AuthorizerResult, request: Routed, { access, name }: Pick<AuthorizationRequest, 'access'> & { readonly name: string }): GatewayError | undefined {
  const end = request.recorder?.phase?.('authorize');
  const verdict = policy(access);
  const error = verdict === 'allow' ? undefined : new GatewayError(CODES[verdict], { authorizer: name, resource: access.resource });
  end?.(error);
  return error;
}

const CODES = { deny: 'AUTHORIZER_DENIED', none: 'AUTHORIZER_NOT_ALLOWED' } as const;

/** The function on this stage. @throws AUTHORIZER_CALL_FAILED, by `get` */
function functionOf(reference: string, { stage, name }: AuthorizerContext): { readonly code: string; readonly get: () => FunctionVersion } {
  const functionName = withStageVariables(reference, stage.variables);
  const version = stage.functionVersion(functionName);
  const get = (): FunctionVersion => {
    if (version !== undefined) return version;
    const absence = stage.functionAbsence?.(functionName);
    if (absence?.code === 'FUNCTION_VALUE_MISSING') throw absence;
    if (absence !== undefined) throw failed(name, absence.message);
    throw failed(name, `there is no function "${functionName}" on stage "${stage.name}"`);
  };
  return { code: version?.key ?? '', get };
}

async function callFunction(
  request: Routed, event: Record<string, unknown>,
  { context, version, read }: { readonly context: AuthorizerContext; readonly version: FunctionVersion; readonly read: ReadResult },
): Promise<AuthorizerAnswer> {
  // the function's own time begins when it is called, not while its process starts
  const timeoutMs = LIMITS.authorizerTimeoutMs.max;
  const { ids } = request;
  const invocationId = context.ports.newId();
  const call = { requestId: ids.requestId, invocationId, payload: JSON.stringify(event), timeoutMs, traceId: ids.trace.text };
  const payload = await inPhase(request, { phase: 'authorizerCall', invocationId }, async () => answerOf(await context.engine.invoke(version, call), context.name));
  try {
    return { result: read(payload), payload };
  } catch (cause) {
    if (!(cause instanceof ResultProblem)) throw cause;
    throw new GatewayError('AUTHORIZER_RESULT_INVALID', { authorizer: context.name, reason: cause.message }, { cause });
  }
}

function resultIn(payload: string, read: ReadResult): AuthorizerResult | undefined {
  try {
    return read(payload);
  } catch (error) {
    if (error instanceof ResultProblem) return undefined;
    throw error;
  }
}

function answerOf(outcome: InvocationOutcome, name: string): string {
  switch (outcome.type) {
    case 'result': return outcome.payload;
    case 'function-error':
      if (outcome.errorMessage === 'Unauthorized') throw new GatewayError('AUTHORIZER_UNAUTHORIZED', { authorizer: name });
      throw failed(name, `its function threw ${thrownText(readLambdaError(outcome.payload))}`);
    case 'timeout': throw failed(name, `its function gave no answer within ${outcome.timeoutMs} ms`);
    case 'failed': throw failed(name, `${outcome.code}: ${outcome.reason}`);
    case 'throttled': throw failed(name, 'all instances of its function are busy');
    default: throw failed(name, 'its function gave no result in one piece');
  }
}

function failed(authorizer: string, reason: string): GatewayError {
  return new GatewayError('AUTHORIZER_CALL_FAILED', { authorizer, reason });
}
