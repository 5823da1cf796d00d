import { catalogRows } from '../catalog-row';

const CANNOT_IMPORT = { kind: 'import', exitCode: 1 } as const;

/** Errors and losses of definitions that were not written with synthgate. */
export const IMPORT_ERRORS = /* @__PURE__ */ catalogRows({
  SOURCE_UNREADABLE: {
    ...CANNOT_IMPORT,
    message: 'the source cannot be read: {reason}',
    help: 'A source is a JSON or YAML file, or the directory of a cloud assembly.',
  },
  SOURCE_OUTSIDE: {
    ...CANNOT_IMPORT, exitCode: 3,
    message: 'this file is outside the project {root} of the source that names it, and is not read',
    help: 'Pass --allow-outside if you trust the source: it then reads any file that you can read. A project is a repository, a package, or the directory of the source.',
  },
  SOURCE_NOT_RECOGNIZED: {
    ...CANNOT_IMPORT, exitCode: 3,
    message: 'this is not a definition of a gateway: {reason}',
    help: 'Pass an assembly of synthgate, a cloud assembly (cdk.out), a CloudFormation or SAM template, an OpenAPI document or a serverless.yml.',
  },
  SOURCE_WITHOUT_API: {
    ...CANNOT_IMPORT,
    message: 'there is nothing to serve: {reason}',
    help: 'A template declares an API with AWS::ApiGateway::RestApi, AWS::ApiGatewayV2::Api or API events of functions, an OpenAPI document with operations in "paths", a serverless.yml with http events. The report above names what was left out.',
  },
  IMPORT_NOT_EXACT: {
    ...CANNOT_IMPORT,
    message: '{count} parts of the source cannot be imported exactly',
    help: 'The report above names each with its line. Without --strict the rest is imported.',
  },
  IMPORT_PARAMETERS_MISSING: {
    ...CANNOT_IMPORT,
    message: 'these parameters have no value: {names}',
    help: 'Pass them with --parameter {first}=VALUE or a file with --parameters. Without them, values that depend on them are missing.',
  },
  IMPORT_VALUE_UNKNOWN: {
    ...CANNOT_IMPORT,
    message: '{reason}',
    help: 'The value counts as known only after deployment; methods that need it answer 503 until --token-value gives it.',
  },
  IMPORT_RULE_FAILED: {
    ...CANNOT_IMPORT,
    message: 'CloudFormation would reject these parameter values: {reason}',
    help: 'They violate the rule {name} of the template, which is served anyway. Pass other values with --parameter.',
  },
  IMPORT_PROPERTY_UNKNOWN: {
    ...CANNOT_IMPORT,
    message: '{name} is not a known property of {type}',
    help: 'It has no effect here. Check its spelling; a new property of AWS may need a newer version of synthgate.',
  },
  IMPORT_PROPERTY_NOTED: {
    ...CANNOT_IMPORT,
    message: 'no effect on a local gateway: {names}',
    help: 'Nothing needs to be done.',
  },
  IMPORT_BASE_PATH_NOTED: {
    ...CANNOT_IMPORT,
    message: 'a custom domain maps a base path to {api}; locally: --base-path "{mapping}"',
    help: 'Without the option the API has its own port, and the stage is in the path.',
  },
  IMPORT_RESOURCES_NOTED: {
    ...CANNOT_IMPORT,
    message: 'not part of a gateway, and not served: {types}',
    help: 'Nothing needs to be done. Their names and ARNs have the form that they have on AWS.',
  },
  IMPORT_NAME_LOCAL: {
    ...CANNOT_IMPORT,
    message: '{token} is known only after deployment; its local value is {value}: {usedBy}',
    help: 'Nothing needs to be done if your local table, queue … has this name. Otherwise pass its name: --token-value {token}=…',
  },
  IMPORT_PART_REFUSED: {
    ...CANNOT_IMPORT,
    message: '{what} is not imported: {reason}',
    help: 'The rest is served without it, and no method becomes public because of it. --strict makes this an error.',
  },
  IMPORT_VALUE_CHANGED: {
    ...CANNOT_IMPORT,
    message: '{what} is {given} and is imported as {used}',
    help: 'Nothing needs to be done unless the difference matters to you.',
  },
  IMPORT_CODE_OUTSIDE: {
    ...CANNOT_IMPORT,
    message: 'code outside the project {root} is read: {paths}',
    help: 'Nothing needs to be done if you trust the source. --allow-outside says so, and ends this notice.',
  },
  IMPORT_VARIABLES_LEFT_OUT: {
    ...CANNOT_IMPORT,
    message: 'these environment variables are left out: {names}',
    help: 'Lambda reserves these names, or they change how a process starts.',
  },
  IMPORT_FUNCTION_UNAVAILABLE: {
    ...CANNOT_IMPORT,
    message: '{functions} cannot run here: {reason}',
    help: 'Its methods answer 501, and authorizers that call it refuse. Build its code, or install its modules (npm install).',
  },
  IMPORT_METHOD_UNAVAILABLE: {
    ...CANNOT_IMPORT,
    message: '{method} {path} answers 501: {reason}',
    help: 'The method keeps its route, and is never public where the source protects it.',
  },
  IMPORT_METHOD_LOST: {
    ...CANNOT_IMPORT,
    message: 'the method cannot be placed: {reason}',
    help: 'Import the stack of its resource or API together with this one.',
  },
  IMPORT_API_ELSEWHERE: {
    ...CANNOT_IMPORT,
    message: 'the API {name} is not part of this source',
    help: 'The methods that are declared here are served as an API of their own. Import the stack of the API together with this one for the rest.',
  },
  PROGRAM_NOT_EXACT: {
    ...CANNOT_IMPORT,
    message: 'the program differs in {what}: {written}',
    help: 'Constructs cannot express it. Everything else is declared as it is; --strict makes this an error.',
  },
  PROGRAM_SECRET_LEFT_OUT: {
    ...CANNOT_IMPORT,
    message: '{what} is a secret and is not in the program, which reads it from {variable}',
    help: 'Set {variable} in the environment in which the program runs.',
  },
  PROGRAM_EXISTS: {
    ...CANNOT_IMPORT, exitCode: 3,
    message: '{file} already exists',
    help: 'Nothing was written. Choose another --out, or move the file away.',
  },
  SAM_RESOURCE_INVALID: {
    ...CANNOT_IMPORT,
    message: 'Resource with id [{resource}] is invalid. {reason}',
    help: 'This is the error of the SAM translator; sam validate reports the same.',
  },
  SAM_TEMPLATE_INVALID: {
    ...CANNOT_IMPORT,
    message: 'Structure of the SAM template is invalid. {reason}',
    help: 'This is the error of the SAM translator; sam validate reports the same.',
  },
  SAM_GLOBALS_INVALID: {
    ...CANNOT_IMPORT,
    message: "'Globals' section is invalid. {reason}",
    help: 'This is the error of the SAM translator; sam validate reports the same.',
  },
  SAM_LOGICAL_ID_TAKEN: {
    ...CANNOT_IMPORT,
    message: 'Transforming resource with id [{id}] attempts to create a new resource with id [{taken}] and type "{type}". '
      + 'A resource with that id already exists within this template. Please use a different id for that resource.',
    help: 'This is the error of the SAM translator; sam validate reports the same.',
  },
  SAM_DEFAULT_REFUSED: {
    ...CANNOT_IMPORT,
    message: '{value}, the default of the parameter {parameter}, is not used as {member}: SAM accepts {allowed}',
    help: 'Pass another value, which a deployment needs as well: --parameter {parameter}=…',
  },
  SAM_RESOURCE_UNTRANSLATED: {
    ...CANNOT_IMPORT,
    message: '{kind} is not read, as it has no part in a REST API: {names}',
    help: 'Nothing needs to be done, unless a function that is called locally depends on it.',
  },
  SAM_EVENT_WITHOUT_ROUTE: {
    ...CANNOT_IMPORT,
    message: 'the event {event} adds no route to {api}, whose document DefinitionUri names: SAM does not change it',
    help: 'Declare the route in that document, or include it in DefinitionBody with Fn::Transform.',
  },
  SERVERLESS_VARIABLE_UNKNOWN: {
    ...CANNOT_IMPORT,
    message: 'the variable {variable} has no value here and is left as written',
    help: 'Set it in the environment or pass it as an option. JavaScript files are not run, and stacks, parameter stores and buckets are not read.',
  },
  SERVERLESS_PLUGIN_NOT_RUN: {
    ...CANNOT_IMPORT,
    message: 'the plugin {name} is not run: anything that it would add or change is missing',
    help: 'Plugins that bundle code are not needed. For others, compare the routes with those of serverless package.',
  },
  SERVERLESS_EVENT_LEFT_OUT: {
    ...CANNOT_IMPORT,
    message: 'events of the kind {kind} have no part in an API that is served, and are left out',
    help: 'The functions themselves are imported if a route calls them.',
  },
});
