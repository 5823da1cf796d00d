import { issue } from '../../errors';
import { LIMITS } from '../limits';
import type { Rule } from './rule';

/** A function has one source of code and an environment that Lambda accepts. */
export const functionsRule: Rule = (spec) =>
  Object.entries(spec.functions).flatMap(([name, { entry, code, external, environment }]) => {
    const location = `${spec.api.name}/function ${name}`;
    const bytes = Object.entries(environment).reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
    return [
      ...([entry, code, external].filter((one) => one !== undefined).length === 1 ? [] : [issue('FUNCTION_CODE_AMBIGUOUS', location)]),
      ...(bytes > LIMITS.environmentBytes.max ? [issue('ENVIRONMENT_TOO_LARGE', location, { bytes, max: LIMITS.environmentBytes.max })] : []),
    ];
  });
