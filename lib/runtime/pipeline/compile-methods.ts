import { GatewayError } from '../../errors';
import {
  describeAuthorization, describeIntegration, HTTP_METHODS,
  type CorsSpec, type HttpMethodSpec, type MethodSpec, type ResourceSpec,
} from '../../spec';
import { compileIntegration, eventStage } from '../integrations';
import type { Completed, MethodPlan } from '../plan/exchange';
import type { Inspection } from '../plan/inspection';
import type { CompiledIntegration } from '../plan/integration';
import type { NamedLimit } from '../plan/limits';
import type { Step, StepList } from '../plan/step';
import type { Tracing } from '../plan/tracing';
import { parameterNames, type RouteEntry } from '../router/router';
import { localIntegration, withoutValue } from './local-integration';
import type { MethodContext } from './method-context';
import { sharedSteps } from './shared-steps';
import { planPreflight } from './steps/preflight';
import type { RouteTarget } from './steps/route';
import { cachingOfMethod } from './method-settings';

/** Inputs for compiling the methods of one deployment. */
export interface DeploymentContext extends Omit<MethodContext, 'spec' | 'methodResponses' | 'resourceId' | 'resourcePath' | 'httpMethod' | 'cors' | 'limit'> {
  /** Local values of unresolved tokens. */
  readonly values: Readonly<Record<string, string>>;
  readonly inspection: Inspection | undefined;
  readonly tracing?: Tracing | undefined;
  /** Numbers the methods: 0, 1, 2… */
  readonly nextIndex: () => number;
  /** The key of a method, as people know it. */
  readonly routeKey: (path: string, httpMethod: string) => string;
  /** Whether methods of this kind of API declare their responses. */
  readonly declaresResponses: boolean;
  /** The limit that the stage sets for a method. */
  readonly limitOf: (path: string, httpMethod: string) => NamedLimit | undefined;
  /** The steps of a method: all of them, or those of a test invocation. */
  readonly stepsOf: (method: MethodContext, integration: CompiledIntegration) => StepList<Completed>;
}

/** The routes of one resource: its methods, and the preflight if it has CORS. */
export function resourceEntries(path: string, resource: ResourceSpec, context: DeploymentContext): RouteEntry<RouteTarget>[] {
  const entries: RouteEntry<RouteTarget>[] = HTTP_METHODS.flatMap((httpMethod) => {
    const spec = resource.methods[httpMethod];
    if (spec === undefined) return [];
    const cors = resource.cors?.methods.includes(httpMethod) === true ? resource.cors : undefined;
    const plan = compileMethod({ spec, httpMethod, resourceId: resource.id, resourcePath: path, cors }, context);
    return [{ path, method: httpMethod, target: plan }];
  });
  if (resource.cors === undefined) return entries;
  const steps = planPreflight(resource.cors, context.authorization.resourcePolicy);
  return [...entries, { path, method: 'OPTIONS', target: { type: 'preflight', steps, meter: context.stage.meter?.route(path) } }];
}

/** A method as it is declared. */
interface DeclaredMethod {
  readonly spec: MethodSpec;
  readonly httpMethod: HttpMethodSpec;
  readonly resourceId: string;
  readonly resourcePath: string;
  readonly cors: CorsSpec | undefined;
}

/** Does all work that depends only on the method's definition. One that needs a value which is missing refuses its requests. */
function compileMethod(declared: DeclaredMethod, context: DeploymentContext): MethodPlan {
  const { spec, httpMethod, resourceId, resourcePath } = declared;
  const location = `${context.location}${resourcePath} ${httpMethod}`;
  const limit = context.limitOf(resourcePath, httpMethod);
  const methodResponses = context.declaresResponses ? spec.methodResponses : undefined;
  const method: MethodContext = { ...context, ...declared, location, methodResponses, limit };
  const { spec: local, missing } = localIntegration(spec.integration, context.values);
  const reason = context.stage.valueMissing ?? (missing === undefined ? undefined : new GatewayError('INTEGRATION_TOKEN_MISSING', { token: missing }));
  const integration = withoutValue(compileIntegration(local, method), reason);
  const own = sharedSteps(context.stepsOf(method, integration).toArray());
  const steps = context.tracing?.watch(own) ?? own;
  return {
    type: 'method',
    index: context.nextIndex(),
    resourceId,
    resourcePath,
    routeKey: context.routeKey(resourcePath, httpMethod),
    parameterNames: parameterNames(resourcePath),
    httpMethod,
    label: integration.label,
    authorizes: steps.some(({ name }) => name === 'authorize'),
    isCached: cachingOfMethod(method) !== undefined,
    eventStage: eventStage(context.stage),
    meter: context.stage.meter?.route(resourcePath),
    steps: inspected(steps, method, { inspection: context.inspection, integration }),
  };
}

interface InspectedPlan {
  readonly inspection: Inspection | undefined;
  readonly integration: CompiledIntegration;
}

/** The same steps; watched, if there is a dashboard. */
function inspected(steps: readonly Step[], method: MethodContext, { inspection, integration }: InspectedPlan): readonly Step[] {
  if (inspection === undefined) return steps;
  const { spec, stage, authorization, throttling, ports } = method;
  const { functions, requestTemplates, responses } = describeIntegration(spec.integration);
  const { authorizer, isSigned } = describeAuthorization(spec.authorization);
  return inspection.watch(steps, {
    hasPolicy: authorization.resourcePolicy !== undefined,
    authorizer: authorizer ?? (isSigned ? 'AWS_IAM' : undefined),
    function: functions[0] === undefined ? undefined : stage.functionLabel?.(functions[0]) ?? functions[0],
    label: integration.label,
    hasTemplates: {
      request: Object.keys(requestTemplates).length > 0,
      response: responses?.some(({ responseTemplates }) => Object.keys(responseTemplates).length > 0) === true,
    },
    endpoint: integration.endpoint,
    quotaUsed: (quota) => throttling.quotas.usedOf(quota, ports.now()),
  });
}
