import type { IDeployment } from 'kubernetes-models/apps/v1';
import { containerOf, USER, VOLUMES } from './container';
import { HEALTH_PORT, type Facts } from './facts';
import { labelsOf, metadataOf, selectorLabels, VERSION_ANNOTATION, type KubernetesObject } from './labels';

const ofHealthPort = (path: string) => ({ httpGet: { path, port: 'health' } });

/**
 * The pods. How many there are, the autoscaler says. A new version is another pod template, so that a rollout replaces pods one by one, and
 * `kubectl rollout undo` brings the version before back.
 */
export function deployment(facts: Facts): KubernetesObject {
  const { name, ports, times, version } = facts;
  const selector = { matchLabels: selectorLabels(facts) };
  const spread = (topologyKey: string) => ({ maxSkew: 1, topologyKey, whenUnsatisfiable: 'ScheduleAnyway' as const, labelSelector: selector });
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadataOf(facts),
    spec: {
      selector,
      // a balancer learns of a new pod after a while, too
      minReadySeconds: times.drain,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      template: {
        metadata: { labels: labelsOf(facts), annotations: { [VERSION_ANNOTATION]: version } },
        spec: {
          serviceAccountName: name,
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          // the pause container reaps what functions leave behind: Node as the first process does not
          shareProcessNamespace: true,
          terminationGracePeriodSeconds: times.grace,
          securityContext: { runAsNonRoot: true, runAsUser: USER, runAsGroup: USER, fsGroup: USER, seccompProfile: { type: 'RuntimeDefault' } },
          topologySpreadConstraints: [spread('topology.kubernetes.io/zone'), spread('kubernetes.io/hostname')],
          containers: [{
            ...containerOf(facts),
            ports: [
              ...ports.map(({ name: portName, port }) => ({ name: portName, containerPort: port })), { name: 'health', containerPort: HEALTH_PORT },
            ],
            startupProbe: { ...ofHealthPort('/livez'), periodSeconds: 1, failureThreshold: 60 },
            livenessProbe: { ...ofHealthPort('/livez'), periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 3 },
            readinessProbe: { ...ofHealthPort('/readyz'), periodSeconds: 2, timeoutSeconds: 2, failureThreshold: 1 },
            // of the kubelet itself: the image need not have a shell
            ...(times.preStop === 0 ? {} : { lifecycle: { preStop: { sleep: { seconds: times.preStop } } } }),
          }],
          volumes: VOLUMES,
        },
      },
    },
  } satisfies IDeployment;
}
