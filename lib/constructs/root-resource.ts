import type { Construct } from 'constructs';
import { stableId } from '../spec';
import type { IApi, IResource } from './api-interface';
import type { CorsOptions } from './cors';
import { checkMethodOptions, type MethodOptions } from './method-options';
import type { IIntegrationTarget } from './integrations/integration';
import { ResourceBase } from './resource';
import type { ResourceOptions } from './resource-options';

/** The resource `/` of an API. */
export class RootResource extends ResourceBase {
  public readonly api: IApi;
  public readonly path = '/';
  public readonly resourceId: string;
  public readonly parentResource?: IResource;
  public readonly defaultIntegration?: IIntegrationTarget;
  public readonly defaultMethodOptions?: MethodOptions;
  public readonly defaultCorsPreflightOptions?: CorsOptions;

  /** @internal */
  public readonly _pathPart = '';
  /** @internal */
  public readonly _specPath = '/';
  /** @internal */
  public readonly _specId: string;

  /** Declares the root resource of an API, whose id is already set. */
  public constructor(api: Construct & IApi, options: ResourceOptions) {
    super(api, 'Default');
    this.api = api;
    this._specId = stableId(`${api.apiId}/`);
    this.resourceId = api._resourceId?.(this) ?? this._specId;
    this.defaultIntegration = options.defaultIntegration;
    this.defaultMethodOptions = options.defaultMethodOptions;
    this.defaultCorsPreflightOptions = options.defaultCorsPreflightOptions;
    checkMethodOptions(options.defaultMethodOptions, this.node.path).forEach((issue) => api._registry.report(issue));
    if (this.defaultCorsPreflightOptions !== undefined) this.api._addPreflight?.(this, this.defaultCorsPreflightOptions);
  }
}
