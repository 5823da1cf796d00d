import type * as cdk from 'aws-cdk-lib';
import { replaceTokens } from '../../spec';
import { awsCdk } from '../aws-cdk';

/** The value with every `${token:…}` in its texts replaced by the reference that was declared. */
export function withReferences<Value>(value: Value, values: ReadonlyMap<string, cdk.IResolvable>): Value {
  if (values.size === 0) return value;
  const visit = (node: unknown): unknown => {
    if (typeof node === 'string') return replaceTokens(node, (name) => referenceText(name, values));
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, member]: [string, unknown]) => [key, visit(member)]));
  };
  // texts stay texts and everything else is unchanged, so the type is the same
  return visit(value) as Value;
}

/** An undeclared name is unchanged: it was written in the definition as text. */
function referenceText(name: string, values: ReadonlyMap<string, cdk.IResolvable>): string {
  const value = values.get(name);
  return value === undefined ? `\${token:${name}}` : awsCdk().Token.asString(value);
}
