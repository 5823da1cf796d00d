import { compileGateway, compileResource, type CompileOptions } from '../../../lib/runtime/pipeline/compile';
import type { MethodPlan } from '../../../lib/runtime/plan/exchange';
import type { RouteTarget } from '../../../lib/runtime/pipeline/steps/route';
import { createThrottling } from '../../../lib/runtime/throttling/throttling';
import { deployedSpec, type HttpMethodSpec } from '../../../lib/spec';
import { ports } from '../exchange';
import { complete, type MethodInput } from '../spec';
import { noSandbox } from '../sandbox';

/** The surroundings of the method. */
export interface Surroundings {
  readonly api?: object;
  readonly stage?: object;
  readonly cors?: object;
  readonly httpMethod?: HttpMethodSpec;
  /** Further methods of the resource. */
  readonly others?: object;
  /** Whether it is called by a test invocation. */
  readonly isTest?: boolean;
}

/** The target of a request to `/pets`: a function proxy, unless the method overrides it. */
export function compileTargetOf(method: Partial<MethodInput>, surroundings: Surroundings, requestMethod: string): RouteTarget | undefined {
  return compileTargetsOf(method, surroundings)(requestMethod);
}

/** The targets of requests to `/pets`, by their method. */
export function compileTargetsOf(
  method: Partial<MethodInput>, surroundings: Surroundings,
): (requestMethod: string) => RouteTarget | undefined {
  const { api = {}, stage = {}, cors, others, httpMethod = 'GET', isTest = false } = surroundings;
  const definition = complete({
    format: 'synthgate/1',
    api: { id: 'api123', name: 'Test', ...api },
    functions: { fn: { code: 'fn', handler: 'index.handler' } },
    authorizers: { Auth: { type: 'token', function: 'fn' } },
    requestValidators: { All: { validateRequestBody: true, validateRequestParameters: true } },
    resources: { '/pets': { id: 'pets', cors, methods: { ...others, [httpMethod]: { integration: { type: 'proxy', function: 'fn' }, ...method } } } },
    stages: { prod: stage },
  });
  const code = { fn: { directory: '/code', handler: 'index.handler', digest: 'd'.repeat(64) } };
  const loaded = { name: 'prod', variables: {}, fingerprint: 'f'.repeat(64), deployed: deployedSpec(definition), code, source: 'assembly' as const };
  if (isTest) {
    const { targets } = compileResource(loaded, '/pets', OPTIONS);
    return (requestMethod) => targets.get(requestMethod);
  }
  const router = compileGateway({ name: 'Test', definition, code, stages: [loaded] }, OPTIONS).stages.get('prod')?.router;
  return (requestMethod) => router?.match(requestMethod, '/pets')?.target;
}

export function compileMethodOf(method: Partial<MethodInput>, surroundings: Surroundings = {}): MethodPlan {
  const { httpMethod = 'GET' } = surroundings;
  const target = compileTargetOf(method, surroundings, httpMethod === 'ANY' ? 'GET' : httpMethod);
  if (target?.type !== 'method') throw new Error('the method was not compiled');
  return target;
}

const OPTIONS: CompileOptions = {
  accountId: '123456789012', region: 'us-east-1', apiKeys: {}, values: {}, functionEnvironment: {}, explains: false, ports: ports(), run: noSandbox,
  http: () => Promise.reject(new Error('no backend in this test')),
  throttling: createThrottling(undefined, { read: () => new Map(), changed: () => undefined }, ports()),
  engine: {
    invoke: () => Promise.reject(new Error('no function in this test')), invokeAsync: () => Promise.resolve(), retain: () => undefined, close: () => Promise.resolve(),
  },
};
