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
} as const satisfies Record<string, CatalogRow>;
