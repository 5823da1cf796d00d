import * as z from 'zod';
import { LIMITS, policySchema } from '../../spec';
import type { Principal } from '../plan/principal';
import { compilePolicy, type Policy } from './policy';

export interface AuthorizerResult {
  /** The caller, as the events of its kind of API name it. */
  readonly principal: (integrationLatency: number) => Extract<Principal, { readonly type: 'function' | 'lambda' }>;
  readonly policy: Policy;
  readonly bytes: number;
}

const resultSchema = z.object({
  principalId: z.string().min(1),
  policyDocument: z.lazy(() => policySchema),
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish(),
  usageIdentifierKey: z.string().nullish(),
});

/** Reads the result of an authorizer's function. @throws ResultProblem */
export type ReadResult = (payload: string) => AuthorizerResult;

export class ResultProblem extends Error {}

/**
 * Reads the result of a function of a REST API; nothing is guessed.
 * @throws ResultProblem @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-lambda-authorizer-output.html
 */
export function readResult(payload: string): AuthorizerResult {
  const { value, bytes } = parseResult(payload);
  const { principalId, policyDocument, context: given, usageIdentifierKey } = fitting(resultSchema, value);
  refuseLongResources(policyDocument);
  const context = Object.fromEntries(Object.entries(given ?? {}).map(([name, member]) => [name, String(member)]));
  const key = typeof usageIdentifierKey === 'string' ? { usageIdentifierKey } : {};
  return {
    principal: (integrationLatency) => ({ type: 'function', principalId, context, integrationLatency, ...key }),
    policy: compilePolicy(policyDocument),
    bytes,
  };
}

const httpResultSchema = z.object({
  principalId: z.string().nullish(),
  policyDocument: z.lazy(() => policySchema),
  context: z.record(z.string(), z.unknown()).nullish(),
});

const simpleResultSchema = z.object({ isAuthorized: z.boolean(), context: z.record(z.string(), z.unknown()).nullish() });

/**
 * Reads the result of a function of an HTTP API: a policy, or a simple response. The context keeps its types.
 * @throws ResultProblem
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html
 */
export function readHttpResult(payload: string, isSimple: boolean): AuthorizerResult {
  const { value, bytes } = parseResult(payload);
  if (isSimple) {
    const { isAuthorized, context } = fitting(simpleResultSchema, value);
    return { principal: lambdaPrincipal('', context), policy: () => (isAuthorized ? 'allow' : 'deny'), bytes };
  }
  const { principalId, policyDocument, context } = fitting(httpResultSchema, value);
  refuseLongResources(policyDocument);
  return { principal: lambdaPrincipal(principalId ?? '', context), policy: compilePolicy(policyDocument), bytes };
}

function lambdaPrincipal(principalId: string, context: Readonly<Record<string, unknown>> | null | undefined): AuthorizerResult['principal'] {
  return (integrationLatency) => ({ type: 'lambda', principalId, context: context ?? {}, integrationLatency });
}

function parseResult(payload: string): { readonly value: unknown; readonly bytes: number } {
  const bytes = Buffer.byteLength(payload);
  if (bytes > LIMITS.authorizerResultBytes.max) throw new ResultProblem(`it has ${bytes} bytes; expected at most ${LIMITS.authorizerResultBytes.max}`);
  const value = parse(payload);
  refuseReservedNames(value);
  return { value, bytes };
}

function fitting<Result>(schema: z.ZodType<Result>, value: unknown): Result {
  const read = schema.safeParse(value);
  if (!read.success) throw new ResultProblem(read.error.issues.map(({ path, message }) => `${path.join('.') || 'the answer'}: ${message}`).join('; '));
  return read.data;
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch (cause) {
    throw new ResultProblem('it is not valid JSON', { cause });
  }
}

/** `__proto__` as a name would reach the prototype of what is built from it. */
function refuseReservedNames(value: unknown): void {
  const context: unknown = typeof value === 'object' && value !== null && 'context' in value ? value.context : undefined;
  if (typeof context === 'object' && context !== null && Object.hasOwn(context, '__proto__')) throw new ResultProblem('context has a member __proto__');
}

function refuseLongResources({ Statement }: z.output<typeof policySchema>): void {
  const { max } = LIMITS.authorizerResourceLength;
  const resources = Statement.flatMap(({ Resource, NotResource }) => [Resource ?? [], NotResource ?? []].flat(2));
  if (resources.some((one) => one.length > max)) throw new ResultProblem(`a Resource has more than ${max} characters`);
}
