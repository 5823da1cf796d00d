import type { Issue } from '../errors';
import type { AssemblyApi } from '../runtime';
import { deployment } from './deployment';
import { factsOf } from './facts';
import { httpRoute } from './http-route';
import { knativeService } from './knative-service';
import type { KubernetesObject } from './labels';
import { networkPolicy } from './network-policy';
import { problemsOf } from './problems';
import { autoscaler, disruptionBudget } from './scaling';
import { service, serviceAccount, serviceMonitor } from './service';

/** The objects in the order in which they are applied, and what they do not express. */
export interface RenderedKubernetes {
  readonly objects: readonly KubernetesObject[];
  readonly issues: readonly Issue[];
}

/**
 * The Kubernetes objects of a gateway; the same assembly and options give the same.
 * @param apis - those of the assembly, all of them
 * @param options - `KubernetesOptions`
 * @throws OPTION_UNKNOWN, OPTION_INVALID, OPTION_NAME_UNKNOWN, API_UNKNOWN
 */
export function renderKubernetes(apis: readonly AssemblyApi[], options: unknown): RenderedKubernetes {
  const facts = factsOf(apis, options);
  const issues = problemsOf(facts);
  const { gateway, knative = false, serviceMonitor: isMonitored = false } = facts.options;
  if (knative) return { objects: [serviceAccount(facts), knativeService(facts)], issues };
  const objects = [
    serviceAccount(facts), networkPolicy(facts), deployment(facts), service(facts), autoscaler(facts), disruptionBudget(facts),
    ...(gateway === undefined ? [] : [httpRoute(facts, gateway)]), ...(isMonitored ? [serviceMonitor(facts)] : []),
  ];
  return { objects, issues };
}
