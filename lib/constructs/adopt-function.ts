import { GatewayError } from '../errors';
import { checkArgument, throwProblems } from '../props';
import type { IFunctionTarget } from './function-target';
import type { IProxyFunction } from './integrations/integration';

/** The function of this library that stands for one of aws-cdk-lib; undefined for other values. */
export type AdoptFunction = (value: object) => IProxyFunction | undefined;

const adopters = new Set<AdoptFunction>();

/** Lets methods and authorizers call functions of another library. */
export function adoptFunctionsBy(adopt: AdoptFunction): void {
  adopters.add(adopt);
}

/**
 * The function of this library that a handler is, or that stands for it.
 * @param subject - what is being declared, for messages
 * @throws DEFINITION_INVALID
 */
export function proxyFunctionOf(handler: IFunctionTarget, subject: string): IProxyFunction {
  if (isProxyFunction(handler)) return handler;
  const isObject = typeof handler === 'object' && handler !== null; // from JavaScript, it may be anything
  const [adopted] = isObject ? [...adopters].flatMap((adopt) => adopt(handler) ?? []) : [];
  if (adopted !== undefined) return adopted;
  throwProblems(subject, checkArgument('IProxyFunction', 'handler', handler));
  throw new GatewayError('INTERNAL', { reason: 'a handler that is not a function was accepted' });
}

function isProxyFunction(handler: unknown): handler is IProxyFunction {
  return typeof handler === 'object' && handler !== null && 'toIntegration' in handler && 'functionName' in handler;
}
