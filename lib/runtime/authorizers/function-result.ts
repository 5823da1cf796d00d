import * as z from 'zod';
import { LIMITS, policySchema } from '../../spec';
import { compilePolicy, type Policy } from './policy';

/** The result of an authorizer function, ready to be evaluated. */
export interface AuthorizerResult {
  readonly principalId: string;
  /** Values as strings. */
  readonly context: Readonly<Record<string, string>>;
  readonly usageIdentifierKey?: string;
  readonly policy: Policy;
  /** Length of the result. */
  readonly bytes: number;
}

const resultSchema = z.object({
  principalId: z.string().min(1),
  policyDocument: z.lazy(() => policySchema),
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish(),
  usageIdentifierKey: z.string().nullish(),
});

/** Why a result is not valid. */
export class ResultProblem extends Error {}

/**
 * Reads the result of an authorizer function. Only an exact decision is accepted; nothing is guessed.
 * @throws ResultProblem
 * @see aws-data-plane §16; https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-lambda-authorizer-output.html
 */
export function readResult(payload: string): AuthorizerResult {
  const bytes = Buffer.byteLength(payload);
  if (bytes > LIMITS.authorizerResultBytes.max) throw new ResultProblem(`it has ${bytes} bytes; expected at most ${LIMITS.authorizerResultBytes.max}`);
  const value = parse(payload);
  refuseReservedNames(value);
  const read = resultSchema.safeParse(value);
  if (!read.success) throw new ResultProblem(read.error.issues.map(({ path, message }) => `${path.join('.') || 'the answer'}: ${message}`).join('; '));
  const { principalId, policyDocument, context, usageIdentifierKey } = read.data;
  refuseLongResources(policyDocument);
  return {
    principalId,
    context: Object.fromEntries(Object.entries(context ?? {}).map(([name, member]) => [name, String(member)])),
    ...(typeof usageIdentifierKey === 'string' ? { usageIdentifierKey } : {}),
    policy: compilePolicy(policyDocument),
    bytes,
  };
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
