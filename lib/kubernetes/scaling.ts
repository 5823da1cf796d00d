import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1';
import type { Facts } from './facts';
import { metadataOf, selectorLabels, type KubernetesObject } from './labels';
import { MIN_REPLICAS } from './kubernetes-options';

/** Room for the requests of a pod that ends, and for the time that another one takes to start. */
const TARGET_PERCENT = 70;

/** The least and the most pods. */
export function replicasOf({ options: { replicas = MIN_REPLICAS, maxReplicas = 5 * replicas } }: Pick<Facts, 'options'>): { readonly min: number; readonly max: number } {
  return { min: replicas, max: maxReplicas };
}

/** How many pods there are, by the processor time that they use. */
export function autoscaler(facts: Facts): KubernetesObject {
  const { min, max } = replicasOf(facts);
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: metadataOf(facts),
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: facts.name },
      minReplicas: min,
      maxReplicas: max,
      metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: TARGET_PERCENT } } }],
    },
  } satisfies IHorizontalPodAutoscaler;
}

/** Nodes are emptied one pod at a time. */
export function disruptionBudget(facts: Facts): KubernetesObject {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: metadataOf(facts),
    spec: { maxUnavailable: 1, selector: { matchLabels: selectorLabels(facts) } },
  } satisfies IPodDisruptionBudget;
}
