import { ApiObject, Chart, type ApiObjectProps } from 'cdk8s';
import type { Construct } from 'constructs';
import { throwIfErrors, type Issue } from '../errors';
import { renderKubernetes, type KubernetesOptions } from '../kubernetes';
import { readAssembly } from '../runtime';

/** A gateway in Kubernetes. */
export interface GatewayChartProps extends KubernetesOptions {
  /** Directory of the assembly, which is in the image, too: `gateway.out`. */
  readonly assembly: string;
}

/**
 * The Kubernetes objects of a gateway, as `synthgate k8s` writes them: each is an `ApiObject` below the chart, by its kind.
 * @example new GatewayChart(app, 'Pets', { assembly: 'gateway.out', image: 'registry.example.com/pets', gateway: 'edge/public' });
 */
export class GatewayChart extends Chart {
  /** Parts of the gateway that the objects do not express. */
  public readonly warnings: readonly Issue[];

  /** @throws ASSEMBLY_NOT_FOUND, OPTION_UNKNOWN, OPTION_INVALID, OPTION_NAME_UNKNOWN, API_UNKNOWN, DEFINITION_INVALID with KUBERNETES_* */
  public constructor(scope: Construct, id: string, props: GatewayChartProps) {
    const { assembly, ...options } = props;
    super(scope, id, options.namespace === undefined ? {} : { namespace: options.namespace });
    const { objects, issues } = renderKubernetes(readAssembly(assembly), options);
    throwIfErrors('the Kubernetes objects', issues);
    this.warnings = issues;
    for (const object of objects) {
      const apiObject: ApiObjectProps = object;
      new ApiObject(this, object.kind, apiObject);
    }
  }
}
