import { catalogRows } from '../catalog-row';

/** Images and objects of Kubernetes: what they cannot express of a gateway, and what they leave to their reader. */
export const KUBERNETES_ERRORS = /* @__PURE__ */ catalogRows('definition', {
  IMAGE_CONTEXT_TAKEN: {
    kind: 'command',
    message: '{directory} has files that synthgate image did not write: {files}',
    help: 'Nothing was changed. Choose another directory with --context, or move these away.',
  },
  IMAGE_BASE_NOT_PINNED: {
    message: 'the image is built on {base}, which changes: another build of the same definition may be another image',
    help: 'Name the digest with --base {base}@sha256:…; docker buildx imagetools inspect {base} prints it. Renew it for security fixes.',
  },
  IMAGE_RUNTIMES_MISSING: {
    message: '{base} has Node only, and these functions need another program: {functions}',
    help: 'Build an image that has it on this one, and name that with --base.',
  },
  SERVE_OPTIONS_LEFT_OUT: {
    message: 'these options of serve are not in {what}: {options}',
    help: 'The file is not in the image either. Add those that it shall have to the arguments of the container, which are those of serve.',
  },
  KUBERNETES_ROUTE_LEFT_OUT: {
    message: 'no Gateway is named, so there is no HTTPRoute, and nothing outside the cluster reaches the gateway',
    help: 'Name the Gateway that requests come through with --gateway namespace/name, or write a route to the Service yourself.',
  },
  KUBERNETES_ROUTES_EQUAL: {
    message: 'requests to {path} are for several stages: {stages}',
    help: 'Behind a Gateway all APIs share one host. Give each a base path, as in --base-path Orders=orders, or render one gateway for each with --api.',
  },
  KUBERNETES_ROUTES_EXCEEDED: {
    message: 'the HTTPRoute would have {count} rules, one for each stage; at most {max} are allowed',
    help: 'Render several gateways with --api, each with an HTTPRoute of its own, or serve fewer stages.',
  },
  KUBERNETES_KNATIVE_PORTS: {
    message: 'a Knative Service has one port, and these APIs need {count}',
    help: 'Give the APIs base paths, as in --base-path Orders=orders, so that they share a port, or render one service for each with --api.',
  },
  KUBERNETES_KNATIVE_TIMEOUT: {
    message: 'a request of the Knative Service may take {seconds} s, and Knative allows {max} s unless it is configured otherwise',
    help: 'Lower --shutdown-timeout or --drain, or raise max-revision-timeout-seconds in the ConfigMap config-defaults of Knative.',
  },
  KUBERNETES_NOT_SHARED: {
    message: 'each pod has these for itself, and they end with it: {parts}',
    help: 'With several pods a limit is up to as many times as high, a message to a connection of another pod finds none, and calls that still wait end with their pod. Share limits (--store), run one pod (--replicas 1 --max-replicas 1), or do without.',
  },
  KUBERNETES_CALLS_UNKNOWN: {
    message: 'the network policy does not know whom these call, and keeps them from calling anyone: {callers}',
    help: 'Allow the addresses of databases and services with --egress, as in --egress 10.1.0.0/16:5432. --egress 0.0.0.0/0 allows all.',
  },
  KUBERNETES_MEMORY_SHORT: {
    message: 'the memory limit of {limit} MiB is less than the {all} MiB of all instances that may run at the same time',
    help: 'Under load the pod is killed. Lower maxInstances of the functions, or raise --memory.',
  },
});
