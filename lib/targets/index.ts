/** Targets: a spec in the form of somewhere else, with what that form cannot say reported. */
export {
  awsCdk, countResources, lossesOf, lowerForApiGateway, refusalsOf, renderApi, renderBody, restApiProperties, withReferences,
  type FunctionTarget, type Lowered, type OwnRestApi,
  type PermissionScope, type RenderedApi, type RenderedBody, type Rendering as AwsRendering,
  type ShippedFunction,
} from './aws';
export { withCorsMethods, type WrittenOut } from './cors-methods';
export { apiGatewayDocument, type ApiGatewayDocumentOptions } from './openapi/api-gateway/document';
export {
  functionUri, UNKNOWN_ACCOUNT, valuesOfAccount, type Account, type ApiGatewayValues, type FunctionCall,
} from './openapi/api-gateway/values';
export { openApiDocument, openApiText, OPENAPI_VERSIONS, type OpenApiRenderOptions, type OpenApiVersionName } from './openapi/openapi';
export type { RenderedDocument, Rendering } from './target';
