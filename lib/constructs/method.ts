import { Construct } from 'constructs';
import { GatewayError, issue, issueOf } from '../errors';
import { HTTP_METHODS, type HttpMethodSpec } from '../spec';
import { acceptProps, checkProps, readOptions, type StructName } from '../props';
import type { IApi, IResource } from './api-interface';
import type { IAuthorizer } from './authorization';
import { describeAuthorizationType, readAuthorization } from './authorization-kinds';
import type { CorsOptions } from './cors';
import { authorizationTypeOf, checkMethodOptions, mergeOptions, type MethodOptions } from './method-options';
import { methodResponsesInput, modelNames, requestParametersInput, type MethodResponse } from './method-response';
import { RequestValidator, type IRequestValidator } from './model';
import type { IIntegrationTarget, Integration } from './integrations/integration';
import type { AuthorizationInput, MethodInput } from './spec-input';

const MARK = Symbol.for('synthgate.Method');

/** A method and where it belongs. */
export interface MethodProps {
  /** The resource that the method is on. */
  readonly resource: IResource;

  /** GET, POST, …, or ANY. */
  readonly httpMethod: string;

  /**
   * The integration or function of the method.
   * @default - `defaultIntegration` of the resource
   */
  readonly integration?: IIntegrationTarget;

  /**
   * Settings; they override `defaultMethodOptions` of the resource.
   * @default - those of the resource
   */
  readonly options?: MethodOptions;
}

/** An HTTP method on a resource, bound to an integration. It can be called once it is deployed to a stage. */
export class Method extends Construct {
  /** @internal */
  public static readonly _props: StructName = 'MethodProps';

  /** Whether a value is a Method, including one of another copy of this library. */
  public static isMethod(value: unknown): value is Method {
    return typeof value === 'object' && value !== null && MARK in value;
  }

  /** GET, POST, …, or ANY, in upper case. */
  public readonly httpMethod: string;

  /** The resource that the method is on. */
  public readonly resource: IResource;

  /** The API that the method belongs to. */
  public readonly api: IApi;

  /** @internal */
  public readonly _integration?: Integration;

  /** @internal */
  public _cors?: CorsOptions;

  /** Whether the root has it only because a proxy resource has it: one of its own replaces it. @internal */
  public _isOfProxy = false;

  private readonly options: MethodOptions;
  private readonly responses: MethodResponse[];
  private readonly validator?: IRequestValidator;

  /** Declares a method. */
  public constructor(scope: Construct, id: string, props: MethodProps) {
    super(scope, id);
    const checked = checkProps(new.target, props);
    props = acceptProps(this, new.target, checked);
    Object.defineProperty(this, MARK, { value: true });
    this.httpMethod = props.httpMethod.toUpperCase();
    this.resource = props.resource;
    this.api = props.resource.api;
    this.options = mergeOptions(props.resource.defaultMethodOptions, props.options);
    this.responses = [...(this.options.methodResponses ?? [])];
    this._cors = this.options.cors;
    this._integration = (props.integration ?? props.resource.defaultIntegration)?.toIntegration();
    this.validator = this.options.requestValidator ?? this.ownValidator();
    this.report(props.options);
    if (checked.problems.length === 0) this.reportMissing();
    props.resource._addMethod(this);
  }

  /** Declares a status and the headers that responses with it may carry. */
  public addMethodResponse(methodResponse: MethodResponse): void {
    this.responses.push(readOptions(this, 'MethodResponse', methodResponse));
  }

  /**
   * Enables CORS for this method: OPTIONS on its resource answers preflights for it, and its mapped responses carry
   * Access-Control-Allow-Origin.
   */
  public addCors(options: CorsOptions = {}): void {
    this._cors = { ...this._cors, ...readOptions(this, 'CorsOptions', options) };
  }

  /** The method name as used in specs; undefined if there is no such method. @internal */
  public get _httpMethod(): HttpMethodSpec | undefined {
    return HTTP_METHODS.find((name) => name === this.httpMethod);
  }

  /** Whether there is a spec of it; what is missing or not known was reported when it was declared. @internal */
  public get _isComplete(): boolean {
    return this._integration !== undefined && !GatewayError.isGatewayError(this.authorization());
  }

  /** The spec of a complete method. @internal */
  public _toSpec(): MethodInput {
    const { _integration } = this;
    if (_integration === undefined) throw new GatewayError('INTEGRATION_MISSING', { method: this.httpMethod }, { location: this.node.path });
    const authorization = this.authorization();
    if (GatewayError.isGatewayError(authorization)) throw authorization;
    const integration = _integration._toSpec();
    return {
      operationName: this.options.operationName,
      documentation: this.options.documentation,
      authorization,
      apiKeyRequired: this.options.apiKeyRequired,
      requestModels: this.options.requestModels && modelNames(this.options.requestModels),
      requestValidator: this.validator?.requestValidatorId,
      requestParameters: requestParametersInput(integration, this.options.requestParameters),
      methodResponses: methodResponsesInput(_integration._declaresResponses() ? integration : undefined, this.responses),
      integration,
    };
  }

  /** The authorizer of this method, if there is one. @internal */
  public get _authorizer(): IAuthorizer | undefined {
    return describeAuthorizationType(authorizationTypeOf(this.options))?.needsAuthorizer === true ? this.options.authorizer : undefined;
  }

  private ownValidator(): IRequestValidator | undefined {
    const { requestValidatorOptions } = this.options;
    return requestValidatorOptions && new RequestValidator(this, 'Validator', requestValidatorOptions);
  }

  private authorization(): AuthorizationInput | GatewayError {
    const { authorizer, authorizationScopes: scopes } = this.options;
    return readAuthorization({ type: authorizationTypeOf(this.options), authorizer: authorizer?.authorizerId, scopes }, this.node.path);
  }

  /** Reports an unknown HTTP method and a missing integration. Call it for accepted options only: refused ones were reported. */
  private reportMissing(): void {
    if (this._httpMethod === undefined) {
      this.api._registry.report(issue('METHOD_UNKNOWN', this.node.path, { given: this.httpMethod, allowed: HTTP_METHODS.join(', ') }));
    }
    if (this._integration === undefined) this.api._registry.report(issue('INTEGRATION_MISSING', this.node.path, { method: this.httpMethod }));
  }

  private report(own: MethodOptions | undefined): void {
    this._integration?._check(this.node.path).forEach((issue) => this.api._registry.report(issue));
    checkMethodOptions(own, this.node.path).forEach((issue) => this.api._registry.report(issue));
    const type = authorizationTypeOf(this.options);
    const ignoresScopes = describeAuthorizationType(type)?.checksScopes === false;
    if (own?.authorizationScopes?.length && ignoresScopes) this.api._registry.report(issue('AUTHORIZATION_SCOPES_UNUSED', this.node.path, { type }));
    const authorization = this.authorization();
    if (GatewayError.isGatewayError(authorization)) this.api._registry.report(issueOf(authorization));
  }
}
