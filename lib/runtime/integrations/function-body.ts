import { GatewayError } from '../../errors';
import type { FunctionStream, FunctionVersion, InvocationOutcome } from '../ports';
import type { StreamHead } from '../functions/wire/stream-head';
import { outcomeError } from './function-outcome';

/** The body of a function's stream after its head; throws the function's failure. */
export async function* bodyChunks(stream: FunctionStream, { rest }: StreamHead, version: FunctionVersion): AsyncGenerator<Buffer> {
  if (rest.length > 0) yield rest;
  for (;;) {
    const part = await stream.next();
    if (part.type === 'end') return;
    if (part.type === 'broken') throw brokenStream(part.outcome, version);
    if (part.bytes.length > 0) yield part.bytes;
  }
}

/** Why a function's stream broke off, or never began. */
export function brokenStream(outcome: InvocationOutcome, version: FunctionVersion): GatewayError {
  if (outcome.type === 'function-error') return new GatewayError('FUNCTION_ERROR', { name: version.name, errorMessage: outcome.errorMessage });
  return outcomeError(outcome, version) ?? new GatewayError('INTERNAL', { reason: `outcome ${outcome.type}` });
}
