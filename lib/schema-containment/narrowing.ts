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
