/**
 * A resource policy as plain data: what was given, or what its `toJSON()` says, as CDK's PolicyDocument does.
 */
export function policyInput(policy: unknown): unknown {
  if (typeof policy !== 'object' || policy === null || !('toJSON' in policy) || typeof policy.toJSON !== 'function') return policy;
  return (policy as { toJSON(): unknown }).toJSON(); // a function, checked above
}
