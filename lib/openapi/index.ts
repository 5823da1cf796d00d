/** A spec as an OpenAPI document, with what the document cannot express reported. */
export { apiGatewayDocument, type ApiGatewayDocumentOptions } from './api-gateway/document';
export {
  functionUri, UNKNOWN_ACCOUNT, valuesOfAccount, type Account, type ApiGatewayValues, type FunctionCall,
} from './api-gateway/values';
export { withCorsMethods, type WrittenOut } from './cors-methods';
export { openApiDocument, openApiText, OPENAPI_VERSIONS, type OpenApiRenderOptions, type OpenApiVersionName } from './openapi';
export type { RenderedDocument } from './rendered-document';
