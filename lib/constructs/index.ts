export { AccessLogDestination, AccessLogField, AccessLogFormat, type ILogGroup, type JsonWithStandardFieldProps } from './access-log';
export { Api } from './api';
export { ApiBase } from './api-base';
export { type ApiProps } from './api-props';
export {
  OpenApiBasePath, type HttpOpenApiImportProps, type ImportedFunctions, type OpenApiImportProps, type OpenApiSource, type SpecImportProps,
} from './imported/import-options';
export { type IApi, type IResource } from './api-interface';
export { ApiKey, type ApiKeyOptions, type IApiKey } from './api-key';
export { ApiKeySourceType, EndpointType, JsonBodyValidation, type ApiQuotas, type VendorNames } from './api-settings';
export { AuthorizationType, type IAuthorizer } from './authorization';
export {
  Authorizer,
  CognitoUserPoolsAuthorizer,
  IdentitySource,
  JwtAuthorizer,
  RequestAuthorizer,
  TokenAuthorizer,
  UserPool,
  type CognitoUserPoolsAuthorizerProps,
  type FunctionAuthorizerProps,
  type IUserPool,
  type JwtAuthorizerProps,
  type RequestAuthorizerProps,
  type TokenAuthorizerProps,
} from './authorizers';
export { type BundlingOptions } from './bundling-options';
export { type CompressionOptions } from './compression';
export { Cors, type CorsOptions } from './cors';
export { Deployment, type DeploymentProps, type IDeployment } from './deployment';
export { Duration, type IDuration } from './duration';
export { FunctionArchitecture } from './function-architecture';
export { FunctionRuntime } from './function-runtime';
export { type IFunctionTarget } from './function-target';
export { GatewayResponse, ResponseType, type GatewayResponseOptions } from './gateway-response';
export {
  CorsHttpMethod,
  HttpApi,
  HttpAwsIntegration,
  HttpIamAuthorizer,
  HttpIntegrationSubtype,
  HttpJwtAuthorizer,
  HttpLambdaAuthorizer,
  HttpLambdaIntegration,
  HttpLambdaResponseType,
  HttpNoneAuthorizer,
  HttpRoute,
  HttpRouteIntegration,
  HttpRouteKey,
  HttpStage,
  HttpUrlIntegration,
  MappingValue,
  ParameterMapping,
  PayloadFormatVersion,
  type AddRoutesOptions,
  type CorsPreflightOptions,
  type HttpApiProps,
  type HttpAwsIntegrationProps,
  type HttpJwtAuthorizerProps,
  type HttpLambdaAuthorizerProps,
  type HttpLambdaIntegrationProps,
  type HttpRouteProps,
  type HttpStageOptions,
  type HttpStageProps,
  HttpUserPoolAuthorizer,
  type HttpUrlIntegrationProps,
  type HttpUserPoolAuthorizerProps,
  type IHttpApi,
  type IHttpRouteAuthorizer,
  type IHttpUserPool,
  type IHttpUserPoolClient,
  type IUserPoolStack,
} from './http-api';
export { HttpMethod } from './http-method';
export { type IRole } from './role';
export {
  ContentHandling,
  HttpIntegration,
  HttpProxyIntegration,
  Integration,
  MappedIntegration,
  MockIntegration,
  PassthroughBehavior,
  ProxyIntegration,
  ResponseTransferMode,
  ServiceIntegration,
  type BackendOptions,
  type CacheKeyOptions,
  type HttpIntegrationOptions,
  type HttpProxyIntegrationOptions,
  type IntegrationOptions,
  type IIntegrationTarget,
  type IntegrationResponse,
  type IProxyFunction,
  type IVpcLink,
  type MockIntegrationOptions,
  type ProxyIntegrationOptions,
  type ServiceIntegrationProps,
} from './integrations';
export { IntegrationBase } from './integration-base';
export { type IKeyedStage } from './keyed-stage';
export { JsonSchemaType } from './json-schema-type';
export { Method, type MethodProps } from './method';
export { MethodLoggingLevel, UnauthorizedCacheControlStrategy, type MethodDeploymentOptions } from './method-deployment-options';
export type { MethodDocumentation, MethodOptions } from './method-options';
export { type MethodResponse } from './method-response';
export { Model, RequestValidator, type IModel, type IRequestValidator, type ModelOptions, type RequestValidatorOptions } from './model';
export { Destination, ProxyFunction, type DeadLetterOptions, type DestinationTarget, type FunctionProps, type ProxyFunctionProps } from './proxy-function';
export { ProxyResource, Resource, ResourceBase, type ProxyResourceProps, type ResourceProps } from './resource';
export { type ProxyResourceOptions, type ResourceOptions } from './resource-options';
export { RouteStage } from './routes/route-stage';
export { type DomainMappingOptions, type IDomainName } from './routes/domain-mapping';
export { type RouteAccessLogSettings, type RouteSettings, type RouteStageOptions } from './routes/route-stage-options';
export { Size, type ISize } from './size';
export { Stage, type AddStageOptions, type StageOptions, type StageProps } from './stage';
export { type CanaryOptions, type StageSettingOptions } from './stage-settings';
export { Period, type QuotaSettings, type ThrottleSettings } from './throttle-settings';
export { UsagePlan, type AddApiKeyOptions, type ThrottlingPerMethod, type UsagePlanPerApiStage, type UsagePlanProps } from './usage-plan';
export {
  WebSocketApi,
  WebSocketApiKeySelectionExpression,
  WebSocketAwsIntegration,
  WebSocketHttpIntegration,
  WebSocketHttpProxyIntegration,
  WebSocketIamAuthorizer,
  WebSocketLambdaAuthorizer,
  WebSocketLambdaIntegration,
  WebSocketMappedIntegration,
  WebSocketMockIntegration,
  WebSocketNoneAuthorizer,
  WebSocketRoute,
  WebSocketRouteIntegration,
  WebSocketStage,
  type IWebSocketApi,
  type IWebSocketRouteAuthorizer,
  type WebSocketApiProps,
  type WebSocketAwsIntegrationProps,
  type WebSocketHttpIntegrationProps,
  type WebSocketHttpProxyIntegrationProps,
  type WebSocketIntegrationResponse,
  type WebSocketLambdaAuthorizerProps,
  type WebSocketLambdaIntegrationProps,
  type WebSocketMappingOptions,
  type WebSocketMockIntegrationProps,
  type WebSocketRouteOptions,
  type WebSocketRouteProps,
  type WebSocketStageProps,
} from './web-socket-api';
