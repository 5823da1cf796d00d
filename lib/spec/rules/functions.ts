import { issue, warning } from '../../errors';
import { LIMITS } from '../limits';
import { nodeRuntime } from '../runtimes';
import { isWithheldVariable } from '../withheld-variables';
import type { Rule } from './rule';

/** A function has one source of code and an environment that Lambda accepts and the local gateway passes on. */
export const functionsRule: Rule = (spec) =>
  Object.entries(spec.functions).flatMap(([name, { entry, code, external, unavailable, runtime, environment, concurrency }]) => {
    const location = `${spec.api.name}/function ${name}`;
    const bytes = Object.entries(environment).reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
    const withheld = Object.keys(environment).filter(isWithheldVariable);
    const sources = [entry, code, external].filter((source) => source !== undefined).length;
    // one that is unavailable may have any
    const isForeign = unavailable === undefined && runtime !== undefined && nodeRuntime(runtime) === undefined;
    const isRight = sources === 1 || (sources === 0 && unavailable !== undefined);
    return [
      ...(isRight ? [] : [issue('FUNCTION_CODE_AMBIGUOUS', location)]),
      ...(entry !== undefined && isForeign ? [issue('FUNCTION_ENTRY_NOT_BUNDLED', location, { runtime })] : []),
      ...(concurrency > 1 && isForeign ? [issue('FUNCTION_PROPERTY_INVALID', location, { property: 'concurrency', given: concurrency, allowed: `at most 1 on ${runtime}` })] : []),
      ...(bytes > LIMITS.environmentBytes.max ? [issue('ENVIRONMENT_TOO_LARGE', location, { bytes, max: LIMITS.environmentBytes.max })] : []),
      ...(withheld.length > 0 ? [warning('ENVIRONMENT_WITHHELD', location, { names: withheld.join(', ') })] : []),
    ];
  });
