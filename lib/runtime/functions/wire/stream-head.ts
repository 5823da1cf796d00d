import { GatewayError } from '../../../errors';
import { LIMITS } from '../../../spec';
import type { FunctionStream, InvocationOutcome } from '../../ports';

/** A response stream split into prelude and body. */
export interface StreamHead {
  /** JSON text of `{statusCode, headers, multiValueHeaders, cookies}`. */
  readonly prelude: string;
  /** First bytes of the body; often none. */
  readonly rest: Buffer;
}

const SEPARATOR = Buffer.alloc(8);

/**
 * Reads the prelude of a stream: a JSON text and eight NUL bytes, as `HttpResponseStream.from` writes them. Waits until it is complete.
 * @returns the head, or the outcome of a function that failed before its end
 * @throws RESULT_MALFORMED (502)
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode-lambda.html
 */
export async function readStreamHead(stream: FunctionStream, functionName: string): Promise<StreamHead | InvocationOutcome> {
  let held: Buffer = Buffer.alloc(0);
  for (;;) {
    const part = await stream.next();
    if (part.type === 'broken') return part.outcome;
    if (part.type === 'end') throw malformed(functionName, stream, 'the stream ended before the eight NUL bytes that follow its metadata');
    const from = Math.max(0, held.length - SEPARATOR.length + 1);
    held = held.length === 0 ? part.bytes : Buffer.concat([held, part.bytes]);
    const end = held.indexOf(SEPARATOR, from);
    if (end >= 0) return { prelude: held.toString('utf8', 0, end), rest: held.subarray(end + SEPARATOR.length) };
    const { max } = LIMITS.streamPreludeBytes;
    if (held.length >= max + SEPARATOR.length) throw malformed(functionName, stream, `its first ${max} bytes are not valid metadata followed by eight NUL bytes`);
  }
}

function malformed(name: string, stream: FunctionStream, reason: string): GatewayError {
  stream.cancel();
  return new GatewayError('RESULT_MALFORMED', { name, reason });
}
