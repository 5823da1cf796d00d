import { handleRequest, type CompiledGateway } from '../../lib/runtime/pipeline/gateway';
import { eventStage } from '../../lib/runtime/integrations';
import { Progress, type ProgressStart } from '../../lib/runtime/pipeline/progress';
import { runSteps } from '../../lib/runtime/pipeline/run-steps';
import type { Received, RequestIds } from '../../lib/runtime/http/request';
import { replyOf, type Reply } from '../../lib/runtime/http/reply';
import type { MethodPlan, RoutedRequest, ServedStage, Validated } from '../../lib/runtime/plan/exchange';
import type { CompiledIntegration } from '../../lib/runtime/plan/integration';
import type { AcceptedKey } from '../../lib/runtime/plan/principal';
import type { Planned, Step } from '../../lib/runtime/plan/step';
import type { SystemPorts } from '../../lib/runtime/ports';
import { gatewaySchema, type MethodSpec, type VendorSpec } from '../../lib/spec';

/* Values of the steps of a request for tests, each with overrides. */

const SPEC = gatewaySchema.parse({
  format: 'synthgate/1',
  api: { id: 'api123', name: 'Test' },
  functions: { fn: { code: 'fn', handler: 'index.handler' } },
  resources: { '/': { id: 'root', methods: { GET: { integration: { type: 'proxy', function: 'fn' } } } } },
});

export const VENDOR: VendorSpec = SPEC.api.vendor;

export function ports(given: Partial<SystemPorts> = {}): SystemPorts {
  return {
    now: () => Date.UTC(2025, 10, 21, 0, 18, 3),
    monotonicNow: () => 0,
    newId: () => '11111111-2222-4333-8444-555555555555',
    randomHex: (length) => 'a'.repeat(length),
    randomBase64: (bytes) => 'A'.repeat(Math.ceil((bytes * 8) / 6)).padEnd(Math.ceil(bytes / 3) * 4, '='),
    log: () => undefined,
    ...given,
  };
}

export function received(given: Partial<Received> = {}): Received {
  return {
    method: 'GET',
    target: '/prod/',
    headers: [{ name: 'Host', value: 'api.test' }],
    body: Buffer.alloc(0),
    sourceIp: '192.0.2.1',
    port: 443,
    scheme: 'https',
    protocol: 'HTTP/1.1',
    receivedAt: Date.UTC(2025, 10, 21, 0, 18, 3),
    ...given,
  };
}

export const IDS: RequestIds = { requestId: 'request-1', invocationId: 'call-1', extendedRequestId: 'extended=', edgeId: 'front==', edgeHost: '0123456789abcdef0123456789abcdef', trace: { text: 'Root=1-0-0' } };

export function stage(given: Partial<ServedStage> = {}): ServedStage {
  return {
    protocol: 'rest',
    name: 'prod',
    variables: {},
    apiId: 'api123',
    accountId: '123456789012',
    region: 'us-east-1',
    endpointType: 'EDGE',
    vendor: VENDOR,
    binaryMediaTypes: [],
    jsonBodyValidation: 'always',
    fingerprint: 'f'.repeat(64),
    deploymentId: 'dep123',
    gatewayResponses: new Map(),
    functionVersion: () => undefined,
    ...given,
  };
}

export const SILENT_INTEGRATION: CompiledIntegration = {
  tracesResponses: true,
  tracesErrors: true,
  requiresJsonBody: true,
  mapsResponses: true,
  label: 'test',
  request: () => undefined,
  call: () => Promise.resolve(undefined),
  response: () => ({ status: 200, headers: [], body: Buffer.alloc(0) }),
};

export function methodSpec(given: Partial<MethodSpec> = {}): MethodSpec {
  const spec = SPEC.resources['/']?.methods.GET;
  if (spec === undefined) throw new Error('the fixture has GET on /');
  return { ...spec, ...given };
}

const EVENT_STAGE = eventStage(stage());

export function plan(given: Partial<MethodPlan> = {}): MethodPlan {
  return {
    type: 'method', index: 0, resourceId: 'res123', resourcePath: '/{proxy+}', routeKey: 'ANY /{proxy+}', parameterNames: ['proxy'], httpMethod: 'ANY', label: 'test',
    authorizes: false, isCached: false, eventStage: EVENT_STAGE, steps: [], ...given,
  };
}

/** A request before routing. */
export function progress(given: Partial<ProgressStart> = {}): Progress {
  const path = { stageName: 'prod', path: '/', routePath: '/', fullPath: '/prod/', query: '' };
  return new Progress({ received: received(), ids: IDS, path, responseContext: { protocol: 'rest', vendor: VENDOR, endpointType: 'EDGE' }, explains: false, ...given });
}

/** A routed request, with overrides. */
export function routed(given: Partial<RoutedRequest> = {}): Progress & RoutedRequest {
  const { received: request = received(), ids = IDS, stage: served = stage(), plan: method = plan() } = given;
  const { pathParameters = {}, headers, ...rest } = given;
  const path = { stageName: 'prod', path: '/', routePath: rest.path ?? '/', fullPath: '/prod/', query: '', ...rest };
  const current = progress({ received: request, ids, path });
  current.enterStage(served);
  current.enterMethod(method, pathParameters);
  current.replaced(request, headers ?? request.headers);
  const { principal, apiKey, recorder, queryParameters } = rest;
  if (principal !== undefined) current.authorized(principal);
  if (apiKey !== undefined) current.identified(apiKey);
  if (recorder !== undefined) current.recording(recorder);
  if (queryParameters !== undefined) Object.defineProperty(current, 'queryParameters', { value: queryParameters });
  return current as Progress & RoutedRequest; // stage and method are known, see above
}

/** Runs planned steps over a request; resolves with it, or rejects with what a step throws. */
export async function run<Request extends Progress>(request: Request, ...plans: readonly Pick<Planned<never, never>, 'step'>[]): Promise<Request> {
  const steps: Step[] = plans.flatMap(({ step }) => step ?? []);
  const end: Step = { name: 'end', isSkippedWhenAnswered: true, run: (_, results) => results.replied(NO_REPLY) as undefined };
  await new Promise<unknown>((resolve, reject) => runSteps([...steps, end], request, { replied: resolve, failed: reject }));
  if (request.reply === NO_REPLY) request.reply = undefined;
  return request;
}

const NO_REPLY: Reply = { status: 0, headers: [], body: Buffer.alloc(0) };

/** The response of a request, as lists and bytes. */
export function replied(request: Progress): Reply {
  if (request.reply === undefined) throw new Error('there is no response');
  return replyOf(request.reply);
}

/** An API key whose plan limits nothing. */
export function acceptedKey(id: string, value: string): AcceptedKey {
  return { id, value, limits: { throttle: undefined, quota: undefined, ofMethod: () => undefined } };
}

/** A request that has passed all steps before the integration. */
export function validated(given: Partial<RoutedRequest> = {}): Validated & Progress {
  return routed(given) as unknown as Validated & Progress; // in a test of what follows the steps
}

/** The reply of a whole gateway, as lists and bytes. */
export function handled(gateway: CompiledGateway, request: Received, used: SystemPorts): Promise<Reply> {
  return new Promise((resolve) => handleRequest(gateway, request, { ports: used, respond: (reply) => resolve(replyOf(reply)) }));
}
