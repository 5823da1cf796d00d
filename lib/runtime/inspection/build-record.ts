import { openExecutionLog } from '../execution-log/execution-log';
import { headerValue, type HeaderList } from '../http/headers';
import type { MessageRecord, RecordedText, RequestRecord, RequestSummary, TemplateRecord } from './protocol';
import type { Rendering } from '../plan/inspection';
import type { Principal } from '../plan/principal';
import type { RecordedAnswer, RecordedRequest } from '../plan/recorder';
import { diagnoseCors } from './cors-doctor';
import { KEPT_BYTES, type RequestTrace } from './request-trace';
import { optional } from './optional';
import { stepRows, stoppedAt } from './step-rows';
import { whyOf } from './why';

export function summaryOf(trace: RequestTrace): RequestSummary {
  if (trace.built !== undefined) return { ...summaryOfRecord(trace.built), ...replayed(trace) };
  const { progress, api, reply, method, id, startedAt, endedAt } = trace;
  const why = reply?.error && whyOf(reply.error);
  const stop = stoppedAt(trace);
  const cors = corsOf(trace);
  return {
    id, at: progress.received.receivedAt, api,
    stage: progress.stageName, method: progress.received.method, path: progress.routePath, query: progress.query,
    status: reply?.status ?? 0,
    ms: Math.round((endedAt - startedAt) * 100) / 100,
    ...(progress.routed === undefined ? {} : { route: progress.routed.plan.resourcePath }),
    ...(why === undefined ? {} : { code: why.code, why: why.sentence }),
    ...(method?.about.function === undefined ? {} : { function: method.about.function }),
    ...(stop === undefined ? {} : { stoppedAt: stop }),
    ...(cors?.ok === false ? { isBlockedByCors: true } : {}),
    ...replayed(trace),
  };
}

/** Everything that is known of a request, with its secrets. */
export function recordOf(trace: RequestTrace): RequestRecord {
  const { why: _, ...summary } = summaryOf(trace);
  if (trace.built !== undefined) return { ...trace.built, console: trace.lines, ...replayed(trace) };
  const { progress, reply, instance } = trace;
  const { stage, received, fullPath, query } = progress;
  const calls = callsOf(trace);
  const cors = corsOf(trace);
  return {
    ...summary,
    ...optional('traceId', trace.traceId),
    deployment: stage === undefined ? null : { id: stage.deploymentId, fingerprint: stage.fingerprint, ...optional('isCanary', stage.isCanary) },
    request: {
      ...messageOf(received.headers, received.body, sentBytes(trace)),
      url: `${fullPath}${query === '' ? '' : `?${query}`}`, protocol: received.protocol, sourceIp: received.sourceIp,
    },
    response: { ...messageOf(reply?.headers ?? [], reply?.body ?? NOTHING, reply?.bodyBytes ?? 0), isStreamed: reply?.isStreamed ?? false },
    steps: stepRows(trace),
    ...(reply?.error === undefined ? {} : { why: whyOf(reply.error) }),
    ...optional('apiKey', progress.routed?.apiKey?.id),
    ...callerOf(trace),
    ...(calls.request === undefined ? {} : { event: textOf(calls.request.body) }),
    ...(calls.answer === undefined ? {} : { result: textOf(calls.answer.body) }),
    templates: trace.renderings.map((rendering) => templateRecord(rendering, trace)),
    console: trace.lines,
    executionLog: executionLog(trace, calls),
    ...(instance === undefined ? {} : { instance }),
    ...(cors === undefined ? {} : { cors }),
  };
}

const NOTHING = Buffer.alloc(0);

/** Size of the request's body; a body that is refused for its size is never read. */
function sentBytes({ progress: { received: { body, headers } }, reply }: RequestTrace): number {
  if (body.length > 0 || reply?.error === undefined) return body.length;
  return Number(headerValue(headers, 'content-length') ?? 0) || 0;
}

function replayed({ replayOf }: RequestTrace): { readonly replayOf?: string } {
  return replayOf === undefined ? {} : { replayOf };
}

/** The same, of a record that was built already. */
function summaryOfRecord({ why, route, code, function: name, stoppedAt: stop, isBlockedByCors, ...record }: RequestRecord): RequestSummary {
  const { id, at, api, stage, method, path, query, status, ms } = record;
  return {
    id, at, api, stage, method, path, query, status, ms,
    ...optional('route', route), ...optional('code', code), ...optional('why', why?.sentence),
    ...optional('function', name), ...optional('stoppedAt', stop), ...optional('isBlockedByCors', isBlockedByCors),
  };
}

function callerOf({ progress: { routed } }: RequestTrace): Pick<RequestRecord, 'caller'> {
  const principal = routed?.principal;
  switch (principal?.type) {
    case 'function': {
      const { principalId, context, usageIdentifierKey } = principal;
      return { caller: { type: 'function', principalId, context: { ...context }, ...optional('usageIdentifierKey', usageIdentifierKey) } };
    }
    case 'claims': return { caller: { type: 'claims', claims: { ...principal.claims } } };
    case 'iam': {
      const { accessKey, accountId, user, userArn } = principal;
      return { caller: { type: 'iam', accessKey, accountId, userId: user, userArn } };
    }
    default: return {};
  }
}

/** `$context.authorizer` of a template. */
function authorizerVariables(principal: Principal): Record<string, unknown> {
  switch (principal.type) {
    case 'function': return { authorizer: { ...principal.context, principalId: principal.principalId } };
    case 'claims': return { authorizer: { claims: principal.claims } };
    default: return {};
  }
}

function corsOf({ progress, reply }: RequestTrace): RequestRecord['cors'] {
  if (reply === undefined) return undefined;
  const { received, path } = progress;
  const answer = { status: reply.status, headers: reply.headers, isFromGateway: reply.error !== undefined };
  return diagnoseCors({ method: received.method, path, headers: received.headers, answer });
}

interface Calls {
  readonly request: RecordedRequest | undefined;
  readonly answer: RecordedAnswer | undefined;
}

function callsOf({ method, progress, outgoing, response }: RequestTrace): Calls {
  const endpoint = method?.about.endpoint;
  const { routed } = progress;
  if (endpoint === undefined || routed === undefined || outgoing === undefined) return { request: undefined, answer: undefined };
  return {
    request: endpoint.request(outgoing, routed),
    answer: response === undefined ? undefined : endpoint.answer(response, routed),
  };
}

/** The lines that API Gateway writes, whether or not the stage has a log. */
function executionLog({ progress, reply, marks, endedAt }: RequestTrace, { request, answer }: Calls): readonly string[] {
  const { routed } = progress;
  if (routed === undefined || reply === undefined) return [];
  let now = 0;
  const log = openExecutionLog(progress.ids, () => Math.round(now));
  log.started(routed);
  if (request !== undefined) log.endpointRequest(request);
  const at = (name: string): number | undefined => marks.find(({ step }) => step === name)?.at;
  now = (at('integrationResponse') ?? endedAt) - (at('integrate') ?? endedAt);
  if (answer !== undefined) log.endpointAnswer(answer);
  const { status, headers, body, error } = reply;
  log.completed({ status, headers, body, ...(error === undefined ? {} : { error }) });
  return log.entries();
}

function messageOf(headers: HeaderList, body: Buffer, bodyBytes: number): MessageRecord {
  const kept = body.subarray(0, KEPT_BYTES);
  const text = kept.toString('utf8');
  const isBase64 = body.length <= KEPT_BYTES && !Buffer.from(text, 'utf8').equals(kept);
  return {
    headers: headers.map(({ name, value }) => ({ name, value })),
    body: isBase64 ? kept.toString('base64') : text,
    isBase64, bodyBytes, bodyTruncated: bodyBytes > kept.length,
  };
}

function textOf(body: Buffer | string): RecordedText {
  const text = typeof body === 'string' ? body : body.toString('utf8', 0, KEPT_BYTES);
  return { text: text.slice(0, KEPT_BYTES), truncated: body.length > KEPT_BYTES };
}

function templateRecord({ place, mediaType, template, input, output }: Rendering, { progress }: RequestTrace): TemplateRecord {
  const { routed } = progress;
  const last = (values: readonly string[]): string => values.at(-1) ?? '';
  const context = routed === undefined ? {} : {
    headers: Object.fromEntries(routed.headers.map(({ name, value }) => [name, value])),
    query: Object.fromEntries(Object.entries(routed.queryParameters).map(([name, values]) => [name, last(values)])),
    pathParameters: { ...routed.pathParameters },
    stageVariables: routed.stage.variables,
    context: { 'stage': routed.stage.name, 'requestId': routed.ids.requestId, ...authorizerVariables(routed.principal) },
    method: routed.received.method,
    resource: routed.plan.resourcePath,
  };
  return { place, mediaType, template, input: input.slice(0, KEPT_BYTES), output: output.slice(0, KEPT_BYTES), context };
}
