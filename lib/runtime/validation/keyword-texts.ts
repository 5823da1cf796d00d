/** The keywords of JSON Schema draft 4 that can refuse a value, in the order in which a value is checked: alphabetical. */
export const KEYWORDS = [
  'additionalItems', 'additionalProperties', 'allOf', 'anyOf', 'dependencies', 'enum', 'format', 'maxItems', 'maxLength', 'maxProperties', 'maximum',
  'minItems', 'minLength', 'minProperties', 'minimum', 'multipleOf', 'not', 'oneOf', 'pattern', 'required', 'type', 'uniqueItems',
] as const;

export type Keyword = (typeof KEYWORDS)[number];

/** `exclusiveMaximum` and `exclusiveMinimum` change what `maximum` and `minimum` say. */
export type TextName = Exclude<Keyword, 'format'> | 'exclusiveMaximum' | 'exclusiveMinimum';

/**
 * The words of API Gateway's validator for each keyword; `{…}` are values.
 * @see https://github.com/java-json-tools/json-schema-validator validation.properties, version 2.2
 */
export const TEXTS: Readonly<Record<TextName, string>> = {
  additionalItems: 'schema only allows {allowed} elements in array but instance has {found} elements',
  additionalProperties: 'object instance has properties which are not allowed by the schema: {unwanted}',
  allOf: 'instance failed to match all required schemas (matched only {matched} out of {schemas})',
  anyOf: 'instance failed to match at least one required schema among {schemas}',
  dependencies: 'property "{property}" of object has missing property dependencies (schema requires {required}; missing: {missing})',
  enum: 'instance value ({value}) not found in enum (possible values: {values})',
  exclusiveMaximum: 'numeric instance is not strictly lower than the required maximum {limit}',
  exclusiveMinimum: 'numeric instance is not strictly greater than the required minimum {limit}',
  maxItems: 'array is too long: must have at most {limit} elements but instance has {found} elements',
  maxLength: 'string "{value}" is too long (length: {found}, maximum allowed: {limit})',
  maxProperties: 'object has too many properties (found {found} but schema requires at most {limit})',
  maximum: 'numeric instance is greater than the required maximum (maximum: {limit}, found: {found})',
  minItems: 'array is too short: must have at least {limit} elements but instance has {found} elements',
  minLength: 'string "{value}" is too short (length: {found}, required minimum: {limit})',
  minProperties: 'object has too few properties (found {found} but schema requires at least {limit})',
  minimum: 'numeric instance is lower than the required minimum (minimum: {limit}, found: {found})',
  multipleOf: 'remainder of division is not zero ({found} / {limit})',
  not: 'instance matched a schema which it should not have',
  oneOf: 'instance failed to match exactly one schema (matched {matched} out of {schemas})',
  pattern: 'ECMA 262 regex "{pattern}" does not match input string "{value}"',
  required: 'object has missing required properties ({missing})',
  type: 'instance type ({found}) does not match any allowed primitive type (allowed: {allowed})',
  uniqueItems: 'array must not contain duplicate elements',
};

/** The formats that are checked. */
export const FORMAT_TEXTS: Readonly<Record<string, string>> = {
  'date-time': 'string "{value}" is invalid against requested date format(s) ["yyyy-MM-dd\'T\'HH:mm:ssZ","yyyy-MM-dd\'T\'HH:mm:ss.[0-9]{1,12}Z"]',
  email: 'string "{value}" is not a valid email address',
  hostname: 'string "{value}" is not a valid hostname',
  ipv4: 'string "{value}" is not a valid IPv4 address',
  ipv6: 'string "{value}" is not a valid IPv6 address',
  regex: 'string "{value}" is not a valid ECMA 262 regular expression',
  uri: 'string "{value}" is not a valid URI',
};

/** The text of a body that is not JSON. */
export const UNREADABLE = 'Unknown error parsing request body';
