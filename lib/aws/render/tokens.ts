import type * as cdk from 'aws-cdk-lib';
import { replaceTokens } from '../../spec';
import { awsCdk } from '../aws-cdk';

/** The value with every `${token:…}` in its texts as the reference that it was declared with. */
export function withReferences<Value>(value: Value, values: ReadonlyMap<string, cdk.IResolvable>): Value {
  if (values.size === 0) return value;
  const visit = (given: unknown): unknown => {
    if (typeof given === 'string') return replaceTokens(given, (name) => referenceText(name, values));
    if (Array.isArray(given)) return given.map(visit);
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(Object.entries(given).map(([key, member]: [string, unknown]) => [key, visit(member)]));
  };
  // Texts become texts, everything else stays, so the type does.
  return visit(value) as Value;
}

/** A name that nothing was declared with stays as it is: it stood in the definition as text. */
function referenceText(name: string, values: ReadonlyMap<string, cdk.IResolvable>): string {
  const value = values.get(name);
  return value === undefined ? `\${token:${name}}` : awsCdk().Token.asString(value);
}
