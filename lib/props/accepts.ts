import { isObject } from '../errors';
import { wrongLibraryHint } from './cdk-names';
import { ENUMS, OBJECTS, STRUCTS } from './structs';
import type { ObjectType, StructTable } from './tables';

/** The name of a struct in the table; those of `synthgate/aws` begin with `aws.`. */
export type StructName = keyof typeof STRUCTS;

type Accepts = (value: unknown) => boolean;

interface Member {
  readonly type: string;
  readonly accepts: Accepts;
  readonly isOptional: boolean;
}

export interface Members {
  readonly byName: ReadonlyMap<string, Member>;
  readonly required: readonly string[];
  /**
   * Whether all of an object is right: what nearly every construct is asked, so it allocates nothing.
   * @param allowsOthers - whether members that are not in the table are right as well
   */
  readonly accepts: (value: unknown, allowsOthers: boolean) => boolean;
}

const STRUCT_TABLE: StructTable = STRUCTS;
const membersByStruct = new Map<string, Members>();
const acceptsByType = new Map<string, Accepts>();

export function isStruct(type: string): boolean {
  return STRUCT_TABLE[type] !== undefined;
}

export function membersOf(struct: string): Members {
  const known = membersByStruct.get(struct);
  if (known !== undefined) return known;
  const { extends: parents = [], members = {} } = STRUCT_TABLE[struct] ?? {};
  const inherited = parents.map(membersOf);
  const own = Object.entries(members).map(([name, type]): [string, Member] => {
    const isOptional = name.endsWith('?');
    // Structs refer to each other, so a type is looked up when a value of it is first seen.
    return [isOptional ? name.slice(0, -1) : name, { type, isOptional, accepts: (value) => acceptsType(type)(value) }];
  });
  const byName = new Map([...inherited.flatMap((one) => [...one.byName]), ...own]);
  const required = [...byName].filter(([, { isOptional }]) => !isOptional).map(([name]) => name);
  const shape = { byName, required };
  const memberShape: Members = { ...shape, accepts: (value, allowsOthers) => acceptsMembers(shape, value, allowsOthers) };
  membersByStruct.set(struct, memberShape);
  return memberShape;
}

function acceptsMembers({ byName, required }: Omit<Members, 'accepts'>, value: unknown, allowsOthers: boolean): boolean {
  if (!isObject(value)) return false;
  for (const name of namesIn(value, byName)) {
    const member = byName.get(name);
    const memberValue = value[name];
    if (memberValue !== undefined && !(member === undefined ? allowsOthers : member.accepts(memberValue))) return false;
  }
  return required.every((name) => value[name] !== undefined);
}

/** Whether a value is of a type of the table. */
export function acceptsType(type: string): Accepts {
  const known = acceptsByType.get(type);
  if (known !== undefined) return known;
  const accept = makeAccepts(type);
  acceptsByType.set(type, accept);
  return accept;
}

function makeAccepts(type: string): Accepts {
  if (type === 'any') return () => true;
  if (type.endsWith('[]')) {
    const element = acceptsType(type.slice(0, -2));
    return (value) => Array.isArray(value) && value.every(element);
  }
  if (type.startsWith('{')) {
    const element = acceptsType(type.slice(1, -1));
    return (value) => isObject(value) && Object.values(value).every((one) => one === undefined || element(one));
  }
  if (isStruct(type)) return (value) => membersOf(type).accepts(value, false);
  return acceptsLeaf(type);
}

function acceptsLeaf(type: string): Accepts {
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
export function namesIn(value: object, byName: Members['byName']): Iterable<string> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? Object.keys(value) : byName.keys();
}
