/** The members that a props or options object may have. */
export interface Struct {
  /** Structs whose members it has as well. */
  readonly extends?: readonly string[];
  /**
   * Types by name; optional members end in `?`. A type is `string`, `number`, `boolean`, `any`, the name of a struct, enum, class or
   * interface, `foreign <typeof> <name>` for one of aws-cdk-lib; with `[]` an array of it, in braces a map of it.
   */
  readonly members: Readonly<Record<string, string>>;
}

export type StructTable = Readonly<Record<string, Struct>>;

/** The values of enums by name. */
export type EnumTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A class or an interface: the members that tell it, and what makes one. */
export interface ObjectType {
  readonly isClass: boolean;
  readonly members: readonly string[];
  readonly makers: readonly string[];
}

export type ObjectTable = Readonly<Record<string, ObjectType>>;
