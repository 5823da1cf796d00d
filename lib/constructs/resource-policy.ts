/** A resource policy as JSON: the given value, or the result of its `toJSON()`, as with CDK's PolicyDocument. */
export function policyInput(policy: unknown): unknown {
  if (typeof policy !== 'object' || policy === null || !('toJSON' in policy) || typeof policy.toJSON !== 'function') return policy;
  return (policy as { toJSON(): unknown }).toJSON(); // a function, checked above
}
