import type { FunctionVersion } from '../../ports';
import { NODEJS } from './nodejs/nodejs';
import type { RuntimeKind } from './runtime-kind';

export type { Interpreter, RuntimeKind, Wanted } from './runtime-kind';

/** How a function runs. */
export function runtimeKind(_version: Pick<FunctionVersion, 'runtime'>): RuntimeKind {
  return NODEJS;
}
