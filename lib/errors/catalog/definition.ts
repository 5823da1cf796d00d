import { catalogRows } from '../catalog-row';

/** Errors of a definition, found when it is declared, synthesized or read. */
export const DEFINITION_ERRORS = /* @__PURE__ */ catalogRows('definition', {
  DEFINITION_INVALID: {
    message: '{subject} cannot be used: {errors}{issues}',
    help: 'Correct each, and run it again.',
  },
  PROPERTY_UNKNOWN: {
    message: 'unknown property "{property}"{owner}{hint}',
    help: 'An unknown property would have no effect, so it is an error. Correct or remove it.',
  },
  PROPERTY_TYPE_INVALID: {
    message: '{property} is {given}; expected {expected}',
    help: 'Pass a value of the expected type. In TypeScript, `tsc --noEmit` finds these as well.',
  },
  PROPERTY_MISSING: {
    message: '{property} is missing; expected {expected}',
    help: 'Add the property. In TypeScript, `tsc --noEmit` finds these as well.',
  },
  PATH_PART_INVALID: {
    message: 'path part "{part}" is not allowed',
    help: 'A part is letters, digits, - . _ : , $ or one whole {name} or {name+}. Add one resource per part; no "/" inside.',
  },
  GREEDY_PART_NOT_LAST: {
    message: 'greedy part "{part}" is not the last one',
    help: 'A {name+} part matches the rest of the path, so it cannot have children.',
  },
  PATH_PARAMETER_REPEATED: {
    message: 'path parameter "{name}" occurs twice in the path',
    help: 'Give each parameter of a path its own name.',
  },
  RESOURCE_DUPLICATE: {
    message: 'there is already a resource "{part}" below {parent}',
    help: 'Use the existing one: parent.getResource("{part}") or api.resourceForPath(path).',
  },
  VARIABLE_SIBLINGS: {
    message: '"{part}" has the sibling "{other}"; only one variable part is allowed below a resource',
    help: 'Use the existing parameter, or insert a literal part before it.',
  },
  ROUTE_REPEATED: {
    message: 'the routes {route} and {other} match the same requests',
    help: 'Only the names of their parameters differ. Keep one of them.',
  },
  METHOD_DUPLICATE: {
    message: 'there is already a method {method} on {path}',
    help: 'A resource has one method of each name. Change the existing one.',
  },
  METHOD_UNKNOWN: {
    message: 'unknown HTTP method "{given}"',
    help: 'Expected one of {allowed}.',
  },
  INTEGRATION_MISSING: {
    message: 'method {method} has no integration',
    help: 'Pass a function or an integration to addMethod, or set defaultIntegration on the API or a parent resource.',
  },
  INTEGRATION_TIMEOUT_INVALID: {
    message: 'timeout of the integration is {given}; expected {min} to {max}',
    help: 'More than 29 s needs endpointType REGIONAL or PRIVATE.',
  },
  SERVICE_CALL_AMBIGUOUS: {
    message: 'an integration with a service needs either action, with actionParameters if there are any, or path',
    help: 'For example new ServiceIntegration({ service: \'dynamodb\', action: \'PutItem\' }).',
  },
  INTEGRATION_RESPONSE_REPEATED: {
    message: 'two integration responses for status {status}',
    help: 'Declare one integration response per status and join the selection patterns with "|".',
  },
  SELECTION_PATTERN_INVALID: {
    message: 'selection pattern "{pattern}" of status {status} is not a valid Java regular expression: {reason}',
    help: 'Escape special characters with a backslash.',
  },
  REQUEST_PARAMETER_UNDECLARED: {
    message: '{target} is mapped from {source}, which the method does not declare; AWS rejects that',
    help: 'Add it to requestParameters of the method: true if it is required, false if it is optional.',
  },
  METHOD_RESPONSE_MISSING: {
    message: 'integration response {status} has no method response: AWS accepts that, and answers 500 when it is selected',
    help: 'Declare the status in methodResponses of the method.',
  },
  RESPONSE_PARAMETER_UNDECLARED: {
    message: '{target} is mapped for status {status} but not declared',
    help: 'Declare it in responseParameters of the method response with that status.',
  },
  REFERENCE_UNRESOLVED: {
    message: 'there is no {what} "{name}"',
    help: 'Check the name, or add what it refers to.',
  },
  STAGE_DUPLICATE: {
    message: 'there is already a stage "{name}" on this API',
    help: 'Stage names are unique within an API.',
  },
  STAGE_NAME_INVALID: {
    message: 'stage name "{given}" is not allowed',
    help: 'Use letters, digits, _ and -, at most 128 characters.',
  },
  MODEL_KEYWORDS_LOST: {
    message: 'models are JSON Schema draft 4, which does not have {keywords}; they are omitted',
    help: 'Use draft 4 keywords, or check the value in the function.',
  },
  MODEL_INVALID: {
    message: 'the model is not a valid JSON Schema (draft 4): {reason}',
    help: 'Correct the schema. $ref names another model by https://apigateway.amazonaws.com/restapis/{apiId}/models/<name>.',
  },
  TEMPLATE_INVALID: {
    message: 'the {which} template is not a valid Velocity template: {reason}',
    help: 'Correct the template at this location; "synthgate template render" shows its output.',
  },
  STAGE_FUNCTION_UNKNOWN: {
    message: 'on stage "{stage}", {template} resolves to "{name}", which is not a function of this API; calls will get 500',
    help: 'Set the stage variable to the name of a function of this API.',
  },
  DESTINATION_CIRCULAR: {
    message: 'the on-failure destinations form a cycle: {names}',
    help: 'Point onFailure of the last function to a URL, or omit it to keep its events as dead letters.',
  },
  FUNCTION_CODE_AMBIGUOUS: {
    message: 'a function needs exactly one of entry and code',
    help: 'entry: a source file to bundle. code: a directory to use unchanged. In a spec, external marks a function that exists elsewhere.',
  },
  FUNCTION_ENTRY_NOT_BUNDLED: {
    message: 'entry is bundled for Node.js, and the runtime of the function is {runtime}',
    help: 'Set code to the directory of the function instead, and handler: `<file without extension>.<function>` in Python.',
  },
  FUNCTION_PROPERTY_INVALID: {
    message: '{property} is {given}; {allowed}',
    help: 'Set it to {allowed}.',
  },
  ENVIRONMENT_TOO_LARGE: {
    message: 'the environment has {bytes} bytes; expected at most {max}',
    help: 'Store large values elsewhere and read them on startup.',
  },
  ENVIRONMENT_WITHHELD: {
    message: 'the local gateway does not pass {names} to the function: it sets such variables itself, or they change how a process starts',
    help: 'Use other names. On AWS, Lambda rejects the names that it reserves and passes on the others.',
  },
  TOO_MANY_RESOURCES: {
    message: '{given} resources; the quota is {max}',
    help: 'Raise the quota with quotas.resources once AWS has raised it for your account, or use greedy resources.',
  },
  TOO_MANY_STAGES: {
    message: '{given} stages; the quota is {max}',
    help: 'Raise the quota with quotas.stages once AWS has raised it for your account.',
  },
  TOO_MANY_STAGE_VARIABLES: {
    message: '{given} stage variables; expected at most {max}',
    help: 'Put several values into one variable, or into the function\'s environment.',
  },
  CORS_OPTIONS_CONFLICT: {
    message: 'the resource has both CORS settings and an OPTIONS method',
    help: 'CORS answers OPTIONS. Remove one of the two.',
  },
  CORS_CREDENTIALS_WITH_ANY_ORIGIN: {
    message: 'allowCredentials with the origin "*"; browsers reject that',
    help: 'List the origins that may send credentials.',
  },
  CORS_ORIGINS_AMBIGUOUS: {
    message: '"*" is combined with other origins',
    help: 'Use either "*" alone or a list of origins.',
  },
  CORS_SETTINGS_DIFFER: {
    message: 'the CORS settings of {method} differ from those of {other}, but OPTIONS {path} has one response for both',
    help: 'Set CORS on the resource, or use the same settings on both methods.',
  },
  CORS_CACHE_AMBIGUOUS: {
    message: 'CORS has both maxAge and disableCache',
    help: 'maxAge lets browsers cache the preflight, disableCache prevents it. Use one of them.',
  },
  CORS_WITHOUT_METHOD: {
    message: 'CORS is set on a resource without methods; its preflights are not answered',
    help: 'Add a method to the resource, or set CORS on resources that have methods.',
  },
  CORS_ON_ERRORS_AMBIGUOUS: {
    message: 'corsOnGatewayErrors with several origins ({origins}); gateway responses have constant headers, so they can name only one',
    help: 'Allow one origin or "*", or add your own gateway responses.',
  },
  CORS_WITHOUT_EFFECT: {
    message: 'CORS adds no headers to the responses of a proxy integration{others}',
    help: 'The gateway answers the preflight, but the function must return Access-Control-Allow-Origin itself.',
  },
  AUTHORIZER_MISSING: {
    message: 'authorization {type} requires an authorizer',
    help: 'Set authorizer on the method, or another authorizationType.',
  },
  AUTHORIZER_UNUSED: {
    message: 'authorization {type} does not call an authorizer, but authorizer {authorizer} is set',
    help: 'Remove authorizationType to use the authorizer, or remove the authorizer. A method may override the authorizer of defaultMethodOptions with NONE.',
  },
  AUTHORIZATION_SCOPES_UNUSED: {
    message: 'authorization {type} does not check authorizationScopes',
    help: 'Use an authorizer for tokens (CognitoUserPoolsAuthorizer, JwtAuthorizer), or check the scopes in the Lambda authorizer and remove them here.',
  },
  REQUEST_VALIDATOR_AMBIGUOUS: {
    message: 'both requestValidator and requestValidatorOptions are set',
    help: 'Set one of the two.',
  },
  DEPLOY_OPTIONS_UNUSED: {
    message: '{options} is set, but {without} is false, so there is no stage to apply it to',
    help: 'Remove {without}: false, or set these options on api.addStage(name, options).',
  },
  DUPLICATE_NAME: {
    message: 'there is already a {what} "{name}": {other}',
    help: 'Give one of them another name or construct id.',
  },
  DURATION_INVALID: {
    message: '{given} is not a valid duration',
    help: 'Use a number of zero or more.',
  },
  PATH_NOT_RELATIVE: {
    message: 'path "{given}" starts with "/", but it is relative to {path}',
    help: 'Omit the leading "/", or use api.root.',
  },
  PATH_NOT_ABSOLUTE: {
    message: 'path "{given}" does not start with "/"',
    help: 'Use the full path of the resource, such as /pets.',
  },
  FINGERPRINT_INVALID: {
    message: '"{given}" is not a valid deployment fingerprint',
    help: 'A fingerprint has 64 hexadecimal digits; see manifest.json of an assembly.',
  },
  STAGE_WITHOUT_API: {
    message: 'the deployment of the stage does not belong to an API',
    help: 'Declare the pinned deployment below the API: Deployment.fromFingerprint(api, …).',
  },
  DEPLOYMENT_MISSING: {
    message: 'the API has no deployment stage, because deploy is false',
    help: 'Add a stage with api.addStage(name), or set api.deploymentStage.',
  },
  // these follow from the kind of API: HTTP APIs and WebSocket APIs have routes
  DEFAULT_ROUTE_METHOD: {
    message: 'the $default route has the method {method}; it takes every method',
    help: 'Declare it as ANY of /$default, and routes of one method by their own paths.',
  },
  ROUTE_KEY_FORM: {
    message: '"{path}" is not the path of a route of a WebSocket API',
    help: 'A path is a slash and the route key; characters other than letters, digits and - . _ : , $ are percent-encoded: /chat%2Fjoin.',
  },
  MESSAGE_ROUTE_METHOD: {
    message: 'the route {route} has the method {method}; messages have none',
    help: 'Declare each route of a WebSocket API as ANY.',
  },
  GUARD_NOT_AT_CONNECT: {
    message: 'the route {route} requires {guard}, which is checked on $connect only',
    help: 'Callers of a WebSocket API are checked when they connect: put it on the $connect route.',
  },
  MODELS_NOT_SELECTED: {
    message: 'messages for the route {route} are not checked by its models: it has no modelSelectionExpression',
    help: 'Name the model of a message, such as $request.body.action, or give all messages the model $default by the expression \\$default.',
  },
  PROTOCOL_UNSUPPORTED: {
    message: '{member} does not belong to {kind}s',
    help: 'The kinds of APIs have different features: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-vs-rest.html. Remove it, or use another kind.',
  },
  PROTOCOL_NOT_WRITTEN: {
    message: '{what} of {kind}s are not written',
    help: 'Declare an HTTP API with HttpApi, a WebSocket API with WebSocketApi; `synthgate import` writes the programs of both.',
  },
  IDENTITY_SOURCE_FORM: {
    message: 'the identity source "{given}" is not written as this kind of API expects it',
    help: 'Write it as {allowed}.',
  },
  ROUTE_PATH_INVALID: {
    message: '"{given}" is not a path of a route',
    help: 'A path starts with / and does not end with one, such as /pets/{id}; the $default route is defaultIntegration of the API, or HttpRouteKey.DEFAULT.',
  },
  MAPPING_KEY_INVALID: {
    message: '"{given}" is not a mapping key',
    help: 'Use segments such as v1/orders: letters, digits and -_.+!*\'()$, at most 300 characters.',
  },
  DOMAIN_NOT_SHARED: {
    message: '{domain} is a domain of another kind of APIs: {other}',
    help: 'WebSocket APIs share a domain with each other only.',
  },
  ROUTE_KEY_INVALID: {
    message: '"{given}" is not a route key',
    help: 'A key of an HTTP API is a method and a path, such as GET /pets, or $default. One of a WebSocket API is a text that is known before deployment: $connect, $disconnect, $default, or what messages for the route have, such as join.',
  },
  SERVICE_URI_INVALID: {
    message: '"{given}" is not the address of a call of an AWS service',
    help: 'Write arn:aws:apigateway:<region>:<service>:action/<action>, or …:path/<path>. WebSocketLambdaIntegration calls functions.',
  },
  SUBTYPE_PARAMETER_INVALID: {
    message: 'the integration with an AWS service cannot be created: {reason}',
    help: 'Names of parameters are case-sensitive. The guide about AWS services lists those of every subtype.',
  },
});
