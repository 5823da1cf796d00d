/** The types of JSON Schema, for the schema of a model. */
export enum JsonSchemaType {
  /** Nothing but `null`. */
  NULL = 'null',
  /** `true` or `false`. */
  BOOLEAN = 'boolean',
  /** An object. */
  OBJECT = 'object',
  /** An array. */
  ARRAY = 'array',
  /** A number. */
  NUMBER = 'number',
  /** A number without a fraction. */
  INTEGER = 'integer',
  /** A text. */
  STRING = 'string',
}
