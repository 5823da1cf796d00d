import type { LoopBudget } from '../document/document-limits';
import type { DocumentPath } from '../document/document-path';

/** Whether a condition holds; `unknown` if it depends on what is known only after deployment, such as a parameter without a value. */
export type Truth = boolean | 'unknown';

/** The values that a template's intrinsic functions refer to. */
export interface Scope {
  readonly region: string;
  /** The budget of its loops. */
  readonly loops: LoopBudget;
  /** A parameter, a pseudo parameter or a resource; undefined where there is none of that name. */
  readonly reference: (name: string) => unknown;
  readonly attribute: (logicalId: string, name: string) => unknown;
  /** Whether a condition of the template holds; undefined where there is none of that name. */
  readonly condition: (name: string) => Truth | undefined;
  readonly mapping: (map: string, first: string, second: string) => unknown;
  /** The value that another stack exports. */
  readonly importValue: (name: string) => unknown;
  /** The content of the local file that `AWS::Include` refers to. */
  readonly include: (location: unknown) => unknown;
  /** Reports what cannot be evaluated. */
  readonly report: (path: DocumentPath, reason: string) => void;
}

/** `AWS::NoValue`: the property or item is not there. */
export const NO_VALUE = Symbol('AWS::NoValue');
