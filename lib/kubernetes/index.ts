/** Kubernetes objects of a gateway: plain data, from an assembly and a few options. Pure. */
export { KUBERNETES_OPTIONS, type KubernetesOptions } from './kubernetes-options';
export type { KubernetesObject } from './labels';
export { renderKubernetes, type RenderedKubernetes } from './render';
export { gatewayVersion, shortVersion } from './gateway-version';
export { IMAGE_NAME, taggedImage } from './image-name';
