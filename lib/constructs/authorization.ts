import type { ApiWithRegistry } from './api-registry';

/** Who may call a method. */
export enum AuthorizationType {
  /** Everybody: no credential is verified. */
  NONE = 'NONE',
  /** Callers that sign their requests with AWS credentials. */
  IAM = 'AWS_IAM',
  /** Callers that a Lambda authorizer allows. */
  CUSTOM = 'CUSTOM',
  /** Callers with a token of a user pool. */
  COGNITO = 'COGNITO_USER_POOLS',
}

/** Decides about callers of methods whose authorization is CUSTOM or COGNITO. */
export interface IAuthorizer {
  /** Name under which the spec refers to the authorizer. */
  readonly authorizerId: string;

  /**
   * The authorization type of methods with this authorizer.
   * @default AuthorizationType.CUSTOM
   */
  readonly authorizationType?: AuthorizationType;

  /**
   * Tells one that was declared elsewhere the API whose methods have it.
   * @internal
   */
  _declareIn?(api: ApiWithRegistry): void;
}
