import { GatewayError } from '../../errors';
import { LIMITS } from '../../spec';
import { headerValue, headerValues, type HeaderField } from '../http/headers';
import type { Reply } from '../http/reply';
import type { Received } from '../http/request';
import { functionError, type Call } from '../integrations/function-outcome';
import type { FunctionEngine, FunctionVersion, Invocation, InvocationOutcome, SystemPorts } from '../ports';
import { functionNameIn } from './function-name';
import { isLoopbackHost } from './loopback-host';
import type { LogTails } from './log-tails';

/** Lambda's limits on the event of a call. @see https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const MAX_BYTES = { RequestResponse: LIMITS.functionPayloadBytes.max, Event: 1_048_576, DryRun: LIMITS.functionPayloadBytes.max } as const;
/** The function's own time limit ends a call. */
const WAIT_MS = 3_600_000;
/** Output takes another way than the answer, and may arrive after it. */
const LAST_OUTPUT_MS = 25;

const PATH = /^\/2015-03-31\/functions\/([^/?]+)\/invocations(?:\?|$)/;

export interface InvokeParts {
  /** Undefined while the gateway starts. */
  readonly engine: () => Pick<FunctionEngine, 'invoke' | 'invokeAsync'> | undefined;
  readonly versionOf: (name: string) => FunctionVersion | undefined;
  readonly unavailable: (name: string) => string | undefined;
  readonly tails: LogTails;
  readonly ports: Pick<SystemPorts, 'newId' | 'now' | 'monotonicNow' | 'log'>;
  readonly region: string;
  readonly accountId: string;
}

type InvocationType = keyof typeof MAX_BYTES;

class LambdaApiError extends Error {
  public constructor(public readonly status: number, public readonly type: string, message: string) {
    super(message);
  }
}

/**
 * Lambda's operation `Invoke`, for functions that call functions. Requests must be signed, as those of all clients are, which keeps out web
 * pages: the signature itself is not checked, because nobody but this machine reaches the port.
 * @see https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html
 */
export async function invokeFunction(received: Received, parts: InvokeParts): Promise<Reply> {
  const requestId = parts.ports.newId();
  try {
    return await invoke(received, requestId, parts);
  } catch (error) {
    if (error instanceof LambdaApiError) return errorReply(error, requestId);
    const message = error instanceof Error ? error.message : String(error);
    parts.ports.log({ level: 'error', message: `an invocation over Lambda's API failed: ${message}`, requestId });
    return errorReply(new LambdaApiError(500, 'ServiceException', message), requestId);
  }
}

function errorReply({ status, type, message }: LambdaApiError, requestId: string): Reply {
  const body = { Type: status < 500 ? 'User' : 'Service', message };
  return reply(status, [{ name: 'x-amzn-ErrorType', value: type }, requestIdHeader(requestId)], Buffer.from(JSON.stringify(body)));
}

export function refusedReply({ newId }: InvokeParts['ports'], error: unknown): Reply {
  const message = error instanceof Error ? error.message : String(error);
  return errorReply(new LambdaApiError(400, 'InvalidRequestContentException', message), newId());
}

async function invoke(received: Received, requestId: string, parts: InvokeParts): Promise<Reply> {
  requireClient(received);
  const engine = parts.engine();
  if (engine === undefined) throw new LambdaApiError(503, 'ServiceException', 'the gateway is starting');
  const version = chooseFunction(received, parts);
  const { headers, body } = received;
  const type = invocationType(headerValue(headers, 'x-amz-invocation-type') ?? 'RequestResponse');
  if (body.length > MAX_BYTES[type]) {
    throw new LambdaApiError(413, 'RequestTooLargeException', `Request must be smaller than ${MAX_BYTES[type]} bytes for the InvokeFunction operation`);
  }
  const call: Invocation = {
    requestId, invocationId: requestId, payload: eventOf(body), timeoutMs: WAIT_MS,
    clientContext: contextIn(headerValue(headers, 'x-amz-client-context')), traceId: headerValue(headers, 'x-amzn-trace-id'),
  };
  if (type === 'DryRun') return reply(204, [requestIdHeader(requestId)]);
  if (type === 'Event') {
    await engine.invokeAsync(version, call);
    return reply(202, [requestIdHeader(requestId)]);
  }
  const facts = { invocationId: requestId, now: parts.ports.now, version };
  if (headerValue(headers, 'x-amz-log-type') !== 'Tail') return outcomeReply(await engine.invoke(version, call), facts);
  parts.tails.open(requestId);
  const beganAt = parts.ports.monotonicNow();
  const outcome = await engine.invoke(version, call);
  const durationMs = parts.ports.monotonicNow() - beganAt;
  await new Promise((resolve) => { setTimeout(resolve, LAST_OUTPUT_MS); });
  const tail = parts.tails.close({ requestId, memoryMiB: version.memoryMiB, durationMs }).toString('base64');
  const answered = outcomeReply(outcome, facts);
  return { ...answered, headers: [...answered.headers, { name: 'X-Amz-Log-Result', value: tail }] };
}

/**
 * Browsers say which page asks, and ask before they send another site a header of this kind; a page whose name was made to lead here
 * (DNS rebinding) is of the same site, but names its own host.
 */
function requireClient({ headers, port }: Received): void {
  const host = headerValue(headers, 'host') ?? '';
  if (!isLoopbackHost(host, port)) throw refusal(new GatewayError('LAMBDA_ENDPOINT_HOST_WRONG', { given: JSON.stringify(host) }));
  const site = headerValue(headers, 'sec-fetch-site');
  const isPage = (site !== undefined && site !== 'none') || headerValues(headers, 'origin').length > 0;
  if (isPage) throw refusal(new GatewayError('LAMBDA_ENDPOINT_PAGE_REFUSED'));
  if (headerValue(headers, 'authorization')?.startsWith('AWS4-HMAC-SHA256 ') === true) return;
  throw new LambdaApiError(403, 'MissingAuthenticationTokenException', 'Missing Authentication Token');
}

function refusal({ message }: GatewayError): LambdaApiError {
  return new LambdaApiError(403, 'AccessDeniedException', message);
}

function chooseFunction({ method, target }: Received, { versionOf, unavailable, region, accountId }: InvokeParts): FunctionVersion {
  const segment = PATH.exec(target)?.[1];
  if (segment === undefined || method !== 'POST') {
    throw new LambdaApiError(404, 'UnknownOperationException', `${method} ${target} is not served here; POST /2015-03-31/functions/<name>/invocations is`);
  }
  const name = functionNameIn(segment);
  if (name === undefined) throw new LambdaApiError(400, 'InvalidParameterValueException', `${segment} is not the name or ARN of a function`);
  const reason = unavailable(name);
  if (reason !== undefined) throw new LambdaApiError(502, 'ServiceException', `${name} cannot run here: ${reason}`);
  const version = versionOf(name);
  if (version !== undefined) return version;
  throw new LambdaApiError(404, 'ResourceNotFoundException', `Function not found: arn:aws:lambda:${region}:${accountId}:function:${name}`);
}

function invocationType(given: string): InvocationType {
  const types = Object.keys(MAX_BYTES) as InvocationType[]; // its own keys
  const allowedType = types.find((type) => type === given);
  if (allowedType !== undefined) return allowedType;
  throw new LambdaApiError(400, 'InvalidParameterValueException', `X-Amz-Invocation-Type is ${given}; expected ${types.join(', ')}`);
}

/** The event as JSON text; a call without one gets an empty object, as on Lambda. */
function eventOf(body: Buffer): string {
  const text = body.toString('utf8');
  if (text.trim() === '') return '{}';
  parse(text, (reason) => `Could not parse request body into json: ${reason}`);
  return text;
}

function contextIn(header: string | undefined): unknown {
  if (header === undefined) return undefined;
  return parse(Buffer.from(header, 'base64').toString('utf8'), (reason) => `Client context must be a valid Base64-encoded JSON object: ${reason}`);
}

function parse(text: string, message: (reason: string) => string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new LambdaApiError(400, 'InvalidRequestContentException', message(error instanceof Error ? error.message : String(error)));
  }
}

/** @throws what is not an answer or an error of the function */
function outcomeReply(outcome: InvocationOutcome, call: Call): Reply {
  const headers = [{ name: 'X-Amz-Executed-Version', value: '$LATEST' }, requestIdHeader(call.invocationId)];
  if (outcome.type === 'result') return reply(200, headers, Buffer.from(outcome.payload));
  const error = outcome.type === 'function-error' ? outcome.payload : documentOf(outcome, call);
  return reply(200, [{ name: 'X-Amz-Function-Error', value: 'Unhandled' }, ...headers], Buffer.from(error));
}

function documentOf(outcome: InvocationOutcome, call: Call): string {
  const { name, maxInstances } = call.version;
  if (outcome.type === 'throttled') {
    throw new LambdaApiError(429, 'TooManyRequestsException', `Rate Exceeded. All ${maxInstances} instances of ${name} are busy.`);
  }
  const error = functionError(outcome, call);
  if (error !== undefined) return JSON.stringify(error);
  throw new LambdaApiError(500, 'ServiceException', outcome.type === 'failed' ? outcome.reason : `${name} gave no answer`);
}

function requestIdHeader(requestId: string): HeaderField {
  return { name: 'x-amzn-RequestId', value: requestId };
}

function reply(status: number, headers: readonly HeaderField[], body: Buffer = Buffer.alloc(0)): Reply {
  const type = body.length === 0 ? [] : [{ name: 'Content-Type', value: 'application/json' }];
  return { status, headers: [...type, ...headers], body };
}
