import { GatewayError } from '../../errors';
import { deployedSpec, describeProtocol, fingerprint, LIMITS, type GatewaySpec } from '../../spec';
import { requestIds } from '../edge/request-ids';
import { openExecutionLog, type ExecutionLog } from '../execution-log/execution-log';
import { withoutHeaders, type HeaderField } from '../http/headers';
import { replyOf, type GatewayReply, type Reply } from '../http/reply';
import { collect } from '../http/reply-stream';
import type { Received, RequestPath } from '../http/request';
import type { ConnectionEvent, ConnectionEventType } from '../plan/connection';
import type { LoadedApi, LoadedStage } from '../plan/loaded';
import type { Step } from '../plan/step';
import type { SystemPorts } from '../ports';
import { createRouter } from '../router/router';
import { compileResource, type CompileOptions } from './compile';
import { Progress } from './progress';
import type { TestInvokeRequest, TestInvokeResult } from './test-invocation';
import { runSteps } from './run-steps';
import { gatewayResponse } from './steps/gateway-response';
import type { RouteTarget } from './steps/route';

const STAGE_NAME = 'test-invoke-stage';
const ID_BYTES = 11;
const HOST = 'test-invoke-host';
/** The end of a client that closes without a code. */
const CLOSE = { code: 1005, reason: 'Client-side close frame status not set' };

const TYPES: Readonly<Record<string, ConnectionEventType>> = { $connect: 'CONNECT', $disconnect: 'DISCONNECT' };

/**
 * Calls a method of the definition as it is now, deployed or not, from decompression on: no authorizer, no API key, no
 * throttling. Errors become gateway responses, as they do for clients.
 * @throws METHOD_UNDEFINED, TOKEN_VALUE_MISSING, OPTION_INVALID
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/how-to-test-method.html; recorded cases test-invoke-*
 * @example (await testInvoke(api, { resource: '/pets/{petId}', method: 'GET', pathWithQueryString: '/pets/7' }, options)).status // 200
 */
export async function testInvoke(api: LoadedApi, request: TestInvokeRequest, options: CompileOptions): Promise<TestInvokeResult> {
  const { ports } = options;
  const loaded = testStage(api, request.stageVariables ?? {});
  const { stage, targets } = compileResource(loaded, request.resource, options);
  const target = targetOf(targets, request, api.definition);
  const connection = testEvent(request, api.definition, ports);
  const received = receivedOf(request, ports.now());
  const ids = requestIds(received, stage, ports);
  const recorder = openExecutionLog(ids, ports.now, true);
  const progress = new Progress({ received, ids, path: pathOf(received.target), responseContext: stage, explains: false, connection });
  progress.enterStage(stage);
  const steps = enterTarget(target, progress, { resource: request.resource, recorder });
  const reply = await repliedBy(steps, progress).then(whole).catch((thrown: unknown) => gatewayResponse(thrown, progress));
  const headers = replyHeaders(reply, stage.vendor.headerPrefix);
  recorder.completed({ ...reply, headers });
  if (reply.error !== undefined) ports.log({ level: 'warn', code: reply.error.code, message: reply.error.message, requestId: ids.requestId });
  const latency = ports.now() - received.receivedAt;
  return { ...headerMaps(headers), status: reply.status, body: reply.body.toString('utf8'), log: recorder.text(), latency };
}

/** The steps of the called method. A path that does not match the resource has no parameters. */
function enterTarget(target: RouteTarget, progress: Progress, { resource, recorder }: TestParts): readonly Step[] {
  if (target.type === 'preflight') return target.steps;
  const match = createRouter([{ path: resource, method: 'GET', target: resource }]).match('GET', progress.routePath);
  progress.enterMethod(target, match?.pathParameters ?? {});
  progress.replaced(progress.received, progress.received.headers); // as given: there is no edge
  progress.recording(recorder);
  recorder.started(progress);
  return target.steps;
}

interface TestParts {
  readonly resource: string;
  readonly recorder: ExecutionLog;
}

function repliedBy(steps: readonly Step[], progress: Progress): Promise<GatewayReply> {
  return new Promise((resolve, reject) => runSteps(steps, progress, { replied: resolve, failed: reject }));
}

/** Waits for the whole stream. */
async function whole(gatewayReply: GatewayReply): Promise<Reply> {
  const reply = replyOf(gatewayReply);
  return reply.stream === undefined ? reply : { ...reply, body: await collect(reply.stream, LIMITS.payloadBytes.max) };
}

/** A stage as if the definition were deployed, with the variables of the call. */
function testStage({ definition, code }: LoadedApi, variables: Readonly<Record<string, string>>): LoadedStage {
  const deployed = deployedSpec(definition);
  return { name: STAGE_NAME, variables, fingerprint: fingerprint(deployed), deployed, code, source: 'assembly' };
}

type Targets = ReadonlyMap<string, RouteTarget>;

function targetOf(targets: Targets, { resource, method }: TestInvokeRequest, { resources }: GatewaySpec): RouteTarget {
  const target = targets.get(method) ?? targets.get('ANY');
  if (target !== undefined) return target;
  const known = targets.size > 0 ? `methods there: ${[...targets.keys()].join(', ')}` : `resources: ${Object.keys(resources).join(', ')}`;
  throw new GatewayError('METHOD_UNDEFINED', { method, resource, known });
}

function receivedOf({ resource, method, pathWithQueryString, body, ...headers }: TestInvokeRequest, receivedAt: number): Received {
  return {
    method,
    target: pathWithQueryString === undefined || pathWithQueryString === '' ? resource : pathWithQueryString,
    headers: headersOf(headers),
    body: Buffer.from(body ?? '', 'utf8'),
    sourceIp: 'test-invoke-source-ip',
    port: 443,
    scheme: 'https',
    protocol: 'HTTP/1.1',
    receivedAt,
  };
}

/** A header in both maps is taken from the multi-value map. */
function headersOf({ headers, multiValueHeaders }: Pick<TestInvokeRequest, 'headers' | 'multiValueHeaders'>): HeaderField[] {
  const multi = Object.entries(multiValueHeaders ?? {}).flatMap(([name, values]) => values.map((value) => ({ name, value })));
  const several = new Set(multi.map(({ name }) => name.toLowerCase()));
  const single = Object.entries(headers ?? {}).map(([name, value]) => ({ name, value }));
  return [...multi, ...withoutHeaders(single, several)];
}

/** The path has no stage. */
function pathOf(target: string): RequestPath {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  return { stageName: STAGE_NAME, path, routePath: path, fullPath: path, query: mark === -1 ? '' : target.slice(mark + 1) };
}

/** As recorded: the trace comes first; a gateway response has neither trace nor Content-Type. */
function replyHeaders({ headers, error }: Reply, service: string): HeaderField[] {
  const trace = `x-${service}-trace-id`;
  const isTrace = ({ name }: HeaderField): boolean => name.toLowerCase() === trace;
  const shown = error === undefined ? headers : withoutHeaders(headers, new Set(['content-type', trace]));
  return [...shown.filter(isTrace), ...shown.filter((field) => !isTrace(field))];
}

function headerMaps(fields: readonly HeaderField[]): Pick<TestInvokeResult, 'headers' | 'multiValueHeaders'> {
  const multiValueHeaders: Record<string, string[]> = {};
  for (const { name, value } of fields) (multiValueHeaders[name] ??= []).push(value);
  return { headers: Object.fromEntries(fields.map(({ name, value }) => [name, value])), multiValueHeaders };
}

/**
 * The event that a test invocation of a route of a WebSocket API stands for; undefined for other APIs.
 * @throws OPTION_INVALID for what such an event does not have
 */
function testEvent(
  request: TestInvokeRequest, definition: GatewaySpec, ports: Pick<SystemPorts, 'now' | 'randomBase64'>,
): ConnectionEvent | undefined {
  const { keepsConnections, methodKey } = describeProtocol(definition);
  if (!keepsConnections) return undefined;
  const { resource, method, headers = {}, multiValueHeaders = {}, body = '' } = request;
  const key = methodKey(resource, method);
  const type = TYPES[key] ?? 'MESSAGE';
  const names = [...Object.keys(headers), ...Object.keys(multiValueHeaders)];
  if (type !== 'CONNECT' && names.length > 0) throw refused('headers', names.join(', '), `none: the event of ${key} has no headers`);
  if (type !== 'MESSAGE' && body !== '') throw refused('body', `${body.length} characters`, `none: the event of ${key} has no body`);
  const userAgent = Object.entries(headers).find(([name]) => name.toLowerCase() === 'user-agent')?.[1];
  return {
    type,
    connection: { connectionId: ports.randomBase64(ID_BYTES), connectedAt: ports.now(), host: HOST, userAgent },
    ...(type === 'MESSAGE' ? { messageId: ports.randomBase64(ID_BYTES) } : {}),
    ...(type === 'DISCONNECT' ? { close: CLOSE } : {}),
  };
}

function refused(option: string, given: string, allowed: string): GatewayError {
  return new GatewayError('OPTION_INVALID', { option, given, allowed });
}
