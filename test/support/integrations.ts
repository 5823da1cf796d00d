import { replyOf } from '../../lib/runtime/http/reply';
import { NO_AWS_SERVICES, type CompileContext } from '../../lib/runtime/integrations';
import type { FunctionVersion, Invocation, InvocationOutcome } from '../../lib/runtime/ports';
import type { IntegrationKind, IntegrationOf, IntegrationResponseSpec } from '../../lib/spec';
import { integrationSchema } from '../../lib/spec/integrations';
import type { Validated } from '../../lib/runtime/plan/exchange';
import type { CompiledIntegration } from '../../lib/runtime/plan/integration';
import { ports, stage } from './exchange';
import { noSandbox } from './sandbox';

/* The compile context of integrations in tests: engines and HTTP clients are small functions. */

export const VERSION: FunctionVersion = {
  name: 'fn', key: 'k', codeDirectory: '/code', handler: 'index.handler', memoryMiB: 128, timeoutMs: 3_000, environment: {}, concurrency: 1,
  maxInstances: 10, retryAttempts: 2,
};

/** Responses of a method that declares every status. */
const ANY_RESPONSES = Object.fromEntries(
  Array.from({ length: 500 }, (_, index) => [String(100 + index), { responseModels: {}, responseParameters: {} }]),
);

/** A stage that has function `fn`, an engine that answers `outcome` and remembers its calls, and no backend. */
export function compileContext(given: Partial<CompileContext> & { readonly outcome?: InvocationOutcome } = {}) {
  const { outcome = { type: 'result', payload: 'null' }, ...parts } = given;
  const calls: { readonly how: 'sync' | 'async'; readonly version: FunctionVersion; readonly call: Invocation }[] = [];
  const context: CompileContext = {
    stage: stage({ functionVersion: (name) => (name === VERSION.name ? VERSION : undefined) }),
    location: 'Test/ GET',
    methodResponses: ANY_RESPONSES,
    resourceId: 'res123',
    resourcePath: '/{proxy+}',
    engine: {
      invoke: (version, call) => {
        calls.push({ how: 'sync', version, call });
        return Promise.resolve(outcome);
      },
      invokeAsync: (version, call) => {
        calls.push({ how: 'async', version, call });
        return Promise.resolve();
      },
      retain: () => undefined,
      close: () => Promise.resolve(),
    },
    http: () => Promise.reject(new Error('no backend in this test')),
    services: NO_AWS_SERVICES,
    vpcLinks: {},
    ports: ports(),
    run: noSandbox,
    ...parts,
  };
  return { ...context, calls };
}

export function integrationResponse(given: Partial<IntegrationResponseSpec> = {}): IntegrationResponseSpec {
  return { statusCode: '200', responseParameters: {}, responseTemplates: {}, ...given };
}

/** Runs the three steps of an integration; headers by name, the body as text. */
export async function answer<Request, Response>(integration: CompiledIntegration<Request, Response>, request: Validated) {
  const outgoing = await integration.request(request);
  const reply = replyOf(await integration.response(await called(integration, outgoing, request), outgoing, request));
  return { status: reply.status, headers: Object.fromEntries(reply.headers.map(({ name, value }) => [name, value])), body: reply.body.toString('utf8') };
}

/** The call of an integration, which answers by a promise or through its result. */
export function called<Request, Response>(
  integration: CompiledIntegration<Request, Response>, outgoing: Request, request: Validated,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    integration.call(outgoing, request, { answered: resolve, failed: reject })?.then(resolve, reject);
  });
}

/** A complete integration of a kind, from the settings of a test. */
export function integrationOf<Kind extends IntegrationKind>(type: Kind, given: Partial<IntegrationOf<Kind>>): IntegrationOf<Kind> {
  const least = { function: 'fn', uri: 'http://backend/p', responses: [] };
  const members = integrationSchema.options.find(({ shape }) => shape.type.value === type)?.shape ?? {};
  const needed = Object.fromEntries(Object.entries(least).filter(([name]) => Object.hasOwn(members, name)));
  return integrationSchema.parse({ type, ...needed, ...given }) as IntegrationOf<Kind>; // the kind that `type` names
}
