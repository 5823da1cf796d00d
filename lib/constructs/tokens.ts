import type { IConstruct } from 'constructs';
import type * as cdk from 'aws-cdk-lib';
import { tokenText } from '../spec';

/** How CDK writes a value into text that only a deployment knows. */
const UNRESOLVED = '${Token[';

/**
 * The value with every unresolved CDK token in its texts written as `${token:<name>}`, which stays the same on every
 * synthesis. `owner` names what has no name by itself.
 */
export function withSymbolicTokens<Value>(value: Value, owner: IConstruct): Value {
  const names = new Map<cdk.IResolvable, string>();
  const visit = (given: unknown): unknown => {
    if (typeof given === 'string') return given.includes(UNRESOLVED) ? symbolicText(given, owner, names) : given;
    if (Array.isArray(given)) return given.map(visit);
    if (typeof given !== 'object' || given === null) return given;
    const keys = Object.keys(given).sort();
    // Own members, read by their own keys.
    return Object.fromEntries(keys.map((key) => [key, visit((given as Record<string, unknown>)[key])]));
  };
  // Texts become texts, everything else stays, so the type does.
  return visit(value) as Value;
}

function symbolicText(text: string, owner: IConstruct, names: Map<cdk.IResolvable, string>): string {
  const { Tokenization } = awsCdk();
  const mapped = Tokenization.reverseString(text).mapTokens({
    mapToken: (token) => {
      const written = names.get(token) ?? writeToken(token, owner, names.size + 1);
      names.set(token, written);
      return written;
    },
  });
  return mapped.join({ join: (left: unknown, right: unknown) => `${left ?? ''}${right ?? ''}` }) as string; // joined texts
}

/** Loaded when a token occurs: then the package is there, because it made the token. */
function awsCdk(): typeof cdk {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('aws-cdk-lib');
}

/** The text for one token: a reference by its construct, a pseudo parameter by its name, a late value by itself. */
function writeToken(token: cdk.IResolvable, owner: IConstruct, position: number): string {
  const { DefaultTokenResolver, Reference, Tokenization } = awsCdk();
  const byDefault = new DefaultTokenResolver({ join: (left, right) => `${asText(left)}${asText(right)}` });
  const resolver: cdk.ITokenResolver = {
    resolveToken: (one, context, postProcessor) =>
      Reference.isReference(one) ? tokenText(`${pathOf(one.target)}.${one.displayName || 'Ref'}`) : byDefault.resolveToken(one, context, postProcessor),
    resolveString: (fragments, context) => byDefault.resolveString(fragments, context),
    resolveList: (list, context) => byDefault.resolveList(list, context),
  };
  try {
    return asText(Tokenization.resolve(token, { scope: owner, resolver }));
  } catch {
    return tokenText(`${pathOf(owner)}#${position}`); // a function of CloudFormation, or outside a stack: it has no name
  }
}

/** The text of a resolved value that has one. */
function asText(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'object') return tokenText(pseudoParameter(value) ?? noText(value));
  return String(value);
}

function noText(value: unknown): never {
  throw new TypeError(`${typeof value} is no text`);
}

function pseudoParameter(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('Ref' in value)) return undefined;
  return typeof value.Ref === 'string' && value.Ref.startsWith('AWS::') ? value.Ref : undefined;
}

/** A construct's path as it may stand in a token: without the L1's own last part, and without braces. */
function pathOf(construct: IConstruct): string {
  return construct.node.path.replace(/\/Resource$/, '').replace(/[{}]/g, '_');
}
