import { issue } from '../../errors';
import { LIMITS } from '../limits';
import type { Rule } from './rule';

/** A resource policy stays within the service's limit, counted as compact JSON. */
export const resourcePolicyRule: Rule = ({ api: { name, policy } }) => {
  const given = policy === undefined ? 0 : JSON.stringify(policy).length;
  const { max } = LIMITS.resourcePolicyLength;
  return given > max ? [issue('RESOURCE_POLICY_TOO_LARGE', name, { given, max })] : [];
};
