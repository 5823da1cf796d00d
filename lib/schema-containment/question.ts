import type { Atom } from './library';
import type { Shape, TypeName } from './shape';

/** The inner side of a question: schemas that a value fits, and the unions among them that have been split. */
export interface Inner {
  readonly atoms: readonly Atom[];
  readonly split: ReadonlySet<object>;
  /** Whether these are one branch of a union. */
  readonly isBranch?: boolean;
}

/** One question: do all values of the inner side fit the outer schemas? */
export interface Question {
  readonly inner: Inner;
  readonly outer: readonly Atom[];
  readonly place: string;
}

/** A question with what both sides ask together. */
export interface Examined extends Question {
  /** All schemas of the inner side, flat. */
  readonly atoms: readonly Atom[];
  readonly left: Shape;
  readonly right: Shape;
  /** Types of which the inner side may have values. */
  readonly types: ReadonlySet<TypeName>;
  readonly ask: (question: Question) => Narrowing[];
}

/** The types of a schema as it names them: `string, null`; `any` for all. */
export function typeText({ types }: Shape): string {
  if (types.size === 7) return 'any';
  const names = [...types].map((type) => (type === 'fraction' ? 'number' : type))
    .filter((type) => type !== 'integer' || !types.has('fraction'));
  return names.length === 0 ? 'nothing' : names.join(', ');
}

/** A narrowing that is about no keyword of its own kind. */
export function narrowingOf({ place, outer }: Question, keyword: string): Narrowing {
  return { kind: 'other', place, inner: undefined, outer: outer[0]?.node, keyword };
}

/** How a schema takes fewer values than another. */
export type NarrowingKind =
  | 'type' | 'null' | 'enum' | 'bound' | 'pattern' | 'format' | 'property-required' | 'property-forbidden' | 'property-typed' | 'branch' | 'other';

/** A difference by which the outer schema may refuse a value of the inner one. */
export interface Narrowing {
  readonly kind: NarrowingKind;
  /** Where in a value: a JSON pointer in which `*` stands for any item or other property. */
  readonly place: string;
  /** The inner schema's side: the keyword's value, or a part of the schema. */
  readonly inner: unknown;
  readonly outer: unknown;
  /** Whether the outer schema takes no value of the inner one here. */
  readonly isWhole?: boolean;
  /** The keyword: `maxLength`. */
  readonly keyword: string;
}
