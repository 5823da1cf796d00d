import { stageSegment } from '../../spec';
import { readXrayTrace } from '../edge/trace-parent';
import { headerValue } from '../http/headers';
import { printableJson } from '../http/printable';
import { bodyBytes, isText, type GatewayReply } from '../http/reply';
import { reasonOf } from '../metrics/reasons';
import type { RequestProgress } from '../plan/exchange';
import type { AcceptedKey, Principal } from '../plan/principal';
import type { IntegrationFacts } from './integration-facts';

export interface AnsweredRequest {
  readonly api: string;
  readonly progress: RequestProgress & { readonly principal: Principal; readonly apiKey?: AcceptedKey | undefined };
  readonly sent: GatewayReply;
  readonly integration: IntegrationFacts | undefined;
  readonly durationMs: number;
}

/**
 * The line of a request in the gateway's access log, as JSON. Names are those of OpenTelemetry where it has one. No query, no header but
 * the user agent, no value of a key: they may be secrets.
 * @see https://opentelemetry.io/docs/specs/semconv/registry/attributes/
 */
export function requestLine(request: AnsweredRequest): string {
  const { api, progress, sent, integration, durationMs } = request;
  const { received, ids, stage, routed, span, principal, apiKey } = progress;
  return printableJson(JSON.stringify({
    'timestamp': new Date(received.receivedAt).toISOString(),
    'request_id': ids.requestId,
    'trace_id': readXrayTrace(ids.trace.text)?.traceId,
    'span_id': span?.spanId,
    api,
    'stage': stage?.name,
    'http.request.method': received.method,
    'url.path': received.target.split('?', 1)[0],
    'http.route': routed && `${stageSegment(routed.stage.name)}${routed.plan.resourcePath}`,
    'http.response.status_code': sent.status,
    'duration_ms': durationMs,
    'integration_ms': integration?.latencyMs,
    'http.request.body.size': received.body.length,
    'http.response.body.size': bodyBytes(sent),
    'network.protocol.version': received.protocol.replace('HTTP/', ''),
    'client.address': received.sourceIp,
    'user_agent.original': headerValue(received.headers, 'user-agent'),
    'principal': PRINCIPALS[principal.type](principal as never) || undefined, // its own kind
    'api_key_id': apiKey?.id,
    ...problemOf(sent),
  }));
}

type Names = { readonly [Type in Principal['type']]: (principal: Extract<Principal, { readonly type: Type }>) => string | undefined };

const PRINCIPALS: Names = {
  'anonymous': () => undefined,
  'function': ({ principalId }) => principalId,
  'lambda': ({ principalId }) => principalId,
  'jwt': ({ claims }) => claims.sub,
  'claims': ({ claims }) => claims.sub,
  'iam': ({ userArn }) => userArn,
};

/** Why the gateway answered itself, and whose limit it was. An answer that was cut had begun as the integration's. */
function problemOf(sent: GatewayReply): Readonly<Record<string, unknown>> {
  if (isText(sent) || sent.error === undefined) return {};
  const { error, streamedBytes } = sent;
  const rejectedBy = streamedBytes === undefined ? reasonOf(error) : undefined;
  const limit = rejectedBy === 'throttle' || rejectedBy === 'quota' ? error.details.owner : undefined;
  return { 'error.type': error.code, 'rejected_by': rejectedBy, limit };
}
