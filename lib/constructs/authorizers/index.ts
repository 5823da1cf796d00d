export { Authorizer } from './authorizer';
export { type FunctionAuthorizerProps } from './function-authorizer';
export { IdentitySource } from './identity-source';
export { JwtAuthorizer, type JwtAuthorizerProps } from './jwt';
export { RequestAuthorizer, type RequestAuthorizerProps } from './request';
export { TokenAuthorizer, type TokenAuthorizerProps } from './token';
export { UserPool, type IUserPool } from './user-pool';
export { CognitoUserPoolsAuthorizer, type CognitoUserPoolsAuthorizerProps } from './cognito-user-pools';
