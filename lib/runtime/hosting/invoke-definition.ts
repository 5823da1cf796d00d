import { routesOf, type GatewaySpec } from '../../spec';
import { createRouter } from '../router/router';
import { compose } from './compose';
import { withImplied } from './load';
import { SERVE_DEFAULTS, type ServeOptions } from './serve-options';
import { readAssembly } from '../state/assembly';
import { chooseApi } from '../state/load';
import { unknownProfile } from '../system/aws-profile';
import { createCodeCopies } from '../system/code-copies';
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
  /** `/pets/7?color=red`, or a resource's own template: `/pets/{petId}`. That of a route of a WebSocket API is `routePathOf` its key. */
  readonly path: string;
}

/**
 * Calls one method of a definition without serving it: functions are started for it and stopped. Nothing is deployed, no
 * port is opened and no state is touched.
 * @throws ASSEMBLY_*, SPEC_*, API_UNKNOWN, API_NOT_CHOSEN, METHOD_UNDEFINED, TOKEN_VALUE_MISSING, OPTION_INVALID
 */
export async function invokeDefinition(options: InvokeDefinitionOptions, invocation: PathInvocation): Promise<TestInvokeResult> {
  const ports = systemPorts(options.log ?? (() => undefined), options);
  const noted = await unknownProfile(options.awsProfile);
  if (noted !== undefined) ports.log(noted);
  const throttling = createThrottling(undefined, { read: () => new Map(), changed: () => undefined }, ports);
  const { compileOptions, close } = compose(options, { ports, throttling });
  const copies = await createCodeCopies(() => 0); // nothing is reloaded
  try {
    const api = chooseApi(readAssembly(options.source), options.api);
    const request = { ...invocation, ...resourceOf(api.spec, invocation) };
    const code = await copies.adoptCode(api.code);
    return await testInvoke({ name: api.name, definition: api.spec, code, stages: [] }, request, withImplied(api, compileOptions));
  } finally {
    try {
      await close(SERVE_DEFAULTS.shutdownTimeoutMs);
    } finally {
      await copies.close();
    }
  }
}

/** The resource that matches a path; a template matches itself, without path parameters. */
function resourceOf(spec: GatewaySpec, { method, path }: PathInvocation): Pick<TestInvokeRequest, 'resource' | 'pathWithQueryString'> {
  if (Object.hasOwn(spec.resources, path)) return { resource: path };
  const router = createRouter(routesOf(spec).map((route) => ({ ...route, target: route.path })));
  const [pathOnly = ''] = path.split('?', 1);
  return { resource: router.match(method, pathOnly)?.target ?? pathOnly, pathWithQueryString: path };
}
