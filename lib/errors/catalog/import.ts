import type { CatalogRow } from '../catalog-row';

const CANNOT_IMPORT = { kind: 'import', exitCode: 1 } as const;

/** Errors and losses of definitions that were not written with synthgate. */
export const IMPORT_ERRORS = {
  SOURCE_UNREADABLE: {
    ...CANNOT_IMPORT,
    message: 'the source cannot be read: {reason}',
    help: 'A source is a JSON or YAML file, or the directory of a cloud assembly.',
  },
  SOURCE_NOT_RECOGNIZED: {
    ...CANNOT_IMPORT, exitCode: 3,
    message: 'this is not a definition of a gateway: {reason}',
    help: 'Pass an assembly of synthgate, a cloud assembly (cdk.out), a CloudFormation or SAM template, or an OpenAPI document.',
  },
  SAM_RESOURCE_INVALID: {
    ...CANNOT_IMPORT,
    message: 'Resource with id [{resource}] is invalid. {reason}',
    help: 'The SAM translator refuses the template with these words; sam validate says the same.',
  },
  SAM_TEMPLATE_INVALID: {
    ...CANNOT_IMPORT,
    message: 'Structure of the SAM template is invalid. {reason}',
    help: 'The SAM translator refuses the template with these words; sam validate says the same.',
  },
  SAM_GLOBALS_INVALID: {
    ...CANNOT_IMPORT,
    message: "'Globals' section is invalid. {reason}",
    help: 'The SAM translator refuses the template with these words; sam validate says the same.',
  },
  SAM_LOGICAL_ID_TAKEN: {
    ...CANNOT_IMPORT,
    message: 'Transforming resource with id [{id}] attempts to create a new resource with id [{taken}] and type "{type}". '
      + 'A resource with that id already exists within this template. Please use a different id for that resource.',
    help: 'The SAM translator refuses the template with these words; sam validate says the same.',
  },
  SAM_RESOURCE_UNTRANSLATED: {
    ...CANNOT_IMPORT,
    message: '{id} of type {type} is not translated: it has no part in a REST API',
    help: 'Nothing is to be done, unless what it connects is needed by a function that is called locally.',
  },
  SERVERLESS_VARIABLE_UNKNOWN: {
    ...CANNOT_IMPORT,
    message: 'the variable {variable} has no value here and stays as it is written',
    help: 'Set it in the environment or pass it as an option. Programs are not run, and stacks, parameter stores and buckets are not read.',
  },
  SERVERLESS_PLUGIN_NOT_RUN: {
    ...CANNOT_IMPORT,
    message: 'the plugin {name} is not run: what it would add or change is not here',
    help: 'Plugins that bundle code are not needed. For others, compare the routes with those of serverless package.',
  },
  SERVERLESS_EVENT_LEFT_OUT: {
    ...CANNOT_IMPORT,
    message: 'events of the kind {kind} have no part in a REST API and are left out',
    help: 'The functions themselves are there if a method calls them.',
  },
} as const satisfies Record<string, CatalogRow>;
