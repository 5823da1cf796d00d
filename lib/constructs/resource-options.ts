import type { CorsOptions } from './cors';
import type { MethodOptions } from './method-options';
import type { IIntegrationTarget } from './integrations/integration';

/** Defaults for a resource and everything below it. */
export interface ResourceOptions {
  /**
   * The integration of methods without one.
   * @default - that of the parent resource
   */
  readonly defaultIntegration?: IIntegrationTarget;

  /**
   * Default settings of methods.
   * @default - those of the parent resource
   */
  readonly defaultMethodOptions?: MethodOptions;

  /**
   * CORS settings of this resource and all below it that have a method. A declared OPTIONS method takes precedence.
   * @default - that of the parent resource
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
