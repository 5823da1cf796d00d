import type { IServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import type { Facts } from './facts';
import type { KubernetesObject } from './kubernetes-object';
import { metadataOf, selectorLabels } from './labels';

/** Tells the Prometheus operator where the metrics are. */
export function serviceMonitor(facts: Facts): KubernetesObject {
  return {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'ServiceMonitor',
    metadata: metadataOf(facts),
    spec: { selector: { matchLabels: selectorLabels(facts) }, endpoints: [{ port: 'health', path: '/metrics' }] },
  } satisfies IServiceMonitor;
}
