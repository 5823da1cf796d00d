import type { Protocol } from '../../spec';
import type { Completed, Logged, Routed } from '../plan/exchange';
import type { CompiledIntegration } from '../plan/integration';
import { StepList, unneeded, type Planned } from '../plan/step';
import type { MethodContext } from './method-context';
import { planAuthorize } from './steps/authorize';
import { planCache } from './steps/cache';
import { planCompress } from './steps/compress';
import { planBodyAsSent, planDecompress } from './steps/decompress';
import { planCorsHeaders, planGatewayHeaders, planRouteResponse } from './steps/gateway-headers';
import { planIdentify } from './steps/identify';
import { planIntegrate, planIntegrationRequest, planIntegrationResponse } from './steps/integrate';
import { planRecord } from './steps/record';
import { planThrottle } from './steps/throttle';
import { planValidate } from './steps/validate';
import { cachingOfMethod } from './method-settings';

/**
 * The two steps that differ between the kinds of APIs. HTTP APIs have no keys, validation, cache and compression, WebSocket APIs no
 * cache and compression.
 */
interface OwnSteps {
  readonly body: typeof planDecompress;
  readonly headers: (method: MethodContext, integration: CompiledIntegration) => ReturnType<typeof planGatewayHeaders>;
}

const OWN_STEPS: Readonly<Record<Protocol, OwnSteps>> = {
  'rest': { body: planDecompress, headers: planGatewayHeaders },
  'http': { body: planBodyAsSent, headers: planCorsHeaders },
  'function-url': { body: planBodyAsSent, headers: planCorsHeaders },
  'websocket': { body: planBodyAsSent, headers: planRouteResponse },
};

/** THE order of the steps of a method. Each step is planned at load; most methods need few of them. */
export function methodSteps(method: MethodContext, integration: CompiledIntegration): StepList<Completed> {
  const { record, logAdmission } = planRecord(method);
  const admitted = StepList.begin<Routed>()
    .then(record)
    .then(planAuthorize(method))
    .then(planIdentify(method))
    .then(planThrottle(method))
    .then(logAdmission);
  return stepsFromAdmission(admitted, method, integration);
}

/** The order of a test invocation: the same, without admission. */
export function testSteps(method: MethodContext, integration: CompiledIntegration): StepList<Completed> {
  return stepsFromAdmission(StepList.begin<Routed>().then(planTestAdmission()), method, integration);
}

/** No authorizer, no API key, no throttling; the caller keeps the log. */
function planTestAdmission(): Planned<Routed, Logged> {
  return unneeded();
}

function stepsFromAdmission(admitted: StepList<Logged>, method: MethodContext, integration: CompiledIntegration): StepList<Completed> {
  const { body, headers } = OWN_STEPS[method.stage.protocol];
  const { fromCache, toCache } = planCache(cachingOfMethod(method));
  return admitted
    .then(body(method))
    .then(planValidate(method, integration))
    .then(fromCache)
    .then(planIntegrationRequest(integration))
    .then(planIntegrate(integration))
    .then(planIntegrationResponse(integration))
    .then(toCache)
    .then(headers(method, integration))
    .then(planCompress(method));
}
