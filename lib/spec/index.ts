export { accessLogParts, accessLogVariables, type AccessLogSpec } from './access-log';
export { ENDPOINT_TYPES, JSON_BODY_VALIDATIONS, type ApiSpec } from './api';
export {
  authorizedBy,
  describeAuthorization,
  isAuthorizedKind,
  type AuthorizationDescription,
  type AuthorizationSpec,
  type AuthorizedKind,
} from './authorization';
export {
  describeAuthorizer,
  type AuthorizerDescription,
  type AuthorizerKind,
  type AuthorizerOf,
  type AuthorizerSpec,
  type JwtAuthorizerSpec,
  type RequestAuthorizerSpec,
  type TokenAuthorizerSpec,
  type CognitoUserPoolsAuthorizerSpec,
} from './authorizers';
export { readIdentitySource, type IdentitySource } from './authorizers/identity-source';
export { isLocalUrl, isTrustworthyUrl, issuerOfUserPool } from './authorizers/issuer';
export type { CanarySpec } from './canary';
export { canonicalText, membersInOrder, sortKeys } from './canonical';
export { defaultAllowHeaders, defaultAllowMethods, type CorsSpec } from './cors';
export type { DeclaredDocument, DeclaredDomain, DeclaredMethod, DeclaredParameter, DeclaredParts, DeclaredResponse } from './declared-parts';
export { deployedSpec, fingerprint, type DeployedSpec } from './fingerprint';
export { LOGGING_LEVELS, type LoggingLevel } from './execution-logging';
export { describeDestination } from './destination';
export { defaultResponseDescription, documentationMembers, isSunset, SUNSET_MEMBER, type MethodDocumentationSpec } from './documentation';
export { ARCHITECTURES, functionSchema, LOG_FORMATS, LOG_LEVELS, type Architecture, type FunctionSpec } from './function';
export { gatewaySchema, SPEC_FORMAT, specJsonSchema, type GatewaySpec, type GatewaySpecInput } from './gateway';
export { GATEWAY_RESPONSE_DEFAULTS, type GatewayResponseDefault, type GatewayResponseSpec } from './gateway-response';
export { HTTP_METHODS, type HttpMethodSpec } from './http-method';
export { draft4Keywords } from './draft-4';
export { deploymentId, stableId } from './ids';
export { CONTAINER_ENGINES, IMAGE_FILE, IMAGE_RUNTIME, imageCodeSchema, type ContainerEngine, type ImageCode } from './image-code';
export { LOCAL_ENVIRONMENT, pseudoParameters } from './local-environment';
export {
  AWS_TYPES,
  describeIntegration,
  describeIntegrationInput,
  FORM_TEXTS,
  namesTarget,
  ownRegion,
  parameterProblems,
  parameterValue,
  readServiceUri,
  REGION_PARAMETER,
  serviceCall,
  serviceUri,
  SUBTYPE_NAMES,
  subtypeOf,
  withoutCredentials,
  withResponses,
  withUri,
  type AwsType,
  type HttpIntegrationSpec,
  type HttpProxyIntegrationSpec,
  type IntegrationDescription,
  type IntegrationKind,
  type IntegrationOf,
  type IntegrationSpec,
  type MappedIntegrationSpec,
  type MessageAttributes,
  type MockIntegrationSpec,
  type ParameterValue,
  type ProxyIntegrationSpec,
  type ServiceIntegrationSpec,
  type ServiceProxyIntegrationSpec,
  type ServiceTarget,
  type ServiceUriAccount,
  type SubtypeName,
  type UnavailableIntegrationSpec,
} from './integrations';
export { readJavaPattern } from './java-pattern';
export { isDeeperThan, MAX_READ_LEVELS } from './json-depth';
export { mapTexts } from './map-texts';
export { durationText, LIMITS, type Limit, type LimitName } from './limits';
export { parametersRead, type ContentHandling, type IntegrationResponseSpec } from './mapping';
export type { MethodSpec } from './method';
export { methodKey } from './method-key';
export { methodSettingsOf, throttleOf, type MethodSettingSpec } from './method-settings';
export { compileModels, MODEL_FORMATS, type CompiledModel, type FittingModel, type ModelSchemas } from './compile-models';
export type { HttpCorsSpec } from './http-cors';
export type { PayloadFormatVersion } from './payload-format-version';
export {
  callablePath, CONNECT_ROUTE, DEFAULT_ROUTE_KEY, DEFAULT_ROUTE_PATH, DEFAULT_STAGE, DISCONNECT_ROUTE, messageRouteKey, protocolOf,
  routeKeyOf, routePathOf, stageSegment, type Protocol,
} from './protocol';
export { describeProtocol, protocolNotWritten, requireRestApi, type ProtocolDescription } from './protocols';
export { domainAddress, MAPPING_KEY, type DomainMappingSpec } from './domain-mapping';
export { mendSpec, type MendedSpec, type SpecChange, type SpecMender, type SpecPart, type SpecProblem } from './mend-spec';
export { multipleOf } from './multiple-of';
export { modelUrl, type ModelSpec, type RequestValidatorSpec } from './model';
export { mayAnswerFor, unreachableRoutes, type LostRoute, type RoutePlace } from './lost-route';
export { OWN_PROCESS_VARIABLES } from './own-variables';
export { parentPath, pathParts, readPathPart, withParents, type PathPart } from './path';
export { plainOperator, policySchema, resourcePolicySchema, unknownConditions, withStatementList } from './policy';
export type { ConditionKey, ConditionOperator, PolicySpec, ResourcePolicySpec, StatementSpec } from './policy';
export { examineSpec, readSpec, readSpecText, type SpecExamination, type SpecReading } from './read';
export { QUOTA_PERIODS, type QuotaPeriod, type QuotaSpec } from './quota';
export type { ResourceSpec } from './resource';
export { resourcesInQuota } from './resources-in-quota';
export { CACHE_CLUSTER_SIZES, cachingOf, UNAUTHORIZED_CACHE_CONTROL_STRATEGIES, type CachingSpec } from './response-cache';
export { findFunction, functionLabel } from './function-label';
export {
  FUNCTION_RUNTIMES, hasSdkV2, nodeRuntime, providedModules, RUNTIME_FAMILIES, runtimeFamily, runtimeNamesHere, RUNTIMES, runsHere,
  whyNotHere, type FunctionRuntimeName, type RuntimeFamily, type RuntimeFamilyRules, type RuntimeName,
} from './runtimes';

export { routesOf, routeTableText, targetText, whyUnavailable, type Route } from './route-table';
export type { StageSpec } from './stage';
export {
  readTemplate,
  type Block as TemplateBlock,
  type Directive as TemplateDirective,
  type Expression as TemplateExpression,
  type Node as TemplateNode,
  type ParsedTemplate,
  type Reference as TemplateReference,
  type TemplateReading,
} from './template-syntax';
export type { ThrottleSpec } from './throttle';
export { replaceTokens, tokensIn, tokenText, withReferences } from './token';
export type { ApiKeySpec, UsagePlanSpec } from './usage-plan';
export { DEFAULT_VENDOR, type VendorSpec } from './vendor';
export { functionReferences } from './walk/walk-functions';
export { mapMethods, methodLocation, methodsOf, methodsOfResource, type LocatedMethod } from './walk/walk-methods';
export { isWithheldVariable, SETTABLE_VARIABLE } from './withheld-variables';
