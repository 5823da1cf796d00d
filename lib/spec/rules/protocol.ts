import { issue, type Issue } from '../../errors';
import type { ApiSpec } from '../api';
import { describeAuthorization } from '../authorization';
import { describeAuthorizer } from '../authorizers';
import type { GatewaySpec } from '../gateway';
import { describeIntegration } from '../integrations';
import type { MethodSpec } from '../method';
import type { MethodSettingSpec } from '../method-settings';
import { DEFAULT_STAGE, protocolOf } from '../protocol';
import {
  EVERY_API, foreignMembers, HTTP_API_OR_URL, HTTP_OR_WEBSOCKET_API, notHttpApi, restApiOnly, WEBSOCKET_API_ONLY, type MemberPositions,
} from '../protocol-members';
import { describeProtocol } from '../protocols';
import type { ResourceSpec } from '../resource';
import type { StageSpec } from '../stage';
import { methodsOf } from '../walk/walk-methods';
import type { Rule } from './rule';

const REST = restApiOnly();
const NOT_HTTP = notHttpApi();

const GATEWAY: MemberPositions<GatewaySpec> = {
  format: EVERY_API, protocol: EVERY_API, api: EVERY_API, functions: EVERY_API, authorizers: EVERY_API, resources: EVERY_API,
  stages: EVERY_API,
  models: NOT_HTTP, apiKeys: NOT_HTTP, usagePlans: NOT_HTTP, requestValidators: REST, gatewayResponses: REST,
};

const API: MemberPositions<ApiSpec> = {
  id: EVERY_API, name: EVERY_API, description: EVERY_API, quotas: EVERY_API, deploymentTriggers: EVERY_API, vendor: EVERY_API,
  endpointType: restApiOnly('REGIONAL'), apiKeySource: notHttpApi('HEADER'), jsonBodyValidation: restApiOnly('always'),
  binaryMediaTypes: REST, minimumCompressionSize: REST, policy: REST, cors: HTTP_API_OR_URL,
  routeSelectionExpression: WEBSOCKET_API_ONLY,
};

const RESOURCE: MemberPositions<ResourceSpec> = { id: EVERY_API, methods: EVERY_API, cors: REST };

const METHOD: MemberPositions<MethodSpec> = {
  operationName: EVERY_API, authorization: EVERY_API, integration: EVERY_API,
  documentation: REST, requestParameters: REST, requestValidator: REST, methodResponses: REST,
  apiKeyRequired: NOT_HTTP, requestModels: NOT_HTTP,
  modelSelectionExpression: WEBSOCKET_API_ONLY, hasRouteResponse: WEBSOCKET_API_ONLY,
};

const STAGE: MemberPositions<StageSpec> = {
  description: EVERY_API, deployment: EVERY_API, variables: EVERY_API, methodSettings: EVERY_API, accessLog: EVERY_API,
  domainMappings: HTTP_OR_WEBSOCKET_API, cacheClusterEnabled: REST, cacheClusterSize: restApiOnly('0.5'), canary: REST,
};

const METHOD_SETTING: MemberPositions<MethodSettingSpec> = {
  throttlingRateLimit: EVERY_API, throttlingBurstLimit: EVERY_API, metricsEnabled: EVERY_API,
  cachingEnabled: REST, cacheTtlSeconds: REST, cacheDataEncrypted: REST, requireAuthorizationForCacheControl: REST,
  unauthorizedCacheControlHeaderStrategy: REST, loggingLevel: NOT_HTTP, dataTraceEnabled: NOT_HTTP,
};

/** Everything in a spec belongs to its kind of API: members, integrations, authorizers, stages. */
export const protocolRule: Rule = (spec) => {
  const { label: kind, hasDefaultStage } = describeProtocol(spec);
  const foreign = [...foreignNodes(spec), ...(hasDefaultStage || !Object.hasOwn(spec.stages, DEFAULT_STAGE) ? [] : [[spec.api.name, [`stage ${DEFAULT_STAGE}`]] as const])];
  return [
    ...foreign.flatMap(([location, members]) => members.map((member) => issue('PROTOCOL_UNSUPPORTED', location, { member, kind }))),
    ...identitySources(spec),
    ...requestSources(spec),
  ];
};

type Foreign = readonly [location: string, members: readonly string[]];

/** The members of every node that its kind of API does not have. */
function foreignNodes(spec: GatewaySpec): Foreign[] {
  const { api: { name } } = spec;
  const protocol = protocolOf(spec);
  return [
    [name, foreignMembers(spec, GATEWAY, protocol)],
    [name, foreignMembers(spec.api, API, protocol)],
    ...Object.entries(spec.resources).map(([path, resource]): Foreign => [`${name}${path}`, foreignMembers(resource, RESOURCE, protocol)]),
    ...methodsOf(spec).map(({ location, method }): Foreign => [location, [
      ...foreignMembers(method, METHOD, protocol),
      ...describeAuthorization(method.authorization).foreignTo(protocol),
      ...describeIntegration(method.integration).foreignTo(protocol),
    ]]),
    ...Object.entries(spec.authorizers).map(([authorizer, node]): Foreign => [`${name}/authorizer ${authorizer}`, describeAuthorizer(node).foreignTo(protocol)]),
    ...Object.entries(spec.stages).flatMap(([stage, node]): Foreign[] => [
      [`${name}/stage ${stage}`, foreignMembers(node, STAGE, protocol)],
      ...Object.entries(node.methodSettings).map(([key, setting]): Foreign => [`${name}/stage ${stage} ${key}`, foreignMembers(setting, METHOD_SETTING, protocol)]),
    ]),
  ];
}

function identitySources(spec: GatewaySpec): Issue[] {
  const { form, text: allowed } = describeProtocol(spec).identitySource;
  return Object.entries(spec.authorizers).flatMap(([name, authorizer]) => describeAuthorizer(authorizer).identitySources
    .filter((source) => !form.test(source))
    .map((given) => issue('IDENTITY_SOURCE_FORM', `${spec.api.name}/authorizer ${name}`, { given, allowed })));
}

/** Mappings name parts of the request in the words of the kind of API. */
function requestSources(spec: GatewaySpec): Issue[] {
  const { requestSource, label: kind } = describeProtocol(spec);
  return methodsOf(spec).flatMap(({ location, method }) => Object.values(describeIntegration(method.integration).requestParameters)
    .filter((source) => /^(?:method|route)\.request\./.test(source) && !source.startsWith(requestSource))
    .map((member) => issue('PROTOCOL_UNSUPPORTED', location, { member, kind })));
}
