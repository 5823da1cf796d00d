import type { Facts } from './facts';
import { shortVersion } from './gateway-version';

/** The labels by which objects find the pods: they never change. */
export function selectorLabels({ name }: Pick<Facts, 'name'>): Record<string, string> {
  return { 'app.kubernetes.io/name': 'synthgate', 'app.kubernetes.io/instance': name };
}

/** The labels of each object, with the version of the gateway. */
export function labelsOf(facts: Pick<Facts, 'name' | 'version'>): Record<string, string> {
  return { ...selectorLabels(facts), 'app.kubernetes.io/version': shortVersion(facts.version) };
}

/** The metadata of each object. */
export function metadataOf(facts: Pick<Facts, 'name' | 'version' | 'options'>) {
  const { namespace } = facts.options;
  return { name: facts.name, ...(namespace === undefined ? {} : { namespace }), labels: labelsOf(facts) };
}

/** The annotation of a pod with its whole version: another one is another revision. */
export const VERSION_ANNOTATION = 'synthgate/version';

/** One object, as YAML has it. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string | undefined };
  readonly [member: string]: unknown;
}
