import { GatewayError } from '../errors';
import type { AssemblyApi } from '../runtime';

/** A gateway at its limits of connections and bytes in flight. */
const GATEWAY_MIB = 512;
/** Memory of an instance's process besides that of its function. */
const PROCESS_MIB = 64;

/** Memory of a pod, in MiB. */
export interface Memory {
  /** For the gateway and one instance of each function. */
  readonly requestMiB: number;
  readonly limitMiB: number;
  /** For the gateway and all instances that may run at the same time. */
  readonly allMiB: number;
}

/** The memory that a pod needs. @throws OPTION_INVALID for a limit in which not one instance of each function fits */
export function memoryOf(apis: readonly Pick<AssemblyApi, 'spec'>[], limitMiB: number | undefined): Memory {
  const functions = new Map(apis.flatMap(({ spec }) => Object.entries(spec.functions)));
  const sizes = [...functions.values()].filter(({ unavailable }) => unavailable === undefined)
    .map(({ memoryMiB, maxInstances }) => ({ one: memoryMiB + PROCESS_MIB, all: (memoryMiB + PROCESS_MIB) * maxInstances }));
  const sum = (part: 'one' | 'all'): number => sizes.reduce((total, size) => total + size[part], GATEWAY_MIB);
  const [requestMiB, allMiB] = [sum('one'), sum('all')];
  if (limitMiB !== undefined && limitMiB < requestMiB) {
    throw new GatewayError('OPTION_INVALID', { option: 'memoryMiB', given: String(limitMiB), allowed: `at least ${requestMiB}: ${GATEWAY_MIB} for the gateway, and one instance of each function` });
  }
  return { requestMiB, allMiB, limitMiB: limitMiB ?? allMiB };
}
