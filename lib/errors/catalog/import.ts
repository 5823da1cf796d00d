import { catalogRows } from '../catalog-row';

/** Errors and losses of definitions that were not written with synthgate: OpenAPI documents, then cloud assemblies and templates. */
export const IMPORT_ERRORS = /* @__PURE__ */ catalogRows('import', {
  OPENAPI_NOT_READABLE: {
    message: 'this is not a document of OpenAPI 2.0, 3.0 or 3.1: {reason}',
    help: 'Pass a document with "swagger": "2.0" or "openapi": "3.x" at its root.',
  },
  OPENAPI_SOURCE_AMBIGUOUS: {
    message: 'an OpenAPI document is given either as document or as file',
    help: 'Give one of them: document: {…}, or file: \'openapi.yaml\'.',
  },
  OPENAPI_REFERENCE_UNRESOLVED: {
    message: 'the reference {reference} leads nowhere: {reason}',
    help: 'Correct it, or put what it refers to into the document or a file beside it.',
  },
  OPENAPI_METHOD_UNAVAILABLE: {
    message: 'the method answers 501: {reason}',
    help: 'Change that part of the document; every other method is served.',
  },
  OPENAPI_METHOD_LEFT_OUT: {
    message: 'API Gateway has no method {method}; the operation is left out',
    help: 'Use one of DELETE, GET, HEAD, OPTIONS, PATCH, POST and PUT, or x-amazon-apigateway-any-method.',
  },
  OPENAPI_USER_POOL_UNKNOWN: {
    message: 'not every user pool is known here ({pools}); tokens of the others are refused',
    help: 'Write the ARN of the user pool: arn:aws:cognito-idp:<region>:<account>:userpool/<id>.',
  },
  OPENAPI_MEMBER_LEFT_OUT: {
    message: '{member} is left out: {reason}',
    help: 'It has no effect here; remove it if it should have none on AWS.',
  },
  SOURCE_UNREADABLE: {
    message: 'the source cannot be read: {reason}',
    help: 'A source is a JSON or YAML file, or the directory of a cloud assembly.',
  },
  SOURCE_OUTSIDE: {
    exitCode: 3,
    message: 'this file is outside the project {root} of the source that names it, and is not read',
    help: 'Pass --allow-outside if you trust the source: it then reads any file that you can read. A project is a repository, a package, or the directory of the source.',
  },
  SOURCE_NOT_RECOGNIZED: {
    exitCode: 3,
    message: 'this is not a definition of a gateway: {reason}',
    help: 'Pass an assembly of synthgate, a cloud assembly (cdk.out), a CloudFormation or SAM template, an OpenAPI document or a serverless.yml.',
  },
  SOURCE_WITHOUT_API: {
    message: 'there is nothing to serve: {reason}',
    help: 'A template declares an API with AWS::ApiGateway::RestApi, AWS::ApiGatewayV2::Api or API events of functions, an OpenAPI document with operations in "paths", a serverless.yml with http events. The report above names what was left out.',
  },
  IMPORT_NOT_EXACT: {
    message: '{count} parts of the source cannot be imported exactly',
    help: 'The report above names each with its line. Without --strict the rest is imported.',
  },
  IMPORT_PARAMETERS_MISSING: {
    message: 'these parameters have no value: {names}',
    help: 'Pass them with --parameter {first}=VALUE or a file with --parameters. Without them, values that depend on them are missing.',
  },
  IMPORT_VALUE_UNKNOWN: {
    message: '{reason}',
    help: 'The value counts as known only after deployment; methods that need it answer 503 until --token-value gives it.',
  },
  IMPORT_RULE_FAILED: {
    message: 'CloudFormation would reject these parameter values: {reason}',
    help: 'They violate the rule {name} of the template, which is served anyway. Pass other values with --parameter.',
  },
  IMPORT_PROPERTY_UNKNOWN: {
    message: '{name} is not a known property of {type}',
    help: 'It has no effect here. Check its spelling; a new property of AWS may need a newer version of synthgate.',
  },
  IMPORT_PROPERTY_NOTED: {
    message: 'no effect on a local gateway: {names}',
    help: 'Nothing needs to be done.',
  },
  IMPORT_BASE_PATH_NOTED: {
    message: 'a custom domain maps a base path to {api}; locally: --base-path "{mapping}"',
    help: 'Without the option the API has its own port, and the stage is in the path.',
  },
  IMPORT_RESOURCES_NOTED: {
    message: 'not part of a gateway, and not served: {types}',
    help: 'Nothing needs to be done. Their names and ARNs have the form that they have on AWS.',
  },
  IMPORT_NAME_LOCAL: {
    message: '{token} is known only after deployment; its local value is {value}: {usedBy}',
    help: 'Nothing needs to be done if your local table, queue … has this name. Otherwise pass its name: --token-value {token}=…',
  },
  IMPORT_PART_REFUSED: {
    message: '{what} is not imported: {reason}',
    help: 'The rest is served without it, and no method becomes public because of it. --strict makes this an error.',
  },
  IMPORT_VALUE_CHANGED: {
    message: '{what} is {given} and is imported as {used}',
    help: 'Nothing needs to be done unless the difference matters to you.',
  },
  IMPORT_CODE_OUTSIDE: {
    message: 'code outside the project {root} is read: {paths}',
    help: 'Nothing needs to be done if you trust the source. --allow-outside says so, and ends this notice.',
  },
  IMPORT_VARIABLES_LEFT_OUT: {
    message: 'these environment variables are left out: {names}',
    help: 'Lambda reserves these names, or they change how a process starts.',
  },
  IMPORT_FUNCTION_UNAVAILABLE: {
    message: '{functions} cannot run here: {reason}',
    help: 'Its methods answer 501, and authorizers that call it refuse. Build its code, or install its modules (npm install).',
  },
  IMPORT_METHOD_UNAVAILABLE: {
    message: '{method} {path} answers 501: {reason}',
    help: 'The method keeps its route, and is never public where the source protects it.',
  },
  IMPORT_METHOD_LOST: {
    message: 'the method cannot be placed: {reason}',
    help: 'Import the stack of its resource or API together with this one.',
  },
  IMPORT_API_ELSEWHERE: {
    message: 'the API {name} is not part of this source',
    help: 'The methods that are declared here are served as an API of their own. Import the stack of the API together with this one for the rest.',
  },
  PROGRAM_NOT_EXACT: {
    message: 'the program differs in {what}: {written}',
    help: 'Constructs cannot express it. Everything else is declared as it is; --strict makes this an error.',
  },
  PROGRAM_SECRET_LEFT_OUT: {
    message: '{what} is a secret and is not in the program, which reads it from {variable}',
    help: 'Set {variable} in the environment in which the program runs.',
  },
  PROGRAM_EXISTS: {
    exitCode: 3,
    message: '{file} already exists',
    help: 'Nothing was written. Choose another --out, or move the file away.',
  },
  SAM_RESOURCE_INVALID: {
    message: 'Resource with id [{resource}] is invalid. {reason}',
    help: 'This is the error of the SAM translator; sam validate reports the same.',
  },
  SAM_TEMPLATE_INVALID: {
    message: 'Structure of the SAM template is invalid. {reason}',
    help: 'This is the error of the SAM translator; sam validate reports the same.',
  },
  SAM_GLOBALS_INVALID: {
    message: "'Globals' section is invalid. {reason}",
    help: 'This is the error of the SAM translator; sam validate reports the same.',
  },
  SAM_LOGICAL_ID_TAKEN: {
    message: 'Transforming resource with id [{id}] attempts to create a new resource with id [{taken}] and type "{type}". '
      + 'A resource with that id already exists within this template. Please use a different id for that resource.',
    help: 'This is the error of the SAM translator; sam validate reports the same.',
  },
  SAM_DEFAULT_REFUSED: {
    message: '{value}, the default of the parameter {parameter}, is not used as {member}: SAM accepts {allowed}',
    help: 'Pass another value, which a deployment needs as well: --parameter {parameter}=…',
  },
  SAM_RESOURCE_UNTRANSLATED: {
    message: '{kind} is not read, as it has no part in a REST API: {names}',
    help: 'Nothing needs to be done, unless a function that is called locally depends on it.',
  },
  SAM_EVENT_WITHOUT_ROUTE: {
    message: 'the event {event} adds no route to {api}, whose document DefinitionUri names: SAM does not change it',
    help: 'Declare the route in that document, or include it in DefinitionBody with Fn::Transform.',
  },
  SERVERLESS_VARIABLE_UNKNOWN: {
    message: 'the variable {variable} has no value here and is left as written',
    help: 'Set it in the environment or pass it as an option. JavaScript files are not run, and stacks, parameter stores and buckets are not read.',
  },
  SERVERLESS_PLUGIN_NOT_RUN: {
    message: 'the plugin {name} is not run: anything that it would add or change is missing',
    help: 'Plugins that bundle code are not needed. For others, compare the routes with those of serverless package.',
  },
  SERVERLESS_EVENT_LEFT_OUT: {
    message: 'events of the kind {kind} have no part in an API that is served, and are left out',
    help: 'The functions themselves are imported if a route calls them.',
  },
});
