import { CATALOG, type CatalogRow, type GatewayError } from '../../errors';
import type { RequestProgress, ServedStage } from '../plan/exchange';
import type { Protocol } from '../../spec';
import { requestContext1, requestContext2 } from '../lambda-format/http-event';
import { webSocketContext } from '../lambda-format/web-socket-event';
import { requestContext, type ContextSource } from '../lambda-format/request-context';
import type { IntegrationFacts } from './integration-facts';
import { errorMessage, validationErrorString, type PhaseFacts, type PhasesFacts } from './phases';
import type { Reply } from '../http/reply';
import type { LogVariables } from '../plan/access-log';

export interface LoggedRequest {
  readonly progress: RequestProgress;
  readonly stage: ServedStage;
  readonly reply: Reply;
  readonly integration: IntegrationFacts;
  /** Why the call of the integration failed, in the service's words. */
  readonly integrationError: string | undefined;
  readonly phases: PhasesFacts;
  /** From the first byte of the request to the reply. */
  readonly latencyMs: number;
}

/**
 * The variables of a request for its access log: those of templates, and those that only access logs have. API keys are
 * masked except for their last characters.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-variables-for-access-logging.html
 */
export function logVariables(request: LoggedRequest): LogVariables {
  let context: Readonly<Record<string, unknown>> | undefined;
  return (name) => {
    context ??= contextOf(request);
    return textOf(name.split('.').reduce(memberOf, context));
  };
}

function contextOf(request: LoggedRequest): Record<string, unknown> {
  const { progress, stage, reply, integration, integrationError, phases, latencyMs } = request;
  const { ids } = progress;
  const { identity, authorizer, ...context } = CONTEXTS[stage.protocol](progress, stage);
  return {
    ...context,
    identity: withMaskedKey(identity),
    status: reply.status,
    responseLength: reply.streamedBytes ?? reply.body.length,
    responseLatency: latencyMs,
    integrationLatency: integration.latencyMs,
    integrationStatus: integration.status,
    integrationErrorMessage: integrationError,
    integration: {
      error: integrationError,
      integrationStatus: integration.status,
      latency: integration.latencyMs,
      requestId: integration.requestId,
      status: integration.isCalled && reply.error === undefined ? reply.status : undefined,
    },
    authenticate: phaseContext(phases.authenticate),
    authorize: phaseContext(phases.authorize),
    authorizer: authorizerContext(authorizer, phases),
    awsEndpointRequestId: integration.requestId,
    endpointType: stage.endpointType,
    customDomain: { basePathMatched: progress.basePath },
    xrayTraceId: /Root=([^;]+)/.exec(ids.trace.text)?.[1],
    error: reply.error === undefined ? {} : errorContext(reply.error),
  };
}

/** `$context` of the kinds of APIs. */
const CONTEXTS: Readonly<Record<Protocol, (progress: RequestProgress, stage: ServedStage) => Record<string, unknown>>> = {
  'rest': (progress, stage) => requestContext(progress.routed ?? withoutRoute(progress, stage)),
  'http': httpContext,
  'function-url': httpContext,
  'websocket': (progress, stage) => webSocketContext(progress.routed ?? withoutRoute(progress, stage)),
};

function httpContext(progress: RequestProgress, stage: ServedStage): Record<string, unknown> {
  const { routed } = progress;
  return routed === undefined ? requestContext(withoutRoute(progress, stage)) : { ...requestContext2(routed), ...requestContext1(routed) };
}

function phaseContext(facts: PhaseFacts | undefined): Record<string, unknown> {
  return facts === undefined ? {} : { error: facts.error, latency: facts.latencyMs, status: facts.status };
}

/** The context that the authorizer passes on, and its timing; that of the function only if it was called, not its cache. */
function authorizerContext(passedOn: unknown, { authorizer, authorizerCall }: PhasesFacts): Record<string, unknown> {
  return {
    ...(typeof passedOn === 'object' ? passedOn : {}),
    ...phaseContext(authorizer),
    ...(authorizerCall && {
      integrationLatency: authorizerCall.latencyMs, integrationStatus: authorizerCall.status, requestId: authorizerCall.invocationId,
    }),
  };
}

function withoutRoute({ received, ids, fullPath, connection }: RequestProgress, stage: ServedStage): ContextSource {
  return { connection, received, ids, stage, headers: received.headers, fullPath, plan: { resourceId: '', resourcePath: '' } };
}

/** The message that the client received, as in `$context.error`. */
function errorContext(error: GatewayError): Record<string, unknown> {
  const row: CatalogRow = CATALOG[error.code];
  const message = errorMessage(error);
  return {
    message,
    messageString: JSON.stringify(message),
    responseType: row.gatewayResponse ?? 'DEFAULT_5XX',
    validationErrorString: validationErrorString(error),
  };
}

/** The service's execution log masks keys the same way. */
function withMaskedKey(identity: unknown): unknown {
  if (typeof identity !== 'object' || identity === null || !('apiKey' in identity) || typeof identity.apiKey !== 'string') return identity;
  return { ...identity, apiKey: maskKey(identity.apiKey) };
}

const SHOWN_CHARACTERS = 6;

/** `**************abcdef`; a key no longer than that shows nothing. */
export function maskKey(key: string): string {
  const shown = key.length >= 3 * SHOWN_CHARACTERS ? key.slice(-SHOWN_CHARACTERS) : '';
  return shown.padStart(key.length, '*');
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name]; // an own member, checked above
}

/** Maps have no text form. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
