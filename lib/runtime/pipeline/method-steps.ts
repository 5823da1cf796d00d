import type { Protocol } from '../../spec';
import type { Completed, Logged, Routed } from '../plan/exchange';
import type { CompiledIntegration } from '../plan/integration';
import { StepList, unneeded, type Planned } from '../plan/step';
import type { MethodContext } from './method-context';
import { planAuthorize } from './steps/authorize';
import { planCache } from './steps/cache';
import { planCompress } from './steps/compress';
import { planBodyAsSent, planDecompress } from './steps/decompress';
import { planCorsHeaders, planGatewayHeaders } from './steps/gateway-headers';
import { planIdentify } from './steps/identify';
import { planIntegrate, planIntegrationRequest, planIntegrationResponse } from './steps/integrate';
import { planRecord } from './steps/record';
import { planThrottle } from './steps/throttle';
import { planValidate } from './steps/validate';
import { cachingOfMethod } from './method-settings';

type StepsOf = (method: MethodContext, integration: CompiledIntegration) => StepList<Completed>;

/** The steps of methods, by kind of API. */
export const METHOD_STEPS: Readonly<Record<Protocol, StepsOf>> = { rest: methodSteps, http: httpSteps };

/** The steps of test invocations. */
export const TEST_STEPS: Readonly<Record<Protocol, StepsOf>> = { rest: testSteps, http: httpTestSteps };

/** THE order of the steps of a method of a REST API. Each step is planned at load; most methods need few of them. */
function methodSteps(method: MethodContext, integration: CompiledIntegration): StepList<Completed> {
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
function testSteps(method: MethodContext, integration: CompiledIntegration): StepList<Completed> {
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

/** THE order of the steps of a route of an HTTP API. It has no keys, validation, cache and compression, so most of them are no step. */
function httpSteps(method: MethodContext, integration: CompiledIntegration): StepList<Completed> {
  const { record, logAdmission } = planRecord(method);
  const admitted = StepList.begin<Routed>()
    .then(record)
    .then(planAuthorize(method))
    .then(planIdentify(method))
    .then(planThrottle(method))
    .then(logAdmission);
  return httpStepsFromAdmission(admitted, method, integration);
}

function httpTestSteps(method: MethodContext, integration: CompiledIntegration): StepList<Completed> {
  return httpStepsFromAdmission(StepList.begin<Routed>().then(planTestAdmission()), method, integration);
}

function httpStepsFromAdmission(admitted: StepList<Logged>, method: MethodContext, integration: CompiledIntegration): StepList<Completed> {
  const { fromCache, toCache } = planCache(cachingOfMethod(method));
  return admitted
    .then(planBodyAsSent())
    .then(planValidate(method, integration))
    .then(fromCache)
    .then(planIntegrationRequest(integration))
    .then(planIntegrate(integration))
    .then(planIntegrationResponse(integration))
    .then(toCache)
    .then(planCorsHeaders(method))
    .then(planCompress(method));
}
