import { issue } from '../../errors';
import { LIMITS } from '../limits';
import { resourcesInQuota } from '../resources-in-quota';
import type { Rule } from './rule';

/** Resources, stages and stage variables stay within the service's limits, or the raised quotas. */
export const quotasRule: Rule = (spec) => {
  const resources = resourcesInQuota(spec);
  const stages = Object.keys(spec.stages).length;
  const { quotas, name } = spec.api;
  return [
    ...(resources > quotas.resources ? [issue('TOO_MANY_RESOURCES', name, { given: resources, max: quotas.resources })] : []),
    ...(stages > quotas.stages ? [issue('TOO_MANY_STAGES', name, { given: stages, max: quotas.stages })] : []),
    ...Object.entries(spec.stages).flatMap(([stage, { variables }]) => {
      const count = Object.keys(variables).length;
      const max = LIMITS.stageVariables.max;
      return count > max ? [issue('TOO_MANY_STAGE_VARIABLES', `${name}/stage ${stage}`, { given: count, max })] : [];
    }),
  ];
};
