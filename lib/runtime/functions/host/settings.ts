import type { FunctionPermission } from '../permissions';
import type { Assignment } from '../wire/assignment';
import type { HandlerRules } from '../wire/handler-rules';

/** The assignment of a process of Node. */
export interface HostSettings extends Assignment {
  /** Whether there is a source map next to the code. */
  readonly hasSourceMap: boolean;
  /** Everything that the function may do beyond a function without permissions. */
  readonly permissions: readonly FunctionPermission[];
  readonly rules: HandlerRules;
  /** Set if a debugger can attach; whether the code is loaded only then. */
  readonly inspection?: { readonly waits: boolean } | undefined;
}
