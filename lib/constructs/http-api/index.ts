export { HttpIamAuthorizer } from './authorizers/iam';
export { HttpJwtAuthorizer, type HttpJwtAuthorizerProps } from './authorizers/jwt';
export { HttpLambdaAuthorizer, HttpLambdaResponseType, type HttpLambdaAuthorizerProps } from './authorizers/lambda';
export { HttpNoneAuthorizer } from './authorizers/none';
export {
  HttpUserPoolAuthorizer, type HttpUserPoolAuthorizerProps, type IHttpUserPool, type IHttpUserPoolClient, type IUserPoolStack,
} from './authorizers/user-pool';
export { type IHttpRouteAuthorizer } from './authorizers/route-authorizer';
export { HttpApi } from './http-api';
export { type IHttpApi } from './http-api-interface';
export { type AddRoutesOptions, type HttpApiProps } from './http-api-props';
export { CorsHttpMethod, type CorsPreflightOptions } from './http-cors';
export { HttpRoute, type HttpRouteProps } from './http-route';
export { HttpRouteKey } from './http-route-key';
export { HttpStage, type HttpStageOptions, type HttpStageProps } from './http-stage';
export { HttpAwsIntegration, HttpIntegrationSubtype, type HttpAwsIntegrationProps } from './integrations/aws';
export { HttpLambdaIntegration, PayloadFormatVersion, type HttpLambdaIntegrationProps } from './integrations/lambda';
export { HttpRouteIntegration } from './integrations/route-integration';
export { HttpUrlIntegration, type HttpUrlIntegrationProps } from './integrations/url';
export { MappingValue, ParameterMapping } from './parameter-mapping';
