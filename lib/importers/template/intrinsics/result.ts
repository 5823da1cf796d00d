import type { Scope } from '../scope';

/** The value of an intrinsic function, or the reason why it has none. */
export type IntrinsicResult = { readonly value: unknown } | { readonly problem: string };

/** An intrinsic function: what it is given has been evaluated. */
export type Intrinsic = (argument: unknown, scope: Scope) => IntrinsicResult;

export const known = (value: unknown): IntrinsicResult => ({ value });
export const problem = (reason: string): IntrinsicResult => ({ problem: reason });
