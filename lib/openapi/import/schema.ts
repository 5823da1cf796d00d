import { isObject } from '../../errors';
import { draft4Keywords } from '../../spec';
import { own, type DocumentNode } from './document-reader';

/** Writes a reference of a schema as the address of a model; undefined if it leads nowhere. */
export type WriteReference = (reference: string, from: DocumentNode) => string | undefined;

/** A schema of a model, and the keywords that models do not have. */
export interface ModelSchema {
  readonly schema: unknown;
  readonly lost: readonly string[];
}

/** Keywords for documentation, and `nullable`, which API Gateway removes on import. */
const LEFT_OUT = new Set(['example', 'examples', 'xml', 'discriminator', 'externalDocs', 'nullable', 'readOnly', 'writeOnly', 'deprecated']);

const MAPS = new Set(['properties', 'patternProperties', 'definitions', '$defs', 'dependentSchemas']);
const SCHEMAS = new Set([
  'items', 'additionalItems', 'additionalProperties', 'not', 'allOf', 'anyOf', 'oneOf', 'prefixItems', 'dependencies', 'if', 'then', 'else', 'contains',
]);
/** The directions in which a property is sent, and how the variants of a body are told apart. */
const KEPT = new Set(['readOnly', 'writeOnly', 'discriminator']);
/** Keywords of models that are not written: references in them count only where the whole schema does. */
const LATER_SCHEMAS = new Set(['propertyNames', 'unevaluatedProperties', 'unevaluatedItems']);
/** The depth at which conversion stops. Schemas of this depth are refused when the spec is read. */
const DEEPEST = 200;

/**
 * A schema of OpenAPI as JSON Schema draft 4, which models are written in.
 * @param isLater - whether keywords beside `$ref` count, as in OpenAPI 3.1
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
export function modelSchema(node: DocumentNode, write: WriteReference, isLater: boolean): ModelSchema {
  const lost = new Set<string>();
  const schema = draft4Keywords(converted(node, { write, isLater, lost, depth: 0 }), lost);
  return { schema, lost: [...lost].sort() };
}

/** A schema of OpenAPI as it is declared: `nullable` is a type, and keywords of later drafts stay. */
export function declaredSchema(node: DocumentNode, write: WriteReference, isLater: boolean): unknown {
  return converted(node, { write, isLater, lost: new Set(), depth: 0, isWhole: true });
}

interface Conversion {
  readonly write: WriteReference;
  readonly isLater: boolean;
  readonly lost: Set<string>;
  readonly depth: number;
  /** Whether everything stays that the document says of values. @default false */
  readonly isWhole?: boolean;
}

function converted(node: DocumentNode, { depth, ...rest }: Conversion): unknown {
  const { value } = node;
  const inside: Conversion = { ...rest, depth: depth + 1 };
  if (depth > DEEPEST) return {};
  if (Array.isArray(value)) return value.map((_, index) => converted(own(node, String(index)), inside));
  if (!isObject(value)) return value;
  const { $ref } = value;
  if (typeof $ref === 'string') return reference($ref, node, inside);
  return keywords(node, value, inside);
}

function reference(text: string, node: DocumentNode, inside: Conversion): unknown {
  const written = inside.write(text, node);
  if (written === undefined) inside.lost.add(`$ref ${text}`);
  const model = written === undefined ? {} : { $ref: written };
  const { $ref: _, ...others } = Object(node.value) as Record<string, unknown>; // an object, or it would have no reference
  const beside = inside.isLater ? keywords(node, others, inside) : {};
  const conditions = Array.isArray(beside.allOf) ? beside.allOf as unknown[] : [];
  return Object.keys(beside).length === 0 ? model : { ...beside, allOf: [...conditions, model] };
}

function keywords(node: DocumentNode, value: Readonly<Record<string, unknown>>, inside: Conversion): Record<string, unknown> {
  const written = Object.keys(value).filter((key) => key !== '__proto__' && !(LEFT_OUT.has(key) && !(inside.isWhole === true && KEPT.has(key)))).map((key) => {
    const member = own(node, key);
    if (SCHEMAS.has(key) || (inside.isWhole === true && LATER_SCHEMAS.has(key))) return [key, converted(member, inside)] as const;
    return [key, MAPS.has(key) && isObject(member.value) ? mapOf(member, inside) : member.value] as const;
  });
  const schema = Object.fromEntries(written);
  const isNullable = value.nullable === true || value['x-nullable'] === true; // documents of 2.0 have the extension
  return inside.isWhole === true && !inside.isLater && isNullable ? withNull(schema) : schema;
}

/** Tools differ in whether a list of values or a schema without a type allows null: with `nullable`, it is meant to. */
function withNull(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { type, ...others } = schema;
  const { enum: values } = others;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return { ...others, type: [type, 'null'], ...(Array.isArray(values) && !values.includes(null) ? { enum: [...values as unknown[], null] } : {}) };
}

/** Schemas by names that are the author's, not keywords. */
function mapOf(node: DocumentNode, inside: Conversion): Record<string, unknown> {
  const names = Object.keys(Object(node.value) as object).filter((name) => name !== '__proto__'); // an object, checked by the caller
  return Object.fromEntries(names.map((name) => [name, converted(own(node, name), inside)]));
}
