import type { IService } from '@kubernetes-models/knative/serving.knative.dev/v1';
import { containerOf, VOLUMES } from './container';
import type { Facts } from './facts';
import { labelsOf, metadataOf, VERSION_ANNOTATION, type KubernetesObject } from './labels';
import { templateName } from './gateway-version';
import { replicasOf } from './scaling';

/** Requests that one pod answers at the same time before there is another. */
const CONCURRENCY = 100;

/**
 * Pods that Knative scales, to none as well. They have one port, and Knative's own proxy drains before the gateway is told to stop. The
 * name of the revision is that of its template, so that traffic can be given to one that was there before.
 */
export function knativeService(facts: Facts): KubernetesObject {
  const { name, ports: [first], times, version, options } = facts;
  const { max } = replicasOf(facts);
  const metadata = {
    labels: labelsOf(facts),
    annotations: {
      [VERSION_ANNOTATION]: version,
      'autoscaling.knative.dev/target': String(CONCURRENCY),
      'autoscaling.knative.dev/max-scale': String(max),
      ...(options.replicas === undefined ? {} : { 'autoscaling.knative.dev/min-scale': String(options.replicas) }),
    },
  };
  const spec = {
    serviceAccountName: name,
    enableServiceLinks: false,
    timeoutSeconds: times.grace,
    containers: [{ ...containerOf(facts, 0), ports: [{ name: 'http1', containerPort: first?.port ?? 0 }] }],
    volumes: VOLUMES,
  };
  return {
    apiVersion: 'serving.knative.dev/v1',
    kind: 'Service',
    metadata: metadataOf(facts),
    spec: { template: { metadata: { name: templateName(name, { metadata, spec }), ...metadata }, spec } },
  } satisfies IService;
}
