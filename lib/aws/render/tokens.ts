import type * as cdk from 'aws-cdk-lib';
import { mapTexts, replaceTokens } from '../../spec';
import { awsCdk } from '../aws-cdk';

/** The value with every `${token:…}` in its texts replaced by the reference that was declared. */
export function withReferences<Value>(value: Value, values: ReadonlyMap<string, cdk.IResolvable>): Value {
  return values.size === 0 ? value : mapTexts(value, (text) => replaceTokens(text, (name) => referenceText(name, values)));
}

/** An undeclared name is unchanged: it was written in the definition as text. */
function referenceText(name: string, values: ReadonlyMap<string, cdk.IResolvable>): string {
  const value = values.get(name);
  return value === undefined ? `\${token:${name}}` : awsCdk().Token.asString(value);
}
