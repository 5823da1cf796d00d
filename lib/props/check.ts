import { isObject, type ErrorCode, type ErrorDetails } from '../errors';
import { unknownMemberHint, wrongLibraryHint } from './cdk-names';
import { describeType, describeValue } from './describe';
import { ENUMS, OBJECTS, STRUCTS } from './structs';
import type { ObjectType, StructTable } from './tables';

/** Something wrong with a props or option object, before it is known which construct it belongs to. */
export interface Problem {
  readonly code: Extract<ErrorCode, `PROPERTY_${string}`>;
  readonly details: ErrorDetails;
  /** Whether nothing can go on with the value, although the property may be left out. */
  readonly isFatal?: boolean;
}

export interface Checked<Value> {
  /** The value itself; if there are problems, one with which a construct can go on, so that others are checked as well. */
  readonly value: Value;
  readonly problems: readonly Problem[];
  /** Whether no construct can go on without what is missing. */
  readonly isUnusable: boolean;
}

/** The name of a struct in the table; those of `synthgate/aws` begin with `aws.`. */
export type StructName = keyof typeof STRUCTS;

interface Members {
  readonly byName: ReadonlyMap<string, { readonly type: string; readonly isOptional: boolean }>;
  readonly required: readonly string[];
}

const STRUCT_TABLE: StructTable = STRUCTS;
const membersByStruct = new Map<string, Members>();

export function membersOf(struct: string): Members {
  const known = membersByStruct.get(struct);
  if (known !== undefined) return known;
  const { extends: parents = [], members = {} } = STRUCT_TABLE[struct] ?? {};
  const inherited = parents.map(membersOf);
  const own = Object.entries(members).map(([name, type]) => [name.replace(/\?$/, ''), { type, isOptional: name.endsWith('?') }] as const);
  const byName = new Map([...inherited.flatMap((one) => [...one.byName]), ...own]);
  const required = [...byName].filter(([, { isOptional }]) => !isOptional).map(([name]) => name);
  membersByStruct.set(struct, { byName, required });
  return { byName, required };
}

/** Whether a value is of a type that is not made of others. */
function acceptsLeaf(type: string): (value: unknown) => boolean {
  const enumMembers = ENUMS[type];
  if (enumMembers !== undefined) {
    const values: ReadonlySet<unknown> = new Set(Object.values(enumMembers));
    return (value) => values.has(value);
  }
  const object = OBJECTS[type];
  if (object !== undefined) return (value) => isObjectOf(object, value) && wrongLibraryHint(type, value) === '';
  // The primitive itself, or `foreign <typeof> <name>`.
  const wanted = type.split(' ')[1] ?? type;
  return (value) => typeof value === wanted && value !== null && !Number.isNaN(value);
}

/** Told by members, because classes of another copy of the library are others. */
function isObjectOf({ isClass, members }: ObjectType, value: unknown): boolean {
  if (!isObject(value)) return false;
  const isTold = members.some((name) => !(name in Object.prototype));
  if (isClass && !isTold && Object.getPrototypeOf(value) === Object.prototype) return false;
  return members.every((name) => name in value);
}

/** The members of an instance of a class may be getters, and it may have others of its own. */
function namesIn(value: object, byName: Members['byName']): Iterable<string> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? Object.keys(value) : byName.keys();
}

/** Takes the place of a value that cannot be used. */
const UNUSABLE = Symbol('unusable');

/** Where a value is inside the props; written as text only for a problem. */
interface Position {
  readonly above?: Position;
  /** `deployOptions`, `[0]`, `["/pets/GET"]`. */
  readonly step: string;
  readonly found: Problem[];
}

/** Adds the problems of a value to `found`; returns it, or one of the right type that can be used in its place, or UNUSABLE. */
type Check = (value: unknown, position: Position) => unknown;

export interface CheckOptions {
  /** Whether members that are not in the table belong to somebody else, such as a subclass of the user's. */
  readonly allowsOthers?: boolean;
}

const checksByType = new Map<string, Check>();

export function checkStruct<Value>(struct: StructName, given: Value, { allowsOthers = false }: CheckOptions = {}): Checked<Value> {
  const problems: Problem[] = [];
  const value = readStruct({ struct, allowsOthers }, given, { step: '', found: problems });
  // A stand-in has the types of the table, which are those of `Value`.
  const usable = value === UNUSABLE ? given : value;
  const isUnusable = value === UNUSABLE || problems.some(({ isFatal }) => isFatal === true);
  return { value: (isObject(usable) ? usable : {}) as Value, problems, isUnusable };
}

export function pickMembers<Value extends object>(struct: StructName, given: Value): Partial<Value> {
  const { byName } = membersOf(struct);
  // A part of the object has the types of its members.
  return Object.fromEntries(Object.entries(given).filter(([name]) => byName.has(name))) as Partial<Value>;
}

export function checkArgument(type: string, name: string, given: unknown): readonly Problem[] {
  const problems: Problem[] = [];
  checkOf(type)(given, { step: name, found: problems });
  return problems;
}

interface Reading {
  readonly struct: string;
  readonly allowsOthers: boolean;
}

/** A copy with what can be used; the object itself if all of it can. */
function readStruct({ struct, allowsOthers }: Reading, given: unknown, position: Position): unknown {
  const { step, found } = position;
  const isMissing = given === undefined && step === '';
  if (!isMissing && !isObject(given)) return refuse(struct, given, step === '' ? { step: 'props', found } : position);
  const value: Readonly<Record<string, unknown>> = isMissing ? {} : given as Record<string, unknown>; // isObject has checked it
  const before = found.length;
  const members = membersOf(struct);
  const used: Record<string, unknown> = {};
  for (const name of namesIn(value, members.byName)) {
    if (value[name] === undefined) continue;
    const member = members.byName.get(name);
    const isForOthers = member === undefined && allowsOthers;
    if (member === undefined && !isForOthers) found.push(unknownMember(struct, members, below(position, name)));
    const read = member === undefined ? value[name] : checkOf(member.type)(value[name], below(position, name));
    if (read !== UNUSABLE && (member !== undefined || isForOthers)) used[name] = read;
  }
  const isComplete = completeRequired(members, { value, used }, position);
  if (found.length === before) return given;
  return isComplete ? used : UNUSABLE;
}

function unknownMember(struct: string, { byName }: Members, { above, step }: Position): Problem {
  const candidates = [...byName.keys()].filter((one) => !one.startsWith('_'));
  const owner = above === undefined ? '' : pathOf(above);
  const details = { property: step, owner: owner === '' ? '' : ` of ${owner}`, hint: unknownMemberHint(struct, step, candidates) };
  return { code: 'PROPERTY_UNKNOWN', details };
}

interface Reads {
  readonly value: Readonly<Record<string, unknown>>;
  readonly used: Record<string, unknown>;
}

/** Gives required members that cannot be used a stand-in; false if there is none. */
function completeRequired({ byName, required }: Members, { value, used }: Reads, position: Position): boolean {
  let isComplete = true;
  for (const name of required) {
    if (used[name] !== undefined) continue;
    const type = byName.get(name)?.type ?? 'any';
    if (value[name] === undefined) {
      const details = { property: pathOf(below(position, name)), expected: describeType(type, undefined) };
      position.found.push({ code: 'PROPERTY_MISSING', details });
    }
    used[name] = standIn(type);
    isComplete &&= used[name] !== undefined;
  }
  return isComplete;
}

/** A value of a type, so that a construct can go on; undefined for types of which only the user can make one. */
function standIn(type: string): unknown {
  if (type.endsWith('[]')) return [];
  if (type.startsWith('{') || type === 'any') return {};
  const enumMembers = ENUMS[type];
  if (enumMembers !== undefined) return Object.values(enumMembers)[0];
  return { string: '', number: 0, boolean: false }[type];
}

/** Structs refer to each other, so a type's check is made when it is first needed. */
function checkOf(type: string): Check {
  const known = checksByType.get(type);
  if (known !== undefined) return known;
  const check = makeCheck(type);
  checksByType.set(type, check);
  return check;
}

function makeCheck(type: string): Check {
  if (type === 'any') return (value) => value;
  if (type.endsWith('[]')) return arrayCheck(type, type.slice(0, -2));
  if (type.startsWith('{')) return mapCheck(type, type.slice(1, -1));
  if (STRUCT_TABLE[type] !== undefined) return (value, position) => readStruct({ struct: type, allowsOthers: false }, value, position);
  const accepts = acceptsLeaf(type);
  return (value, position) => (accepts(value) ? value : refuse(type, value, position));
}

function arrayCheck(type: string, element: string): Check {
  return (value, position) => {
    if (!Array.isArray(value)) return refuse(type, value, position);
    const check = checkOf(element);
    const before = position.found.length;
    const read = value.map((one, index) => check(one, below(position, `[${index}]`)));
    return position.found.length === before ? value : read.filter((one) => one !== UNUSABLE);
  };
}

function mapCheck(type: string, element: string): Check {
  return (value, position) => {
    if (!isObject(value)) return refuse(type, value, position);
    const check = checkOf(element);
    const before = position.found.length;
    const read = Object.entries(value).map(([name, one]) =>
      [name, one === undefined ? one : check(one, below(position, `[${JSON.stringify(name)}]`))]);
    return position.found.length === before ? value : Object.fromEntries(read.filter(([, one]) => one !== UNUSABLE));
  };
}

function refuse(type: string, value: unknown, position: Position): typeof UNUSABLE {
  const hint = wrongLibraryHint(type, value);
  const details = { property: pathOf(position), given: describeValue(value), expected: `${describeType(type, value)}${hint}` };
  // the CDK fails for an authorizer of its own that is in no RestApi, before issues are reported
  position.found.push({ code: 'PROPERTY_TYPE_INVALID', details, isFatal: type === 'IAuthorizer' && hint !== '' });
  return UNUSABLE;
}

function below(above: Position, step: string): Position {
  return { above, step, found: above.found };
}

/** `deployOptions.methodOptions["/pets/GET"].cacheTtl`. */
function pathOf({ above, step }: Position): string {
  const path = above === undefined ? '' : pathOf(above);
  return path === '' || step.startsWith('[') ? `${path}${step}` : `${path}.${step}`;
}
