/** Authorization types: the callers that a method admits. */
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

  /** The authorization type of methods with this authorizer. */
  readonly authorizationType: AuthorizationType;
}
