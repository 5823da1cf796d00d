import type { Completed, Logged, Routed } from '../plan/exchange';
import type { CompiledIntegration } from '../plan/integration';
import { StepList, unneeded, type Planned } from '../plan/step';
import type { MethodContext } from './method-context';
import { planAuthorize } from './steps/authorize';
import { planCache } from './steps/cache';
import { planCompress } from './steps/compress';
import { planDecompress } from './steps/decompress';
import { planGatewayHeaders } from './steps/gateway-headers';
import { planIdentify } from './steps/identify';
import { planIntegrate, planIntegrationRequest, planIntegrationResponse } from './steps/integrate';
import { planRecord } from './steps/record';
import { planThrottle } from './steps/throttle';
import { planValidate } from './steps/validate';
import { cachingOfMethod } from './method-settings';

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
  const { fromCache, toCache } = planCache(cachingOfMethod(method));
  return admitted
    .then(planDecompress(method))
    .then(planValidate(method, integration))
    .then(fromCache)
    .then(planIntegrationRequest(integration))
    .then(planIntegrate(integration))
    .then(planIntegrationResponse(integration))
    .then(toCache)
    .then(planGatewayHeaders(method, integration))
    .then(planCompress(method));
}
