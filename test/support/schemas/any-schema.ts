import fc from 'fast-check';
import type { SchemaNode } from '../../../lib/schema-containment';

type Schema = Record<string, unknown>;

const NAMES = ['a', 'b', 'c', 'x-d'];
const TEXTS = ['', 'a', 'b', 'ab', 'abc', 'B'];
const PATTERNS = ['^a', 'b$', '^[a-c]+$', '^.{2}$', ''];

const small = fc.integer({ min: 0, max: 4 });
const scalar = fc.oneof(fc.constantFrom<unknown>(...TEXTS), fc.integer({ min: -3, max: 6 }),
  fc.constantFrom<unknown>(null, true, false, 0.5));

/** Some of the members, each in about one of three schemas. */
function some(members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Schema> {
  const optional = Object.fromEntries(Object.entries(members)
    .map(([name, value]) => [name, fc.option(value, { freq: 1, nil: undefined })]));
  return fc.record(optional).map((schema) => Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined)));
}

const typed = (type: string, members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Schema> =>
  some(members).map((schema) => ({ type, ...schema }));

const numeric = (draft4: boolean) => {
  const bounds = { minimum: fc.integer({ min: -3, max: 5 }), maximum: fc.integer({ min: -3, max: 6 }),
    multipleOf: fc.constantFrom(1, 2, 3, 0.5) };
  const exclusive = draft4
    ? typed('number', { ...bounds, exclusiveMinimum: fc.boolean() })
      .map((schema) => ('minimum' in schema ? schema : { ...schema, exclusiveMinimum: undefined }))
    : typed('number', { ...bounds, exclusiveMinimum: fc.integer({ min: -3, max: 5 }),
      exclusiveMaximum: fc.integer({ min: -3, max: 6 }) });
  return fc.oneof(exclusive, typed('integer', bounds)).map((schema): Schema => JSON.parse(JSON.stringify(schema)) as Schema); // an object
};

function schemasOf(draft4: boolean): fc.Arbitrary<Schema> {
  const { schema } = fc.letrec<{ schema: Schema; leaf: Schema; union: Schema; object: Schema; array: Schema }>((tie) => {
    const node = tie('schema');
    return {
      leaf: fc.oneof(
        typed('string', { minLength: small, maxLength: small, pattern: fc.constantFrom(...PATTERNS),
          format: fc.constantFrom('date', 'ipv4', 'email') }),
        numeric(draft4),
        fc.constantFrom<Schema>({ type: 'boolean' }, { type: 'null' }, {}, { type: ['string', 'null'] }, { type: ['integer', 'string'] },
          { type: 'string', nullable: true }, { $ref: '#/definitions/Other' }, { $ref: '#' }),
        fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }).map((values): Schema => ({ enum: values })),
      ),
      union: fc.oneof(
        ...['anyOf', 'oneOf', 'allOf']
          .map((keyword) => fc.array(node, { minLength: 1, maxLength: 3 }).map((members): Schema => ({ [keyword]: members }))),
        node.map((refused): Schema => ({ not: refused })),
        fc.tuple(node, node, node).map(([condition, then, otherwise]): Schema => ({ if: condition, then, else: otherwise })),
      ),
      object: typed('object', {
        properties: fc.dictionary(fc.constantFrom(...NAMES), node, { maxKeys: 3 }),
        required: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), node),
        patternProperties: fc.dictionary(fc.constantFrom('^x-', '^[ab]'), node, { minKeys: 1, maxKeys: 1 }),
        minProperties: small, maxProperties: small, dependencies: fc.constantFrom({ a: ['b'] }, { b: { required: ['c'] } }),
        propertyNames: fc.constantFrom({ maxLength: 1 }, { pattern: '^[a-c]' }),
      }),
      array: typed('array', {
        items: node, minItems: small, maxItems: small, uniqueItems: fc.boolean(), contains: node,
        ...(draft4 ? {} : { prefixItems: fc.array(node, { minLength: 1, maxLength: 2 }), minContains: small }),
      }),
      schema: fc.oneof({ maxDepth: 3, depthSize: 'small' }, { arbitrary: tie('leaf'), weight: 4 },
        { arbitrary: tie('object'), weight: 4 }, { arbitrary: tie('array'), weight: 2 }, { arbitrary: tie('union'), weight: 2 }),
    };
  });
  return fc.tuple(schema, schema).map(([root, other]) => {
    const whole: Schema = { ...root, definitions: { Other: withoutReferences(other) } };
    return '$ref' in root ? { ...(withoutReferences(root) as Schema), definitions: whole.definitions } : whole; // an object stays one
  }).filter((root) => !loops(root));
}

/** A schema that refers to itself, but not for the same value: that has no meaning. */
function loops(root: Schema): boolean {
  const reaches = (node: unknown): boolean => {
    if (typeof node !== 'object' || node === null) return false;
    const { $ref, anyOf, oneOf, allOf, not, if: condition, then, else: otherwise } = node as Schema; // an object
    return $ref === '#' || [anyOf, oneOf, allOf].some((members) => Array.isArray(members) && members.some(reaches))
      || [not, condition, then, otherwise].some(reaches);
  };
  return reaches(root);
}

function withoutReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== '$ref')
    .map(([name, member]) => [name, withoutReferences(member)]));
}

/** Schemas with every keyword that the comparison knows. */
export const anySchema = { '4': schemasOf(true), '2020-12': schemasOf(false) };

/** The schema with something in it replaced, removed or added: most changes refuse some values. */
export function changed(root: SchemaNode, other: SchemaNode, at: number): SchemaNode {
  const places: (() => SchemaNode)[] = [];
  const visit = (value: unknown, put: (value: unknown) => SchemaNode, isSchema: boolean): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      if (value.length > 1) places.push(() => put(value.slice(1)));
      value.forEach((item, index) =>
        visit(item, (next) => put(value.map((kept: unknown, position) => (position === index ? next : kept))), isSchema));
      return;
    }
    if (isSchema) {
      places.push(() => put(other), () => put(false), () => put({ ...value, ...(typeof other === 'boolean' ? {} : other) }));
      places.push(() => put({ allOf: [value, other] }), () => put({ ...value, required: ['a'] }), () =>
        put({ ...value, additionalProperties: false }));
    }
    for (const [name, member] of Object.entries(value)) {
      if (name === 'definitions') continue;
      const replace = (next: unknown): SchemaNode => put({ ...value, [name]: next });
      if (typeof member === 'number' && !name.startsWith('multiple')) {places.push(() => replace(Math.max(0, member + 1)), () =>
        replace(Math.max(0, member - 1)));}
      visit(member, replace, !['properties', 'patternProperties', 'dependencies', 'enum', 'required', 'type'].includes(name)
        || !isSchema);
    }
  };
  visit(root, (value) => value as SchemaNode, true); // the root with something replaced
  return places[at % places.length]?.() ?? other;
}
