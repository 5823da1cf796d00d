import type { IServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import type { IService, IServiceAccount } from 'kubernetes-models/v1';
import { HEALTH_PORT, type Facts } from './facts';
import { metadataOf, selectorLabels, type KubernetesObject } from './labels';

/** The user of the pods in the cluster, who may do nothing there and has no token. */
export function serviceAccount(facts: Facts): KubernetesObject {
  return { apiVersion: 'v1', kind: 'ServiceAccount', metadata: metadataOf(facts), automountServiceAccountToken: false } satisfies IServiceAccount;
}

/** The ports of the pods that are ready. */
export function service(facts: Facts): KubernetesObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadataOf(facts),
    spec: {
      selector: selectorLabels(facts),
      ports: [
        // a name of the Gateway API, by which gateways know that connections stay
        ...facts.ports.map(({ name, port, keepsConnections }) =>
          ({ name, port, targetPort: name, appProtocol: keepsConnections ? 'kubernetes.io/ws' : 'http' })),
        { name: 'health', port: HEALTH_PORT, targetPort: 'health', appProtocol: 'http' },
      ],
    },
  } satisfies IService;
}

/** Tells the Prometheus operator where the metrics are. */
export function serviceMonitor(facts: Facts): KubernetesObject {
  return {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'ServiceMonitor',
    metadata: metadataOf(facts),
    spec: { selector: { matchLabels: selectorLabels(facts) }, endpoints: [{ port: 'health', path: '/metrics' }] },
  } satisfies IServiceMonitor;
}
