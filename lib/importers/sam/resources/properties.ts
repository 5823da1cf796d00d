import { FUNCTION_GLOBALS } from '../globals';
import { refuseResource } from '../refuse';
import { isMap, singleKey, type JsonMap } from '../value';
import { isAlphanumeric } from '../logical-id';

const FUNCTION: PropertyRules = {
  ...Object.fromEntries([
    ...FUNCTION_GLOBALS, 'AutoPublishCodeSha256', 'FunctionName', 'ImageConfig', 'ImageUri', 'InlineCode', 'PackageType', 'Policies', 'Role', 'VersionDescription',
  ].map((name) => [name, 'any'])),
  Environment: 'map<map>', Events: 'map<map>', Layers: 'list',
};

/** The properties of resources that APIs are made of. A misspelled one may be what protects a method. */
export const RESOURCE_PROPERTIES: Readonly<Record<string, PropertyRules>> = {
  'AWS::Serverless::Api': {
    __MANAGE_SWAGGER: 'truth', Name: 'text|map', StageName: 'text|map!', Tags: 'map', PropagateTags: 'truth', DefinitionBody: 'map',
    DefinitionUri: 'text|map', MergeDefinitions: 'truth=', CacheClusterEnabled: 'truth', CacheClusterSize: 'text', Variables: 'map',
    EndpointConfiguration: 'text|map', MethodSettings: 'list', BinaryMediaTypes: 'list', MinimumCompressionSize: 'integer', Cors: 'text|map',
    Auth: 'map', GatewayResponses: 'map', AccessLogSetting: 'map', CanarySetting: 'map', TracingEnabled: 'truth',
    OpenApiVersion: 'text', Models: 'map', Domain: 'map', FailOnWarnings: 'truth', Description: 'text', Mode: 'text',
    DisableExecuteApiEndpoint: 'truth', ApiKeySourceType: 'text', AlwaysDeploy: 'truth=', Policy: 'text|map', SecurityPolicy: 'text',
    EndpointAccessMode: 'text',
  },
  'AWS::Serverless::HttpApi': {
    __MANAGE_SWAGGER: 'truth', Name: 'any', Description: 'text', DefinitionBody: 'map', DefinitionUri: 'text|map', StageName: 'text|map', StageVariables: 'map',
    Tags: 'map', PropagateTags: 'truth', CorsConfiguration: 'any', AccessLogSettings: 'map', DefaultRouteSettings: 'map', RouteSettings: 'map', Auth: 'map',
    Domain: 'map', FailOnWarnings: 'truth', DisableExecuteApiEndpoint: 'truth',
  },
  'AWS::Serverless::WebSocketApi': {
    Name: 'any', Description: 'text', Routes: 'map!', RouteSelectionExpression: 'text!', ApiKeySelectionExpression: 'text', StageName: 'text|map', StageVariables: 'map',
    AccessLogSettings: 'map', Auth: 'map', DefaultRouteSettings: 'map', RouteSettings: 'map', DisableExecuteApiEndpoint: 'truth', DisableSchemaValidation: 'truth', Domain: 'map',
    IpAddressType: 'any', PropagateTags: 'truth', Tags: 'map',
  },
  'AWS::Serverless::Function': FUNCTION,
};

const EVENT: PropertyRules = { Path: 'text!', Method: 'text!', RestApiId: 'text!', Stage: 'text', Auth: 'map' };

/** The properties of `Api` events, by the type of the resource that declares them. */
export const API_EVENT_PROPERTIES = {
  'AWS::Serverless::Function': { ...EVENT, RequestModel: 'map', RequestParameters: 'list', TimeoutInMillis: 'integer', ResponseTransferMode: 'text' },
  'AWS::Serverless::StateMachine': { ...EVENT, UnescapeMappingTemplate: 'truth=' },
} as const satisfies Readonly<Record<string, PropertyRules>>;

/** The properties of `HttpApi` events. */
export const HTTP_API_EVENT_PROPERTIES: PropertyRules = {
  Path: 'text', Method: 'text', ApiId: 'text!', Stage: 'text', Auth: 'map', TimeoutInMillis: 'integer', RouteSettings: 'map', PayloadFormatVersion: 'any',
};

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isTruth: Check = (value) => typeof value === 'boolean';

/** The values that a property may have. Maps of a single key are taken for intrinsic functions and pass, unless the rule is literal. */
const SHAPES = {
  'any': () => true,
  'text': isText,
  'map': isMap,
  'list': Array.isArray,
  'integer': (value) => Number.isInteger(value) || isTruth(value),
  'truth': isTruth,
  'text|map': (value) => isText(value) || isMap(value),
  'map<map>': (value) => isMap(value) && Object.values(value).every(isMap),
} as const satisfies Record<string, Check>;

type Shape = keyof typeof SHAPES;

/** `!` marks a required property, `=` one that must be literal. */
type PropertyRule = Shape | `${Shape}!` | `${Shape}=` | `${Shape}!=`;
type PropertyRules = Readonly<Record<string, PropertyRule>>;

const NAMED_SHAPES: Readonly<Record<string, string>> = { text: 'string', map: 'map' };

/** Refuses unknown properties first, then what is missing or of a wrong type, in the order of the rules. */
export function checkProperties(
  { id, type }: { readonly id: string; readonly type: string }, properties: JsonMap, rules: PropertyRules,
): void {
  if (!isAlphanumeric(id)) throw refuseResource(id, 'Logical ids must be alphanumeric.');
  const unknown = Object.keys(properties).find((name) => !Object.hasOwn(rules, name));
  if (unknown !== undefined) throw refuseResource(id, `property ${unknown} not defined for resource of type ${type}`);
  for (const [name, rule] of Object.entries(rules)) checkProperty(id, [name, rule], properties[name]);
}

function checkProperty(id: string, [name, rule]: readonly [string, PropertyRule], value: unknown): void {
  const [, shape = 'any', required, literal] = /^([^!=]+)(!)?(=)?$/.exec(rule) ?? [];
  if (literal === undefined && singleKey(value) !== undefined) return;
  if (value === undefined || value === null) {
    if (required !== undefined) throw refuseResource(id, `Missing required property '${name}'.`);
    return;
  }
  if (isShape(shape) && SHAPES[shape](value)) return;
  const expected = NAMED_SHAPES[shape];
  throw refuseResource(id, expected === undefined ? `Type of property '${name}' is invalid.` : `Property '${name}' should be a ${expected}.`);
}

function isShape(shape: string): shape is Shape {
  return Object.hasOwn(SHAPES, shape);
}
