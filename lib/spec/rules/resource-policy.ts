import { issue, warning } from '../../errors';
import { LIMITS } from '../limits';
import { unknownConditions } from '../policy';
import type { Rule } from './rule';

/** A resource policy stays within the service's limit, counted as compact JSON; conditions that cannot be evaluated are named. */
export const resourcePolicyRule: Rule = ({ api: { name, policy } }) => {
  const length = policy === undefined ? 0 : JSON.stringify(policy).length;
  const { max } = LIMITS.resourcePolicyLength;
  const unknown = [...new Set(policy?.Statement.flatMap(({ Condition }) => unknownConditions(Condition)))];
  return [
    ...(length > max ? [issue('RESOURCE_POLICY_TOO_LARGE', name, { given: length, max })] : []),
    ...(unknown.length > 0 ? [warning('RESOURCE_POLICY_CONDITION_UNKNOWN', name, { conditions: unknown.join(', ') })] : []),
  ];
};
