import { GatewayError } from '../../errors';
import { LIMITS, type MappedIntegrationSpec } from '../../spec';
import type { Validated } from '../plan/exchange';
import { recordedCall, recordedResult } from '../execution-log/function-endpoint';
import { headerValue } from '../http/headers';
import { headerOverrides, overrideHeaders } from '../mapping/overrides';
import { payloadBytes } from '../mapping/payload';
import { compileRequestParameters } from '../mapping/request-parameters';
import { templateScope, type TemplateScope } from '../mapping/template-scope';
import type { FunctionVersion, InvocationOutcome } from '../ports';
import type { RunInSandbox } from '../sandbox/jobs';
import { checkJson } from '../validation/check-json';
import type { CompileContext } from './compile-context';
import { callError, functionError, type Call } from './function-outcome';
import { compileRequestBody } from './mapped-request';
import { compileMappedResponse, type SelectableResponse } from './mapped-response';
import { stageFunction } from './stage-function';
import type { CompiledIntegration } from '../plan/integration';

interface FunctionRequest {
  readonly scope: TemplateScope;
  readonly version: FunctionVersion;
  /** JSON text of the event. */
  readonly payload: string;
  /** Whether the client is answered before the function runs. */
  readonly isAsynchronous: boolean;
}

/** Function, mapped: templates make the event, and the result, or the error, selects the response. */
export function compileMapped(
  spec: MappedIntegrationSpec,
  context: CompileContext,
): CompiledIntegration<FunctionRequest, SelectableResponse> {
  const { vendor } = context.stage;
  const version = stageFunction(spec.function, context.stage);
  const requestBody = compileRequestBody(spec, context);
  const parameters = compileRequestParameters(spec.requestParameters, { target: 'function', service: vendor.headerPrefix }, context.run);
  const respond = compileMappedResponse(spec.responses, context);
  return {
    tracesResponses: true,
    tracesErrors: true,
    requiresJsonBody: true,
    mapsResponses: true,
    label: `mapped ${context.stage.functionLabel?.(spec.function) ?? spec.function}`,
    endpoint: {
      request: ({ version: called, payload }, validated) => recordedCall(called, payload, validated),
      answer: ({ body }, validated) => recordedResult(body.toString('utf8'), validated),
    },
    request: async (validated) => {
      const scope = templateScope(validated);
      const mapped = await parameters(validated, scope);
      const payload = await eventText(payloadBytes(await requestBody(validated, scope)), context.run);
      const headers = overrideHeaders(mapped.headers, headerOverrides(scope.context, 'requestOverride'));
      return { scope, version: version(), payload, isAsynchronous: headerValue(headers, `x-${vendor.shortPrefix}-invocation-type`) === 'Event' };
    },
    call: (request, validated) => call(request, validated, { context, timeoutMs: spec.timeoutMs }),
    response: (response, { scope }, validated) => respond(response, validated, scope),
  };
}

/** An empty body is the event `{}`. @throws REQUEST_TOO_LARGE above 6 MB, BODY_NOT_JSON, SANDBOX_BUSY */
async function eventText(payload: Buffer, run: RunInSandbox): Promise<string> {
  const { max } = LIMITS.functionPayloadBytes;
  if (payload.length > max) throw new GatewayError('REQUEST_TOO_LARGE', { max });
  if (payload.length === 0) return '{}';
  await checkJson(payload, run);
  return payload.toString('utf8');
}

async function call(
  { version, payload, isAsynchronous }: FunctionRequest,
  { ids }: Validated,
  { context: { engine, ports }, timeoutMs }: { readonly context: CompileContext; readonly timeoutMs: number },
): Promise<SelectableResponse> {
  const { requestId, invocationId, trace } = ids;
  const invocation = { requestId, invocationId, payload, traceId: trace.text };
  if (isAsynchronous) {
    await engine.invokeAsync(version, { ...invocation, timeoutMs: version.timeoutMs });
    return { selects: '', headers: [], body: Buffer.alloc(0) };
  }
  const outcome = await engine.invoke(version, { ...invocation, timeoutMs });
  return answerOf(outcome, { version, invocationId, now: ports.now });
}

/** A success selects with the empty string, an error with its message; both bodies are JSON. */
function answerOf(outcome: InvocationOutcome, call: Call): SelectableResponse {
  const headers = [{ name: 'Content-Type', value: 'application/json' }];
  if (outcome.type === 'result') return { selects: '', headers, body: Buffer.from(outcome.payload, 'utf8') };
  if (outcome.type === 'function-error') return { selects: outcome.errorMessage, headers, body: Buffer.from(outcome.payload, 'utf8') };
  const error = functionError(outcome, call);
  if (error === undefined) throw callError(outcome, call);
  return { selects: error.errorMessage, headers, body: Buffer.from(JSON.stringify(error), 'utf8') };
}
