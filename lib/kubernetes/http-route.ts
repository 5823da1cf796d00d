import type { IHTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1';
import type { Facts, StagePath } from './facts';
import { metadataOf, type KubernetesObject } from './labels';

/** Rules of one HTTPRoute. @see https://gateway-api.sigs.k8s.io/reference/spec/#httproutespec */
export const MAX_RULES = 16;

/** The rules of the route: one prefix for each stage, the longest first. The routes of the APIs stay the gateway's own. */
export function stageRules({ stages }: Pick<Facts, 'stages'>): readonly StagePath[] {
  return [...stages].sort((left, right) => right.path.length - left.path.length || (left.path < right.path ? -1 : 1));
}

/** Leads requests from a Gateway to the Service. */
export function httpRoute(facts: Facts, gateway: string): KubernetesObject {
  const { name, options: { hostnames } } = facts;
  const [parentName = gateway, parentNamespace] = gateway.split('/').reverse();
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: metadataOf(facts),
    spec: {
      parentRefs: [{ name: parentName, ...(parentNamespace === undefined ? {} : { namespace: parentNamespace }) }],
      ...(hostnames === undefined ? {} : { hostnames: [...hostnames] }),
      rules: stageRules(facts).map(({ path, port }) => ({
        matches: [{ path: { type: 'PathPrefix' as const, value: path } }],
        // the limits of the definition apply, and streams have none here
        timeouts: { request: '0s' },
        backendRefs: [{ name, port }],
      })),
    },
  } satisfies IHTTPRoute;
}
