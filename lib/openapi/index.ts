/** A spec as an OpenAPI document, and a document as a spec; what cannot be expressed is reported. */
export { apiGatewayDocument, type ApiGatewayDocumentOptions } from './api-gateway/document';
export {
  functionUri, UNKNOWN_ACCOUNT, valuesOfAccount, type Account, type ApiGatewayValues, type FunctionCall,
} from './api-gateway/values';
export { withCorsMethods, type WrittenOut } from './cors-methods';
export type { BasePathMode, FunctionReading, ImportedDocument, OpenApiImportContext, ReferenceReading } from './import/context';
export { readDeclaredParts } from './import/declared';
export {
  authorizationOf, booleanOf, httpApiAuthorizers, httpCorsOf, httpRouteForm, isMembers, isPrivate, isUnknownMembers, memberOf, membersOf,
  nullProblems, numberOf, present, PropertyReader, readRouteKey, routesOf, settingKeyOf, sourcesOf, textOf, vpcLinkOf,
  type AuthorizerKinds, type Callees, type Made, type Members, type OwnMembers, type PropertyProblem, type RouteForm,
  type RouteLocation, type RoutePart,
} from './http-api-resources';
export { partsOfDocument, readHttpApiDocument, type HttpApiDocument } from './import/http-api';
export { isHttpApiDocument } from './import/document-kind';
export { importHttpOpenApi, type ImportedHttpDocument } from './import/import-http-document';
export { importOpenApi } from './import/import-document';
export { withMocks, type MockedMethod } from './mock-methods';
export { ofKind } from './of-kind';
export { documentLost, openApiDocument, openApiText, OPENAPI_VERSIONS, type OpenApiRenderOptions, type OpenApiVersionName } from './openapi';
export type { RenderedDocument } from './rendered-document';
