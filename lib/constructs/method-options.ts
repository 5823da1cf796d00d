import { issue, type Issue } from '../errors';
import { AuthorizationType, type IAuthorizer } from './authorization';
import { describeAuthorizationType } from './authorization-kinds';
import type { CorsOptions } from './cors';
import type { MethodResponse } from './method-response';
import type { IModel, IRequestValidator, RequestValidatorOptions } from './model';

/** Texts about a method, for documents and generated clients; a REST API on AWS gets a documentation part of them. */
export interface MethodDocumentation {
  /**
   * One line.
   * @default - none
   */
  readonly summary?: string;

  /**
   * The whole text; CommonMark.
   * @default - none
   */
  readonly description?: string;

  /**
   * Groups of the method.
   * @default - the first part of its path
   */
  readonly tags?: string[];

  /**
   * Whether callers should no longer use the method.
   * @default false
   */
  readonly deprecated?: boolean;

  /**
   * The day from which on the method may be gone, such as `2027-06-30`. Documents have it as `x-sunset`; `synthgate diff` calls a
   * removal before it breaking, and one after it announced.
   * @default - none
   */
  readonly sunset?: string;
}

/** Settings of a method. */
export interface MethodOptions {
  /**
   * The operation name, used by generated clients.
   * @default - none
   */
  readonly operationName?: string;

  /**
   * Texts about the method, for documents and generated clients.
   * @default - none
   */
  readonly documentation?: MethodDocumentation;

  /**
   * The authorization type of the method.
   * @default - the authorizer's kind; without an authorizer AuthorizationType.NONE
   */
  readonly authorizationType?: AuthorizationType;

  /**
   * The authorizer, for authorization CUSTOM or COGNITO.
   * @default - none
   */
  readonly authorizer?: IAuthorizer;

  /**
   * Scopes of which the token must have at least one, with COGNITO.
   * @default - any token
   */
  readonly authorizationScopes?: string[];

  /**
   * Whether callers must send an API key of a usage plan in X-Api-Key.
   * @default false
   */
  readonly apiKeyRequired?: boolean;

  /**
   * Statuses and headers of responses. What the integration maps is declared automatically.
   * @default - what the integration maps
   */
  readonly methodResponses?: MethodResponse[];

  /**
   * Models of the request body by media type, enforced by a request validator.
   * @default - none
   */
  readonly requestModels?: Record<string, IModel>;

  /**
   * The request validator of the method.
   * @default - no validation
   */
  readonly requestValidator?: IRequestValidator;

  /**
   * Options of a request validator, declared inline. Cannot be combined with `requestValidator`.
   * @default - no validation
   */
  readonly requestValidatorOptions?: RequestValidatorOptions;

  /**
   * `method.request.{header|querystring|path}.<name>`; true if it is required.
   * @default - what the integration reads
   */
  readonly requestParameters?: Record<string, boolean>;

  /**
   * Enables CORS for this method, `{}` for the defaults.
   * @default - the settings of the resource
   */
  readonly cors?: CorsOptions;
}

/** The method's settings over the defaults; `undefined` counts as not set. */
export function mergeOptions(defaults: MethodOptions = {}, own: MethodOptions = {}): MethodOptions {
  const entries = Object.entries(own).filter(([, value]) => value !== undefined);
  const { requestValidator, ...others } = defaults;
  // Declared inline or not, it is one setting: the method's own validator replaces the default one.
  const inherited = own.requestValidatorOptions === undefined ? { ...others, requestValidator } : others;
  const merged: MethodOptions = { ...inherited, ...Object.fromEntries(entries) };
  // The method's own authorizer determines its authorization type; the default type belongs to the default authorizer.
  if (own.authorizer === undefined || own.authorizationType !== undefined) return merged;
  return { ...merged, authorizationType: own.authorizer.authorizationType };
}

/** Contradictions within the settings of one method, or within one set of defaults. */
export function checkMethodOptions(options: MethodOptions | undefined, location: string): Issue[] {
  const { authorizer, requestValidator, requestValidatorOptions } = options ?? {};
  const type = authorizationTypeOf(options ?? {});
  const isUnused = authorizer !== undefined && describeAuthorizationType(type)?.needsAuthorizer === false;
  const isAmbiguous = requestValidator !== undefined && requestValidatorOptions !== undefined;
  return [
    ...(isUnused ? [issue('AUTHORIZER_UNUSED', location, { type, authorizer: authorizer.authorizerId })] : []),
    ...(isAmbiguous ? [issue('REQUEST_VALIDATOR_AMBIGUOUS', location)] : []),
  ];
}

/** Returns the authorization type of a method with these settings. */
export function authorizationTypeOf({ authorizationType, authorizer }: MethodOptions): AuthorizationType {
  if (authorizationType !== undefined) return authorizationType;
  return authorizer === undefined ? AuthorizationType.NONE : authorizer.authorizationType;
}
