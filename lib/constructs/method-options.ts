import { AuthorizationType, type IAuthorizer } from './authorization';
import type { CorsOptions } from './cors';
import type { MethodResponse } from './method-response';
import type { IModel, IRequestValidator, RequestValidatorOptions } from './model';

/** Settings of a method besides what stands behind it. */
export interface MethodOptions {
  /**
   * A name for clients made from the API.
   * @default - none
   */
  readonly operationName?: string;

  /**
   * Who may call the method.
   * @default - the authorizer's kind; without an authorizer AuthorizationType.NONE
   */
  readonly authorizationType?: AuthorizationType;

  /**
   * Decides about callers when the authorization is CUSTOM or COGNITO.
   * @default - none
   */
  readonly authorizer?: IAuthorizer;

  /**
   * Scopes one of which the token must carry, with COGNITO.
   * @default - any token
   */
  readonly authorizationScopes?: string[];

  /**
   * Whether callers must send an API key of a usage plan in X-Api-Key.
   * @default false
   */
  readonly apiKeyRequired?: boolean;

  /**
   * Statuses and headers that responses may have. What the integration maps is declared by itself.
   * @default - what the integration maps
   */
  readonly methodResponses?: MethodResponse[];

  /**
   * Models of the request body by media type, checked where a request validator says so.
   * @default - none
   */
  readonly requestModels?: Record<string, IModel>;

  /**
   * What is checked before the integration is called.
   * @default - nothing
   */
  readonly requestValidator?: IRequestValidator;

  /**
   * The same, declared on the spot. Not together with `requestValidator`.
   * @default - nothing
   */
  readonly requestValidatorOptions?: RequestValidatorOptions;

  /**
   * `method.request.{header|querystring|path}.<name>`; true where it is required.
   * @default - what the integration reads
   */
  readonly requestParameters?: Record<string, boolean>;

  /**
   * Enables CORS for this method, `{}` for the defaults.
   * @default - the resource decides
   */
  readonly cors?: CorsOptions;
}

/** Own settings over defaults; one that is `undefined` is none. */
export function mergeOptions(defaults: MethodOptions = {}, own: MethodOptions = {}): MethodOptions {
  const given = Object.entries(own).filter(([, value]) => value !== undefined);
  const merged: MethodOptions = { ...defaults, ...Object.fromEntries(given) };
  // An authorizer of one's own brings its kind along; the default's kind belongs to the default's authorizer.
  if (own.authorizer === undefined || own.authorizationType !== undefined) return merged;
  return { ...merged, authorizationType: own.authorizer.authorizationType };
}

/** Who may call a method with these settings. */
export function authorizationTypeOf({ authorizationType, authorizer }: MethodOptions): AuthorizationType {
  if (authorizationType !== undefined) return authorizationType;
  return authorizer === undefined ? AuthorizationType.NONE : authorizer.authorizationType ?? AuthorizationType.CUSTOM;
}
