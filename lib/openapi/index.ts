/** A spec as an OpenAPI document, and a document as a spec; what cannot be expressed is reported. */
export { apiGatewayDocument, type ApiGatewayDocumentOptions } from './api-gateway/document';
export {
  functionUri, UNKNOWN_ACCOUNT, valuesOfAccount, type Account, type ApiGatewayValues, type FunctionCall,
} from './api-gateway/values';
export { withCorsMethods, type WrittenOut } from './cors-methods';
export type { BasePathMode, FunctionReading, ImportedDocument, OpenApiImportContext, ReferenceReading } from './import/context';
export { readDeclaredParts } from './import/declared';
export { readHttpApiDocument, type DocumentRoute, type HttpApiDocument } from './import/http-api';
export { importOpenApi } from './import/import-document';
export { withWhatCanBeRead, type ReadableSpec } from './import/readable';
export { withMocks, type MockedMethod } from './mock-methods';
export { openApiDocument, openApiText, OPENAPI_VERSIONS, type OpenApiRenderOptions, type OpenApiVersionName } from './openapi';
export type { RenderedDocument } from './rendered-document';
