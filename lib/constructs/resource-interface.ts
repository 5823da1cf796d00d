import type { IConstruct } from 'constructs';
import type { IApi } from './api';
import type { CorsOptions } from './cors';
import type { Method } from './method';
import type { MethodOptions } from './method-options';
import type { IIntegrationTarget } from './integration-target';
import type { ProxyResource, Resource } from './resource';
import type { ProxyResourceOptions, ResourceOptions } from './resource-options';

/** A place in the URL tree of an API. */
export interface IResource extends IConstruct {
  /** The API. */
  readonly api: IApi;

  /** From the root, e.g. `/pets/{id}`. */
  readonly path: string;

  /** requestContext.resourceId: depends on API and path only. */
  readonly resourceId: string;

  /** The resource above; the root has none. */
  readonly parentResource?: IResource;

  /** What stands behind methods that name nothing. */
  readonly defaultIntegration?: IIntegrationTarget;

  /** Settings of methods that do not set them. */
  readonly defaultMethodOptions?: MethodOptions;

  /** CORS of this resource and of those below. */
  readonly defaultCorsPreflightOptions?: CorsOptions;

  /**
   * The resource at a path below this one; what is missing of it is created.
   * @param path - e.g. `pets/{id}`; a leading `/` at the root only
   */
  resourceForPath(path: string): Resource;

  /**
   * Adds the resource for one part of the path.
   * @param pathPart - `pets`, `{id}` or `{rest+}`
   */
  addResource(pathPart: string, options?: ResourceOptions): Resource;

  /** The resource of a part directly below, if there is one. */
  getResource(pathPart: string): IResource | undefined;

  /** Adds `{proxy+}`, which takes every path below, with an ANY method unless that is turned off. */
  addProxy(options?: ProxyResourceOptions): ProxyResource;

  /**
   * Adds a method.
   * @param httpMethod - GET, POST, …, or ANY
   * @param target - function or integration; left out, `defaultIntegration` stands behind the method
   */
  addMethod(httpMethod: string, target?: IIntegrationTarget, options?: MethodOptions): Method;

  /** Enables CORS for all methods of the resource: OPTIONS is answered by the gateway. */
  addCorsPreflight(options?: CorsOptions): void;

  /** @internal */
  readonly _specPath: string;
  /** @internal */
  readonly _cors?: CorsOptions;
  /** @internal */
  readonly _children: readonly Resource[];
  /** @internal */
  readonly _methods: readonly Method[];
  /** @internal */
  _addChild(resource: Resource): void;
  /** @internal */
  _addMethod(method: Method): void;
}
