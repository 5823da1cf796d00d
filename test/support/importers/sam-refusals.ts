import { apiWith, functionWith } from './sam';

const BAD = 'Resource with id [Api] is invalid.';
const F = 'Resource with id [F] is invalid.';
const A = `${F} Event with id [A] is invalid.`;
const BODY = 'DefinitionBody: {swagger: "2.0", paths: {/a: {get: {x-amazon-apigateway-integration: {type: mock}}}}}';
const TOKENS = 'Authorizers: {Tokens: {FunctionArn: arn:guard}}';

/** An event of an API with these properties. */
function event(properties: string, api = ''): string {
  return apiWith(api) + functionWith(`A: {Path: /a, Method: get, RestApiId: !Ref Api${properties === '' ? '' : `, ${properties}`}}`);
}

function fn(properties: string): string {
  return `\n  F: {Type: AWS::Serverless::Function, Properties: {${properties}}}`;
}

const CODE = 'Handler: a.b, Runtime: nodejs20.x, InlineCode: a';

/** Templates that SAM refuses, by part: resources and the messages. */
export const API_REFUSALS: readonly (readonly [string, string, ...string[]])[] = [
  ['a stage name is required', '\n  Api: {Type: AWS::Serverless::Api, Properties: {Name: a}}', `${BAD} Missing required property 'StageName'.`],
  ['an unknown property', apiWith('Nme: a'), `${BAD} property Nme not defined for resource of type AWS::Serverless::Api`],
  ['a property of a wrong type', apiWith('Variables: [a]'), `${BAD} Property 'Variables' should be a map.`],
  ['a list that is text', apiWith('MethodSettings: a'), `${BAD} Type of property 'MethodSettings' is invalid.`],
  ['a logical id with a dash', apiWith('', 'My-Api'), 'Resource with id [My-Api] is invalid. Logical ids must be alphanumeric.'],
  ['two definitions', apiWith(`DefinitionUri: s3://a/b\n${BODY}`), `${BAD} Specify either 'DefinitionUri' or 'DefinitionBody' property and not both.`],
  ['MergeDefinitions with a file', apiWith('DefinitionUri: s3://a/b\nMergeDefinitions: true'),
    `${BAD} Cannot set 'MergeDefinitions' to True when using \`DefinitionUri\`.`],
  ['a definition without key', apiWith('DefinitionUri: {Bucket: b}'), `${BAD} 'DefinitionUri' requires Bucket and Key properties to be specified.`],
  ['a definition elsewhere', apiWith('DefinitionUri: https://a.example/b'),
    `${BAD} 'DefinitionUri' is not a valid S3 Uri of the form 's3://bucket/key' with optional versionId query parameter.`],
  ['a version that does not exist', apiWith('OpenApiVersion: "4.0"'), `${BAD} The OpenApiVersion value must be of the format '3.0.0'.`],
  ['Cors with a file', apiWith('DefinitionUri: s3://a/b\nCors: a'), `${BAD} Cors works only with inline Swagger specified in 'DefinitionBody' property.`],
  ['Cors of a wrong type', apiWith('Cors: [a]'), `${BAD} Type of property 'Cors' is invalid.`],
  ['an unknown member of Cors', apiWith('Cors: {AllowOrigins: a, MaxAge: 1}'), `${BAD} Invalid key 'AllowOrigins' for 'Cors' property.`],
  ['credentials for every origin', apiWith('Cors: {AllowCredentials: true, MaxAge: 1}'),
    `${BAD} Unable to add Cors configuration because 'AllowCredentials' can not be true when 'AllowOrigin' is "'*'" or not set`],
  ['Cors without document', apiWith('Cors: a\nDefinitionBody: {a: b, c: d}'),
    `${BAD} Unable to add Cors configuration because 'DefinitionBody' does not contain a valid Swagger definition.`],
  ['Auth with a file', apiWith(`DefinitionUri: s3://a/b\nAuth: {${TOKENS}}`), `${BAD} Auth works only with inline Swagger specified in 'DefinitionBody' property.`],
  ['an unknown member of Auth', apiWith('Auth: {Authorizer: a, ApiKeyRequired: true}'), `${BAD} Invalid value for 'Auth' property`],
  ['a default authorizer that is not declared', apiWith(`Auth: {${TOKENS}, DefaultAuthorizer: Other}`),
    `${BAD} Unable to set DefaultAuthorizer because 'Other' was not defined in 'Authorizers'.`],
  ['a default authorizer without any that are declared, where SAM deploys an open API', apiWith('Auth: {DefaultAuthorizer: Other}'),
    `${BAD} Unable to set DefaultAuthorizer because 'Other' was not defined in 'Authorizers'.`],
  ['a misspelled member of a resource policy, where SAM deploys an open API', apiWith(`${BODY}\nAuth: {ResourcePolicy: {IpRangeWhiteList: [a]}}`),
    "Structure of the SAM template is invalid. Resource Policy has no member 'IpRangeWhiteList'."],
  ['a default authorizer that is not text', apiWith(`Auth: {${TOKENS}, DefaultAuthorizer: {Ref: Nobody}}`), `${BAD} DefaultAuthorizer is not a string.`],
  ['authorizers that are a list', apiWith('Auth: {Authorizers: [a], DefaultAuthorizer: a}'), `${BAD} Property 'Auth.Authorizers' should be a map.`],
  ['an authorizer that is text', apiWith('Auth: {Authorizers: {A: b}, DefaultAuthorizer: A}'), `${BAD} Property 'Auth.Authorizers.A' should be a map.`],
  ['a payload type that does not exist', apiWith('Auth: {Authorizers: {A: {FunctionArn: a, FunctionPayloadType: JSON}}, DefaultAuthorizer: A}'),
    `${BAD} A Authorizer has invalid 'FunctionPayloadType': JSON.`],
  ['a REQUEST authorizer without identity', apiWith('Auth: {Authorizers: {A: {FunctionArn: a, FunctionPayloadType: REQUEST}}, DefaultAuthorizer: A}'),
    `${BAD} A Authorizer must specify Identity with at least one of Headers, QueryStrings, StageVariables, or Context.`],
  ['scopes that are text', apiWith('Auth: {Authorizers: {A: {UserPoolArn: a, AuthorizationScopes: b}}, DefaultAuthorizer: A}'),
    `${BAD} Property 'Authorizers.A.AuthorizationScopes' should be a list.`],
  ['headers that are text', apiWith('Auth: {Authorizers: {A: {FunctionArn: a, FunctionPayloadType: REQUEST, Identity: {Headers: b}}}, DefaultAuthorizer: A}'),
    `${BAD} Property 'Auth.Authorizers.A.Identity.Headers' should be a list.`],
  ['an identity that is text', apiWith('Auth: {Authorizers: {A: {FunctionArn: a, Identity: b}}, DefaultAuthorizer: A}'),
    `${BAD} Auth.Authorizers.<Authorizer>.Identity must be a dict (LambdaTokenAuthorizationIdentity, LambdaRequestAuthorizationIdentity or CognitoAuthorizationIdentity).`],
  ['a usage plan without kind', apiWith('Auth: {UsagePlan: {Description: a}, ApiKeyRequired: true}'), `${BAD} 'CreateUsagePlan' is a required field for UsagePlan.`],
  ['a usage plan of another kind', apiWith('Auth: {UsagePlan: {CreateUsagePlan: ALL}, ApiKeyRequired: true}'),
    `${BAD} 'CreateUsagePlan' accepts one of ['SHARED', 'PER_API', 'NONE'].`],
  ['an unknown member of a usage plan', apiWith('Auth: {UsagePlan: {CreateUsagePlan: NONE, Name: a}, ApiKeyRequired: true}'), `${BAD} Invalid property for 'UsagePlan'`],
  ['a usage plan that is text', apiWith('Auth: {UsagePlan: a, ApiKeyRequired: true}'), `${BAD} 'UsagePlan' must be a dictionary`],
  ['gateway responses with a file', apiWith('DefinitionUri: s3://a/b\nGatewayResponses: {DEFAULT_4XX: {StatusCode: 400}}'),
    `${BAD} GatewayResponses works only with inline Swagger specified in 'DefinitionBody' property.`],
  ['an unknown member of a gateway response', apiWith('GatewayResponses: {DEFAULT_4XX: {Status: 400, StatusCode: 1}}'),
    `${BAD} Invalid property 'Status' in 'GatewayResponses' property 'DEFAULT_4XX'.`],
  ['a gateway response that is text', apiWith('GatewayResponses: {DEFAULT_4XX: a, B: c}'),
    `${BAD} Invalid property type 'str' for GatewayResponses. Expected an object of type 'GatewayResponse'.`],
  ['a gateway response that is an intrinsic function', apiWith('GatewayResponses: {DEFAULT_4XX: {Ref: A}, B: {}}'),
    `${BAD} Unable to set GatewayResponses attribute because intrinsic functions are not supported for this field.`],
  ['an unknown parameter of a gateway response', apiWith('GatewayResponses: {A: {StatusCode: 400, ResponseParameters: {Header: {a: b}}}, B: {}}'),
    `${BAD} Invalid gateway response parameter 'Header'`],
  ['a status that is not a number', apiWith('GatewayResponses: {A: {StatusCode: four, ResponseParameters: {}}, B: {}}'), `${BAD} Property 'StatusCode' must be numeric`],
  ['a model that is text', apiWith('Models: {A: b, C: d}'), `${BAD} Invalid value for 'Models' property`],
  ['a model without type', apiWith('Models: {A: {properties: {}}, C: {type: object}}'), "Structure of the SAM template is invalid. 'Models' schema is missing 'type'."],
  ['a domain without certificate', apiWith('Domain: {DomainName: a, BasePath: b}'), `${BAD} Property 'Domain.CertificateArn' is required.`],
  ['an endpoint of a domain', apiWith('Domain: {DomainName: a, CertificateArn: b, EndpointConfiguration: LOCAL}'),
    `${BAD} EndpointConfiguration for Custom Domains must be one of ['EDGE', 'REGIONAL', 'PRIVATE'].`],
  ['both spellings of VPC endpoints', apiWith('EndpointConfiguration: {Type: PRIVATE, VPCEndpointIds: [a], VpcEndpointIds: [a]}'),
    `${BAD} 'VPCEndpointIds' and 'VpcEndpointIds' cannot be used together in EndpointConfiguration.`],
  ['a disabled endpoint with a file', apiWith('DefinitionUri: s3://a/b\nDisableExecuteApiEndpoint: true'),
    `${BAD} DisableExecuteApiEndpoint works only within 'DefinitionBody' property.`],
  ['a resource policy with intrinsic functions', apiWith(`${BODY}\nAuth: {ResourcePolicy: {SourceVpcBlacklist: [{Ref: A}], IpRangeBlacklist: [a]}, ApiKeyRequired: false}`),
    'Structure of the SAM template is invalid. SourceVpcBlacklist must be a list of strings. Use IntrinsicVpcBlacklist instead for values that use Intrinsic Functions'],
];

export const EVENT_REFUSALS: readonly (readonly [string, string, ...string[]])[] = [
  ['a path is required', functionWith('A: {Method: get, Auth: {}}'), `${A} Property 'Path' is required.`],
  ['a path is text', functionWith('A: {Path: [a], Method: get}'), `${A} Property 'Path' should be a string.`],
  ['a path is literal', functionWith('A: {Path: {Ref: P}, Method: get}'), `${A} Property 'Path' should be a string.`],
  ['an API is in the same template', functionWith('A: {Path: /a, Method: get, RestApiId: {Ref: Elsewhere}}'),
    `${A} RestApiId must be a valid reference to an 'AWS::Serverless::Api' resource in same template.`],
  ['an API is not imported', functionWith('A: {Path: /a, Method: get, RestApiId: {"Fn::ImportValue": x}}'), `${A} Property 'RestApiId' should be a string.`],
  ['properties are a map', functionWith('A: [a, b]'), `${A} Properties should be a map.`],
  ['a method is declared once', functionWith('A: {Path: /a, Method: get}\nB: {Path: /a, Method: GET}'),
    `${F} Event with id [B] is invalid. API method "get" defined multiple times for path "/a".`],
  ['an unknown property', functionWith('A: {Path: /a, Method: get, Authorizer: b}'), 'Resource with id [FA] is invalid. property Authorizer not defined for resource of type Api'],
  ['an unknown kind', '\n  F: {Type: AWS::Serverless::Function, Properties: {Handler: a.b, Runtime: nodejs20.x, InlineCode: a, Events: {A: {Type: Rest}}}}',
    `${A} Resource dict has missing or invalid value for key Type. Event Type is: Rest.`],
  ['an authorizer that is not declared', event('Auth: {Authorizer: Other}', `Auth: {${TOKENS}}`),
    `${A} Unable to set Authorizer [Other] on API method [get] for path [/a] because it wasn't defined in the API's Authorizers.`],
  ['an authorizer of an API without any', event('Auth: {Authorizer: Other}'),
    `${A} Unable to set Authorizer [Other] on API method [get] for path [/a] because the related API does not define any Authorizers.`],
  ['NONE without default', event('Auth: {Authorizer: NONE}', `Auth: {${TOKENS}}`),
    `${A} Unable to set Authorizer on API method [get] for path [/a] because 'NONE' is only a valid value when a DefaultAuthorizer on the API is specified.`],
  ['scopes without authorizer', event('Auth: {AuthorizationScopes: [a]}'), `${A} AuthorizationScopes works only when Authorizer is set`],
  ['a key that nobody requires', event('Auth: {ApiKeyRequired: false}'),
    `${A} Unable to set ApiKeyRequired [False] on API method [get] for path [/a] because the related API does not specify any ApiKeyRequired.`],
  ['an override of nothing', event('Auth: {OverrideApiAuth: true}'),
    `${A} Must define one of: Authorizer, ApiKeyRequired or ResourcePolicy when using the OverrideApiAuth property.`],
  ['a model without models', event('RequestModel: {Model: Order, Required: true}'),
    `${A} Unable to set RequestModel [Order] on API method [get] for path [/a] because the related API does not define any Models.`],
  ['a model that is not declared', event('RequestModel: {Model: Order, Required: true}', 'Models: {User: {type: object}}'),
    `${A} Unable to set RequestModel [Order] on API method [get] for path [/a] because it wasn't defined in the API's Models.`],
  ['a validator that is text', event('RequestModel: {Model: User, ValidateBody: "yes"}', 'Models: {User: {type: object}}'),
    `${A} Unable to set Validator to RequestModel [User] on API method [get] for path [/a] ValidateBody and ValidateParameters must be a boolean type, strings or intrinsics are not supported.`],
  ['a parameter without location', event('RequestParameters: [page]'),
    `${A} Invalid value for 'RequestParameters' property. Keys must be in the format 'method.request.[querystring|path|header].{value}', e.g 'method.request.header.Authorization'.`],
  ['an unknown setting of a parameter', event('RequestParameters: [{method.request.header.A: {Need: true}}]'),
    `${A} Invalid value for 'RequestParameters' property. Values must be an object, e.g { Required: true, Caching: false }`],
  ['a parameter that is a number', event('RequestParameters: [1]'),
    `${A} Invalid value for 'RequestParameters' property. Property must be either a string or an object`],
  ['a method with a path that is an HTTP API\'s', `${functionWith('A: {Path: /a, Method: get, RestApiId: {Ref: H}}')}\n  H: {Type: AWS::Serverless::HttpApi}`,
    `${A} RestApiId must be a valid reference to an 'AWS::Serverless::Api' resource in same template.`],
];

export const FUNCTION_REFUSALS: readonly (readonly [string, string, ...string[]])[] = [
  ['no code', fn('Handler: a.b, Runtime: nodejs20.x'), `${F} Only one of 'InlineCode' or 'CodeUri' can be set.`],
  ['an unknown property', fn(`${CODE}, Enviroment: {}`), `${F} property Enviroment not defined for resource of type AWS::Serverless::Function`],
  ['events that are a list', fn(`${CODE}, Events: [a, b]`), `${F} Type of property 'Events' is invalid.`],
  ['no handler', fn('Runtime: nodejs20.x, InlineCode: a'), `${F} Runtime and Handler needs to be present when PackageType is of type \`Zip\``],
  ['code without key', fn('Handler: a.b, Runtime: nodejs20.x, CodeUri: {Bucket: b}, Timeout: 1'), `${F} 'CodeUri' requires Bucket and Key properties to be specified.`],
  ['code that is a list', fn('Handler: a.b, Runtime: nodejs20.x, CodeUri: [a]'), `${F} 'CodeUri' must be of type dict or string.`],
  ['code of a parameter of Systems Manager', fn('Handler: a.b, Runtime: nodejs20.x, CodeUri: "{{resolve:ssm:/a/b:1}}"'),
    `${F} Unsupported dynamic reference detected in 'CodeUri'. Please consider using alternative 'FunctionCode' object format.`],
  ['an image without place', fn('PackageType: Image'), `${F} 'ImageUri' must be set.`],
  ['an image with a handler', fn('PackageType: Image, ImageUri: a, Handler: a.b'), `${F} Runtime, Handler, Layers cannot be present when PackageType is of type \`Image\``],
  ['a package of another type', fn('PackageType: Tar, InlineCode: a'), `${F} invalid 'PackageType' : Tar`],
  ['an alias that is not literal', fn(`${CODE}, AutoPublishAlias: {"Fn::ImportValue": a}`), `${F} 'AutoPublishAlias' must be a string or a Ref to a template parameter`],
];

export const OTHER_REFUSALS: readonly (readonly [string, string, ...string[]])[] = [
  ['a logical id that is taken', `${functionWith('A: {Path: /a, Method: get}')}\n  FRole: {Type: AWS::IAM::Role}`,
    'Transforming resource with id [F] attempts to create a new resource with id [FRole] and type "AWS::IAM::Role". A resource with that id already exists within this template. Please use a different id for that resource.'],
  ['resources that are text', '\n  F: a', "Structure of the SAM template is invalid. All 'Resources' must be Objects. If you're using YAML, this may be an indentation issue."],
  ['properties that are a list', '\n  F: {Type: AWS::Serverless::Function, Properties: [a]}', "Resource with id [F] is invalid. Attribute 'Properties' should be a map."],
  ['several resources at once', `${fn('Handler: a')}${apiWith('Nme: a')}`, `${F} Only one of 'InlineCode' or 'CodeUri' can be set.`,
    `${BAD} property Nme not defined for resource of type AWS::Serverless::Api`],
  ['events of several functions at once', functionWith('A: {Path: [a], Method: get}') + functionWith('A: {Path: /a, Method: get, RestApiId: {Ref: X}}').replace('  F:', '  G:'),
    `${A} Property 'Path' should be a string.`,
    "Resource with id [G] is invalid. Event with id [A] is invalid. RestApiId must be a valid reference to an 'AWS::Serverless::Api' resource in same template."],
];
