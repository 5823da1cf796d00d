import type { AcceptedKey, CompiledIntegration, MethodPlan, Received, RequestIds, Scene, ServedStage, Validated } from '../../lib/runtime/exchange';
import type { SystemPorts } from '../../lib/runtime/ports';
import { gatewaySchema, type MethodSpec, type VendorSpec } from '../../lib/spec';

/* Values of the steps of a request for tests; each takes what a test wants different. */

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
    randomBase64: (bytes) => 'A'.repeat(Math.ceil((bytes * 8) / 6)),
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

export const IDS: RequestIds = { requestId: 'request-1', extendedRequestId: 'extended=', frontId: 'front==', frontHost: '0123456789abcdef0123456789abcdef', trace: { text: 'Root=1-0-0' } };

export function stage(given: Partial<ServedStage> = {}): ServedStage {
  return {
    name: 'prod',
    variables: {},
    apiId: 'api123',
    accountId: '123456789012',
    region: 'us-east-1',
    endpointType: 'EDGE',
    vendor: VENDOR,
    binaryMediaTypes: [],
    fingerprint: 'f'.repeat(64),
    deploymentId: 'dep123',
    gatewayResponses: new Map(),
    functionVersion: () => undefined,
    ...given,
  };
}

export const SILENT_INTEGRATION: CompiledIntegration = {
  tracesResponses: true,
  requiresJsonBody: true,
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

export function plan(given: Partial<MethodPlan> = {}): MethodPlan {
  return { resourceId: 'res123', resourcePath: '/{proxy+}', httpMethod: 'ANY', spec: methodSpec(), integration: SILENT_INTEGRATION, authorize: () => ({ type: 'anonymous' }), validation: undefined, throttle: undefined, cors: undefined, mapsResponses: true, ...given };
}

/** What is known of a request before routing. */
export function scene(given: Partial<Scene> = {}): Scene {
  const path = { stageName: 'prod', path: '/', fullPath: '/prod/', query: '' };
  return { received: received(), ids: IDS, path, front: { vendor: VENDOR, endpointType: 'EDGE' }, target: 'gateway', explains: false, ...given };
}

/** An API key whose plan limits nothing. */
export function acceptedKey(id: string, value: string): AcceptedKey {
  return { id, value, limits: { throttle: undefined, quota: undefined, ofMethod: () => undefined } };
}

export function validated(given: Partial<Validated> = {}): Validated {
  const request = given.received ?? received();
  return {
    stageName: 'prod',
    path: '/',
    fullPath: '/prod/',
    query: '',
    received: request,
    ids: IDS,
    stage: stage(),
    plan: plan(),
    pathParameters: {},
    headers: request.headers,
    queryParameters: {},
    principal: { type: 'anonymous' },
    admitted: true,
    validated: true,
    ...given,
  };
}
