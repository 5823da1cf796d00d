import type { IConstruct } from 'constructs';
import { protocolOf, type GatewaySpec } from '../spec';
import { registryOf, type ApiRegistry } from './api-registry';
import type { CorsOptions } from './cors';
import type { Deployment } from './deployment';
import type { IIntegrationTarget } from './integrations/integration';
import type { Method } from './method';
import type { MethodOptions } from './method-options';
import type { ProxyResource, Resource } from './resource';
import type { ProxyResourceOptions, ResourceOptions } from './resource-options';
import type { ApiInput } from './spec-input';

/** An API. */
export interface IApi extends IConstruct {
  /** Identifies the API; requestContext.apiId. */
  readonly apiId: string;

  /** Name of the API in messages and file names. */
  readonly apiName: string;

  /** The resource `/`. */
  readonly root: IResource;

  /** The deployment created by `deploy`. */
  readonly latestDeployment?: Deployment | undefined;

  /** The vendor's names in the default headers of CORS. @internal */
  readonly _platform: string;
  /** Declarations of the API besides its resources. @internal */
  readonly _registry: ApiRegistry;
  /** Declares how preflights of a resource are answered, for an API that has its own way. @internal */
  _addPreflight?(resource: IResource, options: CorsOptions): Method;
  /** Id of a resource for others, for an API where it is not that of the spec. @internal */
  _resourceId?(resource: IResource): string;
  /** The name of a stage for others, for an API where it is not that of the spec. @internal */
  _stageName?(nameInSpec: string): string;
  /** The address of a path on a stage, for an API that knows it. @internal */
  _stageUrl?(nameInSpec: string, path: string): string;
  /**
   * Whether methods of a proxy resource below the root are added to the root, with the root's defaults; otherwise it serves them as
   * they are.
   * @internal
   */
  readonly _addsProxyMethodsToRoot: boolean;
  /** @internal */
  _toSpec(): ApiInput;
  /** @internal */
  _readSpec(): GatewaySpec;
}

/** A resource: a node in the path tree of an API. */
export interface IResource extends IConstruct {
  /** The API. */
  readonly api: IApi;

  /** Full path, e.g. `/pets/{id}`. */
  readonly path: string;

  /** requestContext.resourceId, which depends on API and path only; of an Api of `synthgate/aws` a reference to the resource. */
  readonly resourceId: string;

  /** The parent resource; undefined for the root. */
  readonly parentResource?: IResource;

  /** The integration of methods without one. */
  readonly defaultIntegration?: IIntegrationTarget;

  /** Default settings of methods. */
  readonly defaultMethodOptions?: MethodOptions;

  /** CORS settings of this resource and all below it. */
  readonly defaultCorsPreflightOptions?: CorsOptions;

  /**
   * The resource at a path below this one; missing resources are created.
   * @param path - e.g. `pets/{id}`; a leading `/` at the root only
   */
  resourceForPath(path: string): Resource;

  /** Adds the resource for one part of the path. @param pathPart - `pets`, `{id}` or `{rest+}` */
  addResource(pathPart: string, options?: ResourceOptions): Resource;

  /** The child resource of a path part, if there is one. */
  getResource(pathPart: string): IResource | undefined;

  /** Adds `{proxy+}`, which matches every path below, with an ANY method unless `anyMethod` is false. */
  addProxy(options?: ProxyResourceOptions): ProxyResource;

  /**
   * Adds a method.
   * @param httpMethod - GET, POST, …, or ANY
   * @param target - function or integration; default: `defaultIntegration`
   */
  addMethod(httpMethod: string, target?: IIntegrationTarget, options?: MethodOptions): Method;

  /**
   * Enables CORS for all methods of the resource: the gateway answers OPTIONS.
   * @returns the method OPTIONS of an Api of `synthgate/aws`; other APIs need none
   */
  addCorsPreflight(options?: CorsOptions): Method | undefined;

  /** @internal */
  readonly _specPath: string;

  /** @internal */
  readonly _specId: string;
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

/** The REST API above a construct. */
export function apiAbove(construct: IConstruct): IApi | undefined {
  return [...construct.node.scopes].reverse().find(isRestApi);
}

/** Whether a value is a REST API, including one of another copy of this library. */
export function isRestApi(value: unknown): value is IApi {
  const registry = registryOf(value);
  return registry !== undefined && protocolOf(registry) === 'rest';
}
