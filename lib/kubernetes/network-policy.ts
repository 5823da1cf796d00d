import { isIP, isIPv6 } from 'node:net';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { backendsOf } from './backends';
import { HEALTH_PORT, type Facts } from './facts';
import { metadataOf, selectorLabels, type KubernetesObject } from './labels';
import { readRange } from './network-names';

type Egress = NonNullable<NonNullable<INetworkPolicy['spec']>['egress']>[number];
type Peer = NonNullable<Egress['to']>[number];

const NAMESPACE = 'kubernetes.io/metadata.name';
const DNS_PORT = 53;
const inNamespace = (name: string): Peer => ({ namespaceSelector: { matchLabels: { [NAMESPACE]: name } } });

/** The addresses of the internet: without private ones, among which are the cluster's own and the metadata of its machines. */
const INTERNET: Peer[] = [
  { ipBlock: { cidr: '0.0.0.0/0', except: ['10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'] } },
  { ipBlock: { cidr: '::/0', except: ['fc00::/7', 'fe80::/10'] } },
];

/** The callers of the pods, and the addresses that they may call. */
export function networkPolicy(facts: Facts): KubernetesObject {
  const { apis, ports, options: { egress = [], storeHost, gateway, serviceMonitor = false, monitoringNamespace = 'monitoring' } } = facts;
  const gatewayNamespace = gateway?.includes('/') === true ? gateway.split('/')[0] : undefined;
  const callers: Peer = gatewayNamespace === undefined ? { podSelector: {} } : inNamespace(gatewayNamespace);
  const health = { protocol: 'TCP' as const, port: HEALTH_PORT };
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: metadataOf(facts),
    spec: {
      podSelector: { matchLabels: selectorLabels(facts) },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [
        { from: [callers], ports: ports.map(({ port }) => ({ protocol: 'TCP' as const, port })) },
        // the kubelet of the node may always ask
        ...(serviceMonitor ? [{ from: [inNamespace(monitoringNamespace)], ports: [health] }] : []),
      ],
      egress: [
        { to: [inNamespace('kube-system')], ports: [{ protocol: 'UDP' as const, port: DNS_PORT }, { protocol: 'TCP' as const, port: DNS_PORT }] },
        ...backendsOf(apis).origins.flatMap((origin) => toOrigin(new URL(origin))),
        ...(storeHost === undefined ? [] : toOrigin(new URL(`redis://${storeHost}`))),
        ...egress.map(toRange),
      ],
    },
  } satisfies INetworkPolicy;
}

/** Names of Services that say so: `stock.shop.svc`, with the domain of clusters or without. */
const IN_CLUSTER = /(?:^|\.)([^.]+)\.svc(?:\.cluster\.local)?$/;

/**
 * A name in the cluster is that of a Service, whose pods may have other ports; a name of the internet has no address here. `shop.com` may
 * be either.
 */
function toOrigin({ hostname, port, protocol }: URL): Egress[] {
  const host = hostname.replace(/^\[|\]$/g, '');
  const ports = [{ protocol: 'TCP' as const, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) }];
  if (isIP(host) !== 0) return [{ to: [{ ipBlock: { cidr: `${host}/${isIPv6(host) ? 128 : 32}` } }], ports }];
  const [, namespace] = IN_CLUSTER.exec(host) ?? [];
  if (namespace !== undefined) return [{ to: [inNamespace(namespace)] }];
  const [, second, ...others] = host.split('.');
  if (second === undefined) return [{ to: [{ podSelector: {} }] }];
  return [...(others.length === 0 ? [{ to: [inNamespace(second)] }] : []), { to: INTERNET, ports }];
}

function toRange(given: string): Egress {
  const { cidr = given, port } = readRange(given) ?? {};
  return { to: [{ ipBlock: { cidr } }], ...(port === undefined ? {} : { ports: [{ protocol: 'TCP' as const, port }] }) };
}
