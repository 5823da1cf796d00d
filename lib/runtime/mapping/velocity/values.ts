import { LIMITS } from '../../../spec';
import type { MapMarks } from '../../sandbox/encoded-value';
import { spend, stepsOfText } from '../../sandbox/step-budget';
import { compareNumbers } from '../arithmetic';
import { constantOf, doubleValue, isJavaNumber, kindOf, numberText } from '../java-number';
import { isMap, jsonText } from '../json';

/*
 * Values of templates and how they print. Templates come from Java: maps print `{a=b}`, lists from JSON print as JSON, and
 * missing values print nothing.
 * @see recorded cases vtl-path-*
 */

/** Marks maps that print nothing: `$context`, its identity and its overrides. */
const SILENT = Symbol('prints nothing');
/** Marks lists that a template created: they print `[a, b]`. */
const MADE_HERE = Symbol('prints as a Java list');
/** Marks entries of a map: they print `key=value`. */
const ENTRY = Symbol('prints as an entry');
/** Methods of `$input` and `$util`. */
const METHODS = Symbol('methods');

/** Marks maps with members that one template may set only once. */
const ONCE = Symbol('set once');

export type ValueMap = Record<string, unknown>;
export type HostMethods = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

/** A map without a prototype, so that only its own members can be read. */
export function valueMap(members: Readonly<Record<string, unknown>> = {}): ValueMap {
  return Object.assign(Object.create(null) as ValueMap, members);
}

/** An entry of a map: it prints `key=value`. */
export function entryMap(key: string, value: unknown): ValueMap {
  return Object.defineProperty(valueMap({ key, value }), ENTRY, { value: true });
}

/** A map that prints nothing. */
export function silentMap(members: Readonly<Record<string, unknown>> = {}): ValueMap {
  return Object.defineProperty(valueMap(members), SILENT, { value: true });
}

/** A map that prints nothing, in which one template may set `name` (or, without a name, every member) only once. */
export function onceMap(members: Readonly<Record<string, unknown>> = {}, name?: string): ValueMap {
  return Object.defineProperty(silentMap(members), ONCE, { value: { name } });
}

/** The special properties of a map, except for methods. */
export function mapMarks(map: ValueMap): MapMarks {
  const isSilent = SILENT in map;
  if (ENTRY in map) return { isSilent, isEntry: true };
  return ONCE in map ? { isSilent, once: (map as { readonly [ONCE]: { readonly name?: string } })[ONCE] } : { isSilent }; // onceMap's
}

export function markedMap(members: Readonly<Record<string, unknown>>, { isSilent, isEntry, once }: MapMarks): ValueMap {
  if (isEntry === true) return entryMap(keyText(members.key), members.value);
  if (once !== undefined) return onceMap(members, once.name);
  return isSilent ? silentMap(members) : valueMap(members);
}

/** Whether a template may set a member of a value only once. */
export function isSetOnce(value: unknown, key: string): value is ValueMap {
  if (!isMap(value) || !(ONCE in value)) return false;
  const { name } = mapMarks(value).once ?? {};
  return name === undefined || key === name;
}

/** An object with methods of its own, such as `$util`. */
export function hostObject(methods: HostMethods, members: Readonly<Record<string, unknown>> = {}): ValueMap {
  return Object.defineProperty(silentMap(members), METHODS, { value: Object.assign(Object.create(null) as HostMethods, methods) });
}

/** A list that prints as Java prints its own: `[a, b]`. */
export function madeList(items: unknown[]): unknown[] {
  return Object.defineProperty(items, MADE_HERE, { value: true });
}

export function isMadeList(items: readonly unknown[]): boolean {
  return MADE_HERE in items;
}

export function hostMethods(value: unknown): HostMethods | undefined {
  return isMap(value) && METHODS in value ? (value[METHODS] as HostMethods) : undefined; // set by hostObject only
}

/** A member of a map or list. Inherited members (`constructor`, `__proto__`, `length`) do not exist. */
export function readMember(value: unknown, key: unknown): unknown {
  const name = keyText(key);
  if (Array.isArray(value)) return isPosition(name) ? value[Number(name)] : undefined;
  if (isJavaNumber(value)) return constantOf(value, name);
  return isMap(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Sets a member of a map or list; anything else is ignored, as in Velocity. @throws for a position outside of a list */
export function writeMember(owner: unknown, key: unknown, value: unknown): void {
  const name = keyText(key);
  if (Array.isArray(owner)) {
    if (isPosition(name)) owner[positionIn(owner, name)] = value;
  } else if (isMap(owner) && hostMethods(owner) === undefined && name !== '__proto__') {
    owner[name] = value;
  }
}

function isPosition(name: string): boolean {
  return /^-?\d+$/.test(name);
}

/** An item of a list; undefined for what is not a position. @throws for a position outside of the list */
export function readItem(list: readonly unknown[], key: unknown): unknown {
  const name = keyText(key);
  return isPosition(name) ? list[positionIn(list, name)] : undefined;
}

/** The index of an item or character, up to `last`. @throws where Java does: a position outside of the list or text */
export function positionIn(owner: string | readonly unknown[], position: unknown, last = owner.length - 1): number {
  const index = numberOf(position);
  if (Number.isInteger(index) && index >= 0 && index <= last) return index;
  throw new Error(`position ${printValue(position)} is outside of a ${typeof owner === 'string' ? 'text' : 'list'} of ${owner.length}`);
}

/** The range between two positions. @throws where Java does: outside of the list or text, or backwards */
export function rangeIn(owner: string | readonly unknown[], from: unknown, to: unknown = owner.length): [number, number] {
  const end = positionIn(owner, to, owner.length);
  return [positionIn(owner, from, end), end];
}

/** The name of a member; a value that is not a string is printed. */
export function keyText(key: unknown): string {
  return typeof key === 'object' && key !== null ? printValue(key) : String(key);
}

/** The number that a string or number represents. */
export function numberOf(value: unknown): number {
  if (isJavaNumber(value)) return doubleValue(value);
  return typeof value === 'string' ? Number(value) : NaN;
}

/** Names of a map's members. @throws StepLimitError */
export function namesOf(map: ValueMap): string[] {
  const names = Object.keys(map);
  spend(1 + names.length);
  return names;
}

/** Maximum number of characters that a template may print or keep in a variable. */
const MAX_LENGTH = LIMITS.payloadBytes.max;

/** A text joined from parts that were already paid for in steps. @throws if it is longer than any payload may be */
export function bounded(text: string): string {
  if (text.length > MAX_LENGTH) throw new Error(`it printed more than ${MAX_LENGTH} characters`);
  return text;
}

/** A new text. @throws if it is longer than any payload may be; StepLimitError */
export function limited(text: string): string {
  spend(stepsOfText(bounded(text).length));
  return text;
}

/** The text that a value prints as. @throws StepLimitError; Error if it is longer than any payload may be */
export function printValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return MADE_HERE in value ? limited(`[${value.map(printNested).join(', ')}]`) : limited(jsonText(value) ?? '');
  if (isMap(value) && ENTRY in value) return limited(`${printNested(value.key)}=${printNested(value.value)}`);
  if (isMap(value)) return SILENT in value ? '' : limited(`{${namesOf(value).map((name) => `${name}=${printNested(value[name])}`).join(', ')}}`);
  return isJavaNumber(value) ? numberText(value) : String(value);
}

/** Inside a map or list, Java prints null. */
function printNested(value: unknown): string {
  spend(4);
  return value === null || value === undefined ? 'null' : printValue(value);
}

/** Whether `#if` takes a value for true: all but null and false, so 0 and the empty ones too. @see Velocity 1.7, ASTReference.evaluate */
export function isTrue(value: unknown): boolean {
  return value !== null && value !== undefined && value !== false;
}

/** `==`: numbers by value, anything else by what it prints, so null equals the empty string. Recorded: null == "", [] != "". */
export function isEqual(left: unknown, right: unknown): boolean {
  if (isJavaNumber(left) && isJavaNumber(right)) return compareNumbers(left, right) === 0;
  if (left === right) return true;
  const [leftText, rightText] = [printValue(left), printValue(right)];
  spend(stepsOfText(Math.min(leftText.length, rightText.length)));
  return leftText === rightText;
}

/** Java's equals: values of unlike types differ, and so do an integer and a Double. @throws StepLimitError, RangeError */
export function isSame(left: unknown, right: unknown): boolean {
  spend(2);
  if (isJavaNumber(left) && isJavaNumber(right)) return kindOf(left) === kindOf(right) && compareNumbers(left, right) === 0;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => isSame(item, right[index]));
  }
  if (isMap(left) && isMap(right)) {
    const names = namesOf(left);
    return names.length === namesOf(right).length && names.every((name) => Object.hasOwn(right, name) && isSame(left[name], right[name]));
  }
  if (typeof left === 'string' && typeof right === 'string') spend(stepsOfText(Math.min(left.length, right.length)));
  return (left ?? null) === (right ?? null);
}
