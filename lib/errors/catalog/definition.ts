import type { CatalogRow } from '../catalog-row';

const RULES_BREAK = { kind: 'definition', exitCode: 1 } as const;

/** Mistakes in a definition: found when it is declared, synthesized or read. */
export const DEFINITION_ERRORS = {
  DEFINITION_INVALID: {
    ...RULES_BREAK,
    message: '{subject} cannot be used: {count} error(s){issues}',
    help: 'Each line names the place, what was given and what is allowed.',
  },
  PATH_PART_INVALID: {
    ...RULES_BREAK,
    message: 'path part "{part}" is not allowed',
    help: 'A part is letters, digits, - . _ : , or one whole {name} or {name+}. Add one resource per part; no "/" inside.',
  },
  GREEDY_PART_NOT_LAST: {
    ...RULES_BREAK,
    message: 'greedy part "{part}" is not the last one',
    help: 'A {name+} part takes all that follows, so nothing can stand below it.',
  },
  PATH_PARAMETER_REPEATED: {
    ...RULES_BREAK,
    message: 'path parameter "{name}" occurs twice in the path',
    help: 'Give each parameter of a path its own name.',
  },
  RESOURCE_DUPLICATE: {
    ...RULES_BREAK,
    message: 'there is already a resource "{part}" below {parent}',
    help: 'Use the existing one: parent.getResource("{part}") or api.resourceForPath(path).',
  },
  VARIABLE_SIBLINGS: {
    ...RULES_BREAK,
    message: '"{part}" has the sibling "{other}"; only one variable part is allowed below a resource',
    help: 'Use the existing parameter, or put a literal part in front.',
  },
  METHOD_DUPLICATE: {
    ...RULES_BREAK,
    message: 'there is already a method {method} on {path}',
    help: 'A resource has each method once. Change the existing one.',
  },
  METHOD_UNKNOWN: {
    ...RULES_BREAK,
    message: 'unknown HTTP method "{given}"',
    help: 'Expected: {allowed}.',
  },
  INTEGRATION_MISSING: {
    ...RULES_BREAK,
    message: 'method {method} has no integration',
    help: 'Give addMethod a function or an integration, or set defaultIntegration on the API or a resource above.',
  },
  INTEGRATION_TIMEOUT_INVALID: {
    ...RULES_BREAK,
    message: 'integration timeout {given} ms is outside {min}–{max} ms',
    help: 'Above 29 s only with endpointType REGIONAL or PRIVATE.',
  },
  INTEGRATION_RESPONSE_REPEATED: {
    ...RULES_BREAK,
    message: 'two integration responses for status {status}',
    help: 'There is one integration response per status; join the selection patterns with "|".',
  },
  SELECTION_PATTERN_INVALID: {
    ...RULES_BREAK,
    message: 'selection pattern "{pattern}" of status {status} is not a valid Java regular expression: {reason}',
    help: 'Quote special characters with a backslash.',
  },
  REQUEST_PARAMETER_UNDECLARED: {
    ...RULES_BREAK,
    message: '{target} is mapped from {source}, which the method does not declare; AWS refuses that',
    help: 'Add it to the requestParameters of the method: true where it is required, false where it is not.',
  },
  METHOD_RESPONSE_MISSING: {
    ...RULES_BREAK,
    message: 'integration response {status} has no method response',
    help: 'Declare the status in methodResponses of the method.',
  },
  RESPONSE_PARAMETER_UNDECLARED: {
    ...RULES_BREAK,
    message: '{target} is mapped for status {status} but not declared',
    help: 'Declare it in responseParameters of the method response with that status.',
  },
  REFERENCE_UNRESOLVED: {
    ...RULES_BREAK,
    message: 'there is no {what} "{name}"',
    help: 'Check the name, or add what it refers to.',
  },
  STAGE_DUPLICATE: {
    ...RULES_BREAK,
    message: 'there is already a stage "{name}" on this API',
    help: 'Stage names are unique within an API.',
  },
  STAGE_NAME_INVALID: {
    ...RULES_BREAK,
    message: 'stage name "{given}" is not allowed',
    help: 'Letters, digits, _ and -, at most 128.',
  },
  MODEL_KEYWORDS_LOST: {
    ...RULES_BREAK,
    message: 'API Gateway\'s models are JSON Schema draft 4, which does not have: {keywords}; they are left out',
    help: 'Say it with draft 4 keywords, or check it in the function.',
  },
  MODEL_INVALID: {
    ...RULES_BREAK,
    message: 'the model is not a valid JSON Schema (draft 4): {reason}',
    help: 'Correct the schema. $ref names another model by https://apigateway.amazonaws.com/restapis/{apiId}/models/<name>.',
  },
  TEMPLATE_INVALID: {
    ...RULES_BREAK,
    message: 'the {which} template is not a valid Velocity template: {reason}',
    help: 'Correct the template at this place; "synthgate template render" shows what it prints.',
  },
  STAGE_FUNCTION_UNKNOWN: {
    ...RULES_BREAK,
    message: 'on stage "{stage}", {template} resolves to "{name}", and there is no such function; calls will answer 500',
    help: 'Set the stage variable to the name of a function of this API.',
  },
  DESTINATION_CIRCULAR: {
    ...RULES_BREAK,
    message: 'the records of failed events form a cycle: {names}',
    help: 'Let onFailure of the last function be an address, or leave it out: then its events are kept as dead letters.',
  },
  FUNCTION_CODE_AMBIGUOUS: {
    ...RULES_BREAK,
    message: 'a function needs exactly one of entry and code',
    help: 'entry: a source file that is bundled. code: a directory that is taken as it is. One that exists elsewhere has external in a spec.',
  },
  FUNCTION_PROPERTY_INVALID: {
    ...RULES_BREAK,
    message: '{property} is {given}; expected {allowed}',
    help: 'Change the property of the function.',
  },
  ENVIRONMENT_TOO_LARGE: {
    ...RULES_BREAK,
    message: 'the environment has {bytes} bytes; expected at most {max}',
    help: 'Keep large values elsewhere and read them at start.',
  },
  TOO_MANY_RESOURCES: {
    ...RULES_BREAK,
    message: '{given} resources; the quota is {max}',
    help: 'Raise it with quotas.resources once AWS has raised it for your account, or use greedy resources.',
  },
  TOO_MANY_STAGES: {
    ...RULES_BREAK,
    message: '{given} stages; the quota is {max}',
    help: 'Raise it with quotas.stages once AWS has raised it for your account.',
  },
  TOO_MANY_STAGE_VARIABLES: {
    ...RULES_BREAK,
    message: '{given} stage variables; expected at most {max}',
    help: 'Put several values into one variable, or into the function\'s environment.',
  },
  CORS_OPTIONS_CONFLICT: {
    ...RULES_BREAK,
    message: 'the resource has CORS and an OPTIONS method of its own',
    help: 'CORS answers OPTIONS. Remove one of the two.',
  },
  CORS_CREDENTIALS_WITH_ANY_ORIGIN: {
    ...RULES_BREAK,
    message: 'allowCredentials with the origin "*"; browsers refuse that',
    help: 'List the origins that may send credentials.',
  },
  CORS_ORIGINS_AMBIGUOUS: {
    ...RULES_BREAK,
    message: '"*" stands beside other origins',
    help: 'Either "*" alone, or a list of origins.',
  },
  CORS_SETTINGS_DIFFER: {
    ...RULES_BREAK,
    message: 'the CORS settings of {method} differ from those of {other}, and OPTIONS {path} has one answer for both',
    help: 'Set CORS on the resource, or the same on both methods.',
  },
  CORS_CACHE_AMBIGUOUS: {
    ...RULES_BREAK,
    message: 'CORS has both maxAge and disableCache',
    help: 'maxAge: browsers may remember the answer that long. disableCache: they ask every time. Give one.',
  },
  CORS_WITHOUT_METHOD: {
    ...RULES_BREAK,
    message: 'CORS on a resource that has no method to protect; preflights are not answered',
    help: 'Add a method to the resource, or set CORS on the resources that have some.',
  },
  CORS_ON_ERRORS_AMBIGUOUS: {
    ...RULES_BREAK,
    message: 'corsOnGatewayErrors with several origins ({origins}); gateway responses carry constants, so they know one',
    help: 'Allow one origin or "*", or add gateway responses of your own.',
  },
  CORS_WITHOUT_EFFECT: {
    ...RULES_BREAK,
    message: 'CORS has no effect on the responses of a proxy integration (base specification, Endpoints, rule 5)',
    help: 'The preflight is answered, but the function must return Access-Control-Allow-Origin in its headers itself.',
  },
  AUTHORIZER_MISSING: {
    ...RULES_BREAK,
    message: 'authorization {type} names no authorizer',
    help: 'Give the method an authorizer, or another authorizationType.',
  },
  DUPLICATE_NAME: {
    ...RULES_BREAK,
    message: 'there is already a {what} "{name}": {other}',
    help: 'Give one of them another name or construct id.',
  },
  DURATION_INVALID: {
    ...RULES_BREAK,
    message: '{given} is not a valid length of time',
    help: 'Give a number of zero or more.',
  },
  PATH_NOT_RELATIVE: {
    ...RULES_BREAK,
    message: 'path "{given}" starts with "/", but the resource is {path}',
    help: 'Below a resource leave the first "/" out, or ask api.root.',
  },
  PATH_NOT_ABSOLUTE: {
    ...RULES_BREAK,
    message: 'path "{given}" does not start with "/"',
    help: 'Give the whole path of the resource, such as /pets.',
  },
  FINGERPRINT_INVALID: {
    ...RULES_BREAK,
    message: '"{given}" is not a valid fingerprint of a deployment',
    help: 'It has 64 hexadecimal digits; manifest.json of an assembly names it.',
  },
  STAGE_WITHOUT_API: {
    ...RULES_BREAK,
    message: 'the deployment of the stage belongs to no API',
    help: 'Declare the pinned deployment below the API: Deployment.fromFingerprint(api, …).',
  },
  DEPLOYMENT_MISSING: {
    ...RULES_BREAK,
    message: 'the API has no deployment stage, because deploy is false',
    help: 'Add a stage with api.addStage(name), or set api.deploymentStage.',
  },
} as const satisfies Record<string, CatalogRow>;
