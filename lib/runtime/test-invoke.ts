import { GatewayError } from '../errors';
import { deployedSpec, fingerprint, LIMITS, type GatewaySpec } from '../spec';
import { compileResource, servedStage, type CompileOptions } from './compile';
import type { Admitted, Received, Reply, RequestPath } from './exchange';
import { openExecutionLog } from './execution-log/execution-log';
import { requestIds } from './front/request-ids';
import { complete } from './gateway';
import { withoutHeaders, type HeaderField } from './headers';
import type { LoadedApi, LoadedStage } from './loaded';
import { readQuery } from './router/request-path';
import { createRouter } from './router/router';
import { gatewayResponse } from './steps/gateway-response';
import { answerPreflight } from './steps/preflight';
import type { RouteTarget } from './steps/route';
import { collect } from './streaming/reply-stream';

/** What a test invocation asks: the arguments of API Gateway's TestInvokeMethod. */
export interface TestInvokeRequest {
  /** Path template of the resource: `/pets/{petId}`. */
  readonly resource: string;
  readonly method: string;
  /** `/pets/7?color=red`; it need not fit the resource. Without it the path is the template itself. */
  readonly pathWithQueryString?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>>;
  readonly body?: string;
  readonly stageVariables?: Readonly<Record<string, string>>;
}

/** What it answers. */
export interface TestInvokeResult {
  readonly status: number;
  readonly body: string;
  /** The last value of each. */
  readonly headers: Readonly<Record<string, string>>;
  readonly multiValueHeaders: Readonly<Record<string, readonly string[]>>;
  /** The execution log: one line a step, with line ends. */
  readonly log: string;
  /** How long it took, in ms. */
  readonly latency: number;
}

const STAGE_NAME = 'test-invoke-stage';

/**
 * Calls a method of the definition as it is now, deployed or not, from validation on: no authorizer, no API key, no limits
 * of rates. Errors become gateway responses, as they do for clients.
 * @throws METHOD_UNDEFINED, TOKEN_VALUE_MISSING
 * @see aws-data-plane §19; recorded cases test-invoke-*
 * @example (await testInvoke(api, { resource: '/pets/{petId}', method: 'GET', pathWithQueryString: '/pets/7' }, options)).status // 200
 */
export async function testInvoke(api: LoadedApi, request: TestInvokeRequest, options: CompileOptions): Promise<TestInvokeResult> {
  const { ports } = options;
  const loaded = testStage(api, request.stageVariables ?? {});
  const target = targetOf(compileResource(loaded, request.resource, options), request, api.definition);
  const stage = { ...servedStage(loaded, options), domainName: 'testPrefix.testDomainName' };
  const received = receivedOf(request, ports.now());
  const ids = requestIds(received.headers, stage, ports);
  const path = pathOf(received.target);
  const recorder = openExecutionLog(ids.requestId, ports.now);
  const answer = async (): Promise<Reply> => {
    if (target.type === 'preflight') return answerPreflight(target.preflight, received.headers);
    const admitted = admit({ received, ids, path, stage, plan: target.plan, recorder }, request.resource);
    recorder.started(admitted);
    return complete(admitted);
  };
  const scene = { received, ids, path, front: stage, stage, target: 'test invocation', explains: false };
  const reply = await answer().then(whole).catch((thrown: unknown) => gatewayResponse(thrown, scene));
  const headers = replyHeaders(reply, stage.vendor.headerPrefix);
  recorder.completed({ ...reply, headers });
  const latency = ports.now() - received.receivedAt;
  return { ...headerMaps(headers), status: reply.status, body: reply.body.toString('utf8'), log: recorder.text(), latency };
}

/** A stream is waited for. */
async function whole(reply: Reply): Promise<Reply> {
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

/** Lines of a header that stands in both maps come from the one with several values. */
function headersOf({ headers, multiValueHeaders }: Pick<TestInvokeRequest, 'headers' | 'multiValueHeaders'>): HeaderField[] {
  const multi = Object.entries(multiValueHeaders ?? {}).flatMap(([name, values]) => values.map((value) => ({ name, value })));
  const several = new Set(multi.map(({ name }) => name.toLowerCase()));
  const single = Object.entries(headers ?? {}).map(([name, value]) => ({ name, value }));
  return [...multi, ...withoutHeaders(single, several)];
}

/** There is no stage in front of the path. */
function pathOf(target: string): RequestPath {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  return { stageName: STAGE_NAME, path, fullPath: path, query: mark === -1 ? '' : target.slice(mark + 1) };
}

type TestParts = Pick<Admitted, 'received' | 'ids' | 'stage' | 'plan' | 'recorder'> & { readonly path: RequestPath };

/** The request as if all steps up to validation had let it pass. A path that does not fit the resource has no parameters. */
function admit({ path, ...parts }: TestParts, resource: string): Admitted {
  const match = createRouter([{ path: resource, method: 'GET', target: resource }]).match('GET', path.path);
  return {
    ...path,
    ...parts,
    pathParameters: match?.pathParameters ?? {},
    headers: parts.received.headers,
    queryParameters: readQuery(path.query),
    principal: { type: 'anonymous' },
    admitted: true,
  };
}

/** As recorded: the trace stands first; a gateway response has no Content-Type. */
function replyHeaders({ headers, error }: Reply, service: string): HeaderField[] {
  const trace = `x-${service}-trace-id`;
  const isTrace = ({ name }: HeaderField): boolean => name.toLowerCase() === trace;
  const shown = error === undefined ? headers : withoutHeaders(headers, new Set(['content-type']));
  return [...shown.filter(isTrace), ...shown.filter((field) => !isTrace(field))];
}

function headerMaps(fields: readonly HeaderField[]): Pick<TestInvokeResult, 'headers' | 'multiValueHeaders'> {
  const multiValueHeaders: Record<string, string[]> = {};
  for (const { name, value } of fields) (multiValueHeaders[name] ??= []).push(value);
  return { headers: Object.fromEntries(fields.map(({ name, value }) => [name, value])), multiValueHeaders };
}
