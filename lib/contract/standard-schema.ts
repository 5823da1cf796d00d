/** A schema of any library that follows Standard Schema: Zod, Valibot, ArkType and others. @see https://standardschema.dev/schema */
export interface Schema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** The value as the schema returns it, or the reasons why it was refused. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/** A reason why a value was refused. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The type of the values that a schema takes. */
export type InputOf<S> = S extends Schema ? NonNullable<S['~standard']['types']>['input'] : never;

/** The type of the values that a schema returns. */
export type OutputOf<S> = S extends Schema ? NonNullable<S['~standard']['types']>['output'] : never;

/** Whether a value, in JavaScript maybe anything, is a schema. */
export function isSchema(value: unknown): value is Schema {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || !('~standard' in value)) return false;
  const standard: unknown = value['~standard'];
  return typeof standard === 'object' && standard !== null && 'validate' in standard && typeof standard.validate === 'function';
}
