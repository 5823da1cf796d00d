import { refuseResource } from '../refuse';
import { isMap, singleKey, type JsonMap } from '../value';
import { isAlphanumeric } from '../logical-id';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isTruth: Check = (value) => typeof value === 'boolean';

/** The values that a property may have. Maps of a single key are taken for intrinsic functions and pass, unless the rule is literal. */
const SHAPES = {
  'any': () => true,
  'text': isText,
  'map': isMap,
  'list': Array.isArray,
  'integer': (value) => Number.isInteger(value) || isTruth(value),
  'truth': isTruth,
  'text|map': (value) => isText(value) || isMap(value),
  'map<map>': (value) => isMap(value) && Object.values(value).every(isMap),
} as const satisfies Record<string, Check>;

type Shape = keyof typeof SHAPES;

/** `!` marks a required property, `=` one that must be literal. */
type PropertyRule = Shape | `${Shape}!` | `${Shape}=` | `${Shape}!=`;
export type PropertyRules = Readonly<Record<string, PropertyRule>>;

const NAMED_SHAPES: Readonly<Record<string, string>> = { text: 'string', map: 'map' };

/** Refuses unknown properties first, then what is missing or of a wrong type, in the order of the rules. */
export function checkProperties(
  { id, type }: { readonly id: string; readonly type: string }, properties: JsonMap, rules: PropertyRules,
): void {
  if (!isAlphanumeric(id)) throw refuseResource(id, 'Logical ids must be alphanumeric.');
  const unknown = Object.keys(properties).find((name) => !Object.hasOwn(rules, name));
  if (unknown !== undefined) throw refuseResource(id, `property ${unknown} not defined for resource of type ${type}`);
  for (const [name, rule] of Object.entries(rules)) checkProperty(id, [name, rule], properties[name]);
}

function checkProperty(id: string, [name, rule]: readonly [string, PropertyRule], value: unknown): void {
  const [, shape = 'any', required, literal] = /^([^!=]+)(!)?(=)?$/.exec(rule) ?? [];
  if (literal === undefined && singleKey(value) !== undefined) return;
  if (value === undefined || value === null) {
    if (required !== undefined) throw refuseResource(id, `Missing required property '${name}'.`);
    return;
  }
  if (isShape(shape) && SHAPES[shape](value)) return;
  const expected = NAMED_SHAPES[shape];
  throw refuseResource(id, expected === undefined ? `Type of property '${name}' is invalid.` : `Property '${name}' should be a ${expected}.`);
}

function isShape(shape: string): shape is Shape {
  return Object.hasOwn(SHAPES, shape);
}
