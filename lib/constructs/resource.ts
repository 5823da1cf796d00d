import { Construct } from 'constructs';
import { GatewayError, issue } from '../errors';
import { stableId } from '../spec';
import { acceptOptions, acceptProps, checkProps, checkStruct, readOptions, throwProblems, type StructName } from '../props';
import type { IApi, IResource } from './api-interface';
import { freeId } from './construct-name';
import type { CorsOptions } from './cors';
import { Method } from './method';
import { checkMethodOptions, mergeOptions, type MethodOptions } from './method-options';
import type { IIntegrationTarget } from './integrations/integration';
import { checkPathPart, joinPath, standInPath } from './path-part';
import type { ProxyResourceOptions, ResourceOptions } from './resource-options';

const MARK = Symbol.for('synthgate.Resource');

/** The common behavior of all resources. */
export abstract class ResourceBase extends Construct implements IResource {
  /** Whether a value is a resource, including one of another copy of this library. */
  public static isResource(value: unknown): value is ResourceBase {
    return typeof value === 'object' && value !== null && MARK in value;
  }

  public abstract readonly api: IApi;
  public abstract readonly path: string;
  public abstract readonly resourceId: string;
  public abstract readonly parentResource?: IResource;
  public abstract readonly defaultIntegration?: IIntegrationTarget;
  public abstract readonly defaultMethodOptions?: MethodOptions;
  public abstract readonly defaultCorsPreflightOptions?: CorsOptions;

  /** The last part of the path; empty for the root. @internal */
  public abstract readonly _pathPart: string;

  /** Path in the spec; a valid placeholder if the part was rejected, so that what is below can be checked. @internal */
  public abstract readonly _specPath: string;

  /** Id in the spec; it depends on API and path only. @internal */
  public abstract readonly _specId: string;

  /** Whether the root has the methods of this resource as well. @internal */
  public readonly _servesRoot: boolean = false;

  /** CORS settings of this resource only. @internal */
  public _cors?: CorsOptions;

  /** @internal */
  public readonly _children: Resource[] = [];

  /** @internal */
  public readonly _methods: Method[] = [];

  /** Declares a resource. */
  protected constructor(scope: Construct, id: string) {
    super(scope, id);
    Object.defineProperty(this, MARK, { value: true });
  }

  public resourceForPath(path: string): Resource {
    if (path.startsWith('/') && this.path !== '/') {
      throw new GatewayError('PATH_NOT_RELATIVE', { given: path, path: this.path }, { location: this.node.path });
    }
    const below = path.replace(/^\//, '').replace(/\/$/, '');
    const parts = below === '' ? [] : below.split('/');
    // A root has the members of a Resource, as in CDK.
    return parts.reduce<Resource>((resource, part) => resource._resourceBelow(part), this);
  }

  public addResource(pathPart: string, options: ResourceOptions = {}): Resource {
    return new Resource(this, freeId(this, pathPart), { ...options, parent: this, pathPart });
  }

  public getResource(pathPart: string): IResource | undefined {
    return this._children.find((child) => child._pathPart === pathPart);
  }

  /** @internal */
  public _resourceBelow(pathPart: string): Resource {
    return this._children.find((child) => child._pathPart === pathPart) ?? this.addResource(pathPart);
  }

  public addProxy(options: ProxyResourceOptions = {}): ProxyResource {
    return new ProxyResource(this, freeId(this, '{proxy+}'), { ...options, parent: this });
  }

  public addMethod(httpMethod: string, target?: IIntegrationTarget, options?: MethodOptions): Method {
    this._addToRoot?.(httpMethod, target, options);
    const ofProxy = this._methods.findIndex((method) => method._isOfProxy && method.httpMethod === httpMethod.toUpperCase());
    if (ofProxy >= 0) this._methods.splice(ofProxy, 1).forEach(({ node }) => this.node.tryRemoveChild(node.id));
    return new Method(this, freeId(this, httpMethod), { resource: this, httpMethod, integration: target, options });
  }

  public addCorsPreflight(options: CorsOptions = {}): Method | undefined {
    const checked = readOptions(this, 'CorsOptions', options);
    if (this.api._addPreflight !== undefined) return this.api._addPreflight(this, checked);
    this._cors = checked;
    return undefined;
  }

  /** @internal */
  protected _addToRoot?(httpMethod: string, target?: IIntegrationTarget, options?: MethodOptions): void;

  /** @internal */
  public _addChild(resource: Resource): void {
    this._children.push(resource);
  }

  /** @internal */
  public _addMethod(method: Method): void {
    const existing = this._methods.find((candidate) => candidate.httpMethod === method.httpMethod);
    if (existing !== undefined) {
      const duplicate = issue('METHOD_DUPLICATE', method.node.path, { method: method.httpMethod, path: this.path });
      this.api._registry.report({ ...duplicate, related: existing.node.path });
    }
    this._methods.push(method);
  }
}

/** A resource and where it belongs. */
export interface ResourceProps extends ResourceOptions {
  /** The parent resource. */
  readonly parent: IResource;

  /** One part of the path: `pets`, `{id}` or `{rest+}`. */
  readonly pathPart: string;
}

/** A resource below the root. */
export class Resource extends ResourceBase {
  /** @internal */
  public static readonly _props: StructName = 'ResourceProps';

  public readonly api: IApi;
  public readonly path: string;
  public readonly resourceId: string;
  public readonly parentResource?: IResource;
  public readonly defaultIntegration?: IIntegrationTarget;
  public readonly defaultMethodOptions?: MethodOptions;
  public readonly defaultCorsPreflightOptions?: CorsOptions;

  /** @internal */
  public readonly _pathPart: string;
  /** @internal */
  public readonly _specPath: string;
  /** @internal */
  public readonly _specId: string;

  /** Declares a resource. */
  public constructor(scope: Construct, id: string, props: ResourceProps) {
    super(scope, id);
    const checked = checkProps(new.target, props);
    props = acceptProps(this, new.target, checked);
    const isRight = checked.problems.length === 0;
    const { parent, pathPart } = props;
    this.api = parent.api;
    this.parentResource = parent;
    this._pathPart = pathPart;
    this.path = joinPath(parent.path, pathPart);
    this._specId = stableId(`${this.api.apiId}${this.path}`);
    this.resourceId = this.api._resourceId?.(this) ?? this._specId;
    this.defaultIntegration = props.defaultIntegration ?? parent.defaultIntegration;
    this.defaultMethodOptions = mergeOptions(parent.defaultMethodOptions, props.defaultMethodOptions);
    this.defaultCorsPreflightOptions = props.defaultCorsPreflightOptions ?? parent.defaultCorsPreflightOptions;
    const partIssues = isRight ? checkPathPart({ path: parent.path, children: parent._children }, pathPart, this.node.path) : [];
    [...partIssues, ...checkMethodOptions(props.defaultMethodOptions, this.node.path)].forEach((issue) => this.api._registry.report(issue));
    this._specPath = partIssues.length > 0 || !isRight ? standInPath(this.node.path) : joinPath(parent._specPath, pathPart);
    parent._addChild(this);
    if (this.defaultCorsPreflightOptions !== undefined) this.api._addPreflight?.(this, this.defaultCorsPreflightOptions);
  }
}

/** A proxy resource and where it belongs. */
export interface ProxyResourceProps extends ProxyResourceOptions {
  /** The parent resource. */
  readonly parent: IResource;
}

/**
 * The resource `{proxy+}`: every path below its parent. Directly below the root its methods serve `/` as well, if the
 * root has none of its own.
 */
export class ProxyResource extends Resource {
  /** The ANY method, unless `anyMethod` is false. */
  public readonly anyMethod?: Method;

  /** @internal */
  public override readonly _servesRoot: boolean;

  /** Declares a proxy resource. */
  public constructor(scope: Construct, id: string, props: ProxyResourceProps) {
    const checked = checkStruct('ProxyResourceProps', props, { allowsOthers: new.target !== ProxyResource });
    if (checked.isUnusable) throwProblems(`${scope.node.path}/${id}`, checked.problems);
    props = checked.value;
    super(scope, id, { ...props, pathPart: '{proxy+}' });
    acceptOptions(this, checked);
    this._servesRoot = props.parent.path === '/' && !this.api._addsProxyMethodsToRoot;
    if (props.anyMethod !== false) this.anyMethod = this.addMethod('ANY');
  }

  /** @internal */
  protected override _addToRoot(httpMethod: string, target?: IIntegrationTarget, options?: MethodOptions): void {
    const { api, parentResource } = this;
    if (!api._addsProxyMethodsToRoot || parentResource?.path !== '/' || hasMethod(parentResource, httpMethod)) return;
    const integration = target ?? parentResource.defaultIntegration ?? this.defaultIntegration;
    parentResource.addMethod(httpMethod, integration, options)._isOfProxy = true;
  }
}

function hasMethod({ _methods }: IResource, httpMethod: string): boolean {
  return _methods.some((method) => method.httpMethod === httpMethod.toUpperCase());
}
