import { pseudoParameters, routesOf, type GatewaySpec } from '../../spec';
import type { CompileOptions } from '../pipeline/compile';
import { createFunctionEngine } from '../functions';
import { createRouter } from '../router/router';
import { withImplied } from './load';
import { variableMask } from '../inspection/mask-variables';
import { SERVE_DEFAULTS, type ServeOptions } from './serve-options';
import { readAssembly } from '../state/assembly';
import { chooseApi } from '../state/load';
import { limitBacktracking } from '../system/backtracking';
import { awsServices } from '../system/aws-services';
import { createCodeCopies } from '../system/code-copies';
import { hostFile } from '../system/host-file';
import { createHttpClient } from '../system/http-client';
import { systemPorts } from '../system/system-ports';
import { testInvoke } from '../pipeline/test-invoke';
import type { TestInvokeRequest, TestInvokeResult } from '../pipeline/test-invocation';
import { createThrottling } from '../throttling/throttling';

/** Where the definition is, and what its functions see. */
export interface InvokeDefinitionOptions extends Pick<ServeOptions, 'source' | 'accountId' | 'functionEnvironment' | 'functionPermissions' | 'region' | 'tokenValues' | 'awsEndpoints' | 'awsProfile' | 'log' | 'now'> {
  /** Name of the API; required if there are several. */
  readonly api?: string;
}

/** A test invocation by the path that a client would use. */
export interface PathInvocation extends Omit<TestInvokeRequest, 'resource' | 'pathWithQueryString'> {
  /** `/pets/7?color=red`, or a resource's own template: `/pets/{petId}`. */
  readonly path: string;
}

/**
 * Calls one method of a definition without serving it: functions are started for it and stopped. Nothing is deployed, no
 * port is opened and no state is touched.
 * @throws ASSEMBLY_*, SPEC_*, API_UNKNOWN, API_NOT_CHOSEN, METHOD_UNDEFINED, TOKEN_VALUE_MISSING
 */
export async function invokeDefinition(options: InvokeDefinitionOptions, invocation: PathInvocation): Promise<TestInvokeResult> {
  limitBacktracking();
  const api = chooseApi(readAssembly(options.source), options.api);
  const request = { ...invocation, ...resourceOf(api.spec, invocation) };
  const copies = await createCodeCopies(() => 0); // nothing is reloaded
  const http = createHttpClient();
  const { compileOptions, closeEngine } = surroundings(options, http.request);
  try {
    const code = await copies.adoptCode(api.code);
    return await testInvoke({ name: api.name, definition: api.spec, code, stages: [] }, request, withImplied(api, compileOptions));
  } finally {
    await closeEngine();
    await Promise.all([http.close(), copies.close()]);
  }
}

/** The resource that matches a path; a template matches itself, without path parameters. */
function resourceOf(spec: GatewaySpec, { method, path }: PathInvocation): Pick<TestInvokeRequest, 'resource' | 'pathWithQueryString'> {
  if (Object.hasOwn(spec.resources, path)) return { resource: path };
  const router = createRouter(routesOf(spec).map((route) => ({ ...route, target: route.path })));
  const [pathOnly = ''] = path.split('?', 1);
  return { resource: router.match(method, pathOnly)?.target ?? pathOnly, pathWithQueryString: path };
}

/** What a call needs from a gateway that serves nothing else. */
function surroundings(options: InvokeDefinitionOptions, http: CompileOptions['http']) {
  const ports = systemPorts(options.log ?? (() => undefined), options);
  const { accountId = SERVE_DEFAULTS.accountId, region = SERVE_DEFAULTS.region } = options;
  const mask = variableMask(options.functionEnvironment);
  const engine = createFunctionEngine({
    hostFile: hostFile(),
    ports,
    http,
    accountId,
    region,
    permissions: options.functionPermissions,
    output: ({ stream, text, ...origin }) => ports.log({ level: 'info', message: mask(text), ...origin, fields: { stream } }),
  });
  const throttling = createThrottling(undefined, { read: () => new Map(), changed: () => undefined }, ports);
  const { functionEnvironment = {} } = options;
  const values = { ...pseudoParameters({ accountId, region }), ...options.tokenValues };
  const given = { accountId, region, apiKeys: {}, values, functionEnvironment, explains: false };
  const compileOptions: CompileOptions = { ...given, engine, http, services: awsServices(options, ports), ports, throttling };
  return { compileOptions, closeEngine: () => engine.close(SERVE_DEFAULTS.shutdownTimeoutMs) };
}
