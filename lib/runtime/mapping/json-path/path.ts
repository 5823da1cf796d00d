/*
 * A JSONPath of Jayway, parsed.
 * @see https://github.com/json-path/JsonPath#operators
 */

export interface JsonPath {
  /** Whether it begins at the body, `$`, or at the value that a filter examines, `@`. */
  readonly from: 'root' | 'current';
  readonly steps: readonly PathStep[];
  /** Whether it has one value at most; the result of any other path is a list. */
  readonly isDefinite: boolean;
  /** Whether every step is one name or one position, as in nearly all paths. */
  readonly isSimple: boolean;
}

export type PathStep =
  /** `.name`, `['a','b']`. */
  | { readonly type: 'names'; readonly names: readonly string[] }
  /** `[0]`, `[-1]`, `[0,1]`. */
  | { readonly type: 'indexes'; readonly indexes: readonly number[] }
  /** `[1:3]`; positions from the end are negative. */
  | { readonly type: 'slice'; readonly from: number | undefined; readonly to: number | undefined }
  | { readonly type: 'wildcard' }
  /** `..`: the value and all that is below. */
  | { readonly type: 'scan' }
  | { readonly type: 'filter'; readonly condition: Condition }
  | { readonly type: 'function'; readonly name: string; readonly operands: readonly Operand[] };

export type Condition =
  | { readonly type: 'and' | 'or'; readonly conditions: readonly Condition[] }
  | { readonly type: 'not'; readonly condition: Condition }
  | { readonly type: 'exists'; readonly path: JsonPath }
  | { readonly type: 'comparison'; readonly left: Operand; readonly operator: string; readonly right: Operand };

export type Operand =
  | { readonly type: 'path'; readonly path: JsonPath }
  | { readonly type: 'value'; readonly value: unknown }
  /** A Java expression with its flags: `(?i)foo.*`. */
  | { readonly type: 'pattern'; readonly pattern: string };
