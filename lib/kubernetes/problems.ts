import { issue, warning, type Issue } from '../errors';
import type { AssemblyApi } from '../runtime';
import { describeIntegration, describeProtocol, methodsOf, throttleOf } from '../spec';
import { backendsOf } from './backends';
import type { Facts } from './facts';
import { MAX_RULES, stageRules } from './http-route';

/** The parts of a gateway that objects of Kubernetes cannot express, and those that they leave to their reader. */
export function problemsOf(facts: Facts): readonly Issue[] {
  return [...routeProblems(facts), ...knativeProblems(facts), ...notShared(facts), ...unknownCalls(facts), ...memoryProblems(facts)];
}

function routeProblems(facts: Facts): readonly Issue[] {
  const { name, stages, options: { gateway, knative } } = facts;
  if (knative === true) return [];
  if (gateway === undefined) return [warning('KUBERNETES_ROUTE_LEFT_OUT', name)];
  const rules = stageRules(facts);
  const twice = rules.find(({ path }, index) => rules.findIndex((rule) => rule.path === path) !== index);
  const same = stages.filter(({ path }) => path === twice?.path).map(({ api, stage }) => `${api} ${stage}`);
  return [
    ...(twice === undefined ? [] : [issue('KUBERNETES_ROUTES_EQUAL', name, { path: twice.path, stages: same.join(', ') })]),
    ...(rules.length > MAX_RULES ? [issue('KUBERNETES_ROUTES_EXCEEDED', name, { count: rules.length, max: MAX_RULES })] : []),
  ];
}

/** The default of Knative. @see https://knative.dev/docs/serving/configuration/config-defaults/ */
const MAX_TIMEOUT_SECONDS = 600;

function knativeProblems({ name, ports, times, options: { knative } }: Facts): readonly Issue[] {
  if (knative !== true) return [];
  return [
    ...(ports.length > 1 ? [issue('KUBERNETES_KNATIVE_PORTS', name, { count: ports.length })] : []),
    ...(times.grace > MAX_TIMEOUT_SECONDS ? [warning('KUBERNETES_KNATIVE_TIMEOUT', name, { seconds: times.grace, max: MAX_TIMEOUT_SECONDS })] : []),
  ];
}

/** Each pod counts and keeps these for itself. */
function notShared({ name, apis, options: { store } }: Facts): readonly Issue[] {
  const limits = store === undefined ? apis.flatMap(limitsOf) : [];
  const connections = apis.filter(({ spec }) => describeProtocol(spec).keepsConnections).map((api) => `connections of ${api.name}`);
  const events = apis.filter(({ spec }) =>
    methodsOf(spec).some(({ method: { integration } }) => Object.values(describeIntegration(integration).requestParameters).includes("'Event'"))).map((api) => `asynchronous calls of ${api.name}`);
  const parts = [...limits, ...connections, ...events];
  return parts.length === 0 ? [] : [warning('KUBERNETES_NOT_SHARED', name, { parts: parts.join(', ') })];
}

function limitsOf({ name, spec }: AssemblyApi): readonly string[] {
  const plans = Object.entries(spec.usagePlans).filter(([, { quota, throttle, stages }]) =>
    (quota ?? throttle) !== undefined || Object.values(stages).some(({ methods }) => Object.keys(methods).length > 0));
  const stages = Object.entries(spec.stages).filter(([, { methodSettings }]) =>
    Object.values(methodSettings).some((settings) => throttleOf(settings) !== undefined));
  return [...plans.map(([plan]) => `limits of the usage plan ${plan}`), ...stages.map(([stage]) => `throttles of the stage ${stage} of ${name}`)];
}

function unknownCalls({ name, apis, options: { egress, knative, store, storeHost } }: Facts): readonly Issue[] {
  const { functions, unknown: backends } = backendsOf(apis);
  const unknown = [...backends, ...(store !== undefined && storeHost === undefined ? ['the gateway itself, the store'] : [])];
  if (egress !== undefined || knative === true || functions.length + unknown.length === 0) return [];
  return [warning('KUBERNETES_CALLS_UNKNOWN', name, { callers: [...functions.map((id) => `function ${id}`), ...unknown].join(', ') })];
}

function memoryProblems({ name, memory: { limitMiB, allMiB } }: Facts): readonly Issue[] {
  return limitMiB >= allMiB ? [] : [warning('KUBERNETES_MEMORY_SHORT', name, { limit: limitMiB, all: allMiB })];
}
