import type { CorsOptions } from './cors';
import type { MethodOptions } from './method-options';
import type { IIntegrationTarget } from './integration-target';

/** Defaults for a resource and everything below it. */
export interface ResourceOptions {
  /**
   * What stands behind methods that name nothing.
   * @default - that of the resource above
   */
  readonly defaultIntegration?: IIntegrationTarget;

  /**
   * Settings of methods that do not set them.
   * @default - those of the resource above
   */
  readonly defaultMethodOptions?: MethodOptions;

  /**
   * CORS of this resource and of all below that have a method. An OPTIONS method of a resource's own wins.
   * @default - that of the resource above
   */
  readonly defaultCorsPreflightOptions?: CorsOptions;
}

/** A resource for everything below a prefix. */
export interface ProxyResourceOptions extends ResourceOptions {
  /**
   * Whether the resource gets an ANY method.
   * @default true
   */
  readonly anyMethod?: boolean;
}
