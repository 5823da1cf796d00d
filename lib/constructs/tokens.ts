import type { IConstruct } from 'constructs';
import type * as cdk from 'aws-cdk-lib';
import { membersInOrder, tokenText } from '../spec';

/** CDK tokens: values known only after deployment. */
const UNRESOLVED = '${Token[';
/** The placeholder that the CDK writes for the value of an SSM parameter until it has looked it up. */
const LOOKUP = /^dummy-value-for-(.+)$/;

/** The values of tokens, by their names in a spec. */
export type TokenValues = Map<string, cdk.IResolvable>;

/**
 * The value with every unresolved CDK token written as `${token:<name>}`, which is the same on every
 * synthesis; keys are sorted, so that the order of declaration does not matter. `owner` names tokens that have no
 * name of their own; the value of each name is added to `values`.
 */
export function withSymbolicTokens<Value>(value: Value, owner: IConstruct, values: TokenValues = new Map()): Value {
  const writer: TokenWriter = { owner, values, written: new Map() };
  const visit = (node: unknown): unknown => {
    if (typeof node === 'string') return node.includes(UNRESOLVED) ? symbolicText(node, writer) : lookedUp(node, values);
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    return membersInOrder(node, visit);
  };
  // Strings stay strings and everything else is unchanged, so the type is unchanged.
  return visit(value) as Value;
}

/** The value of an SSM parameter is named after it; AWS gets the unchanged text, whose value the CDK has looked up before. */
function lookedUp(text: string, values: TokenValues): string {
  const [, parameter] = LOOKUP.exec(text) ?? [];
  return parameter === undefined ? text : named(`ssm:${parameter}`, awsCdk().Token.asAny(text), values);
}

interface TokenWriter {
  readonly owner: IConstruct;
  readonly values: TokenValues;
  /** Texts of earlier tokens. */
  readonly written: Map<cdk.IResolvable, string>;
}

function symbolicText(text: string, writer: TokenWriter): string {
  const { Tokenization } = awsCdk();
  const mapped = Tokenization.reverseString(text).mapTokens({
    mapToken: (token) => {
      const written = writer.written.get(token) ?? writeToken(token, writer);
      writer.written.set(token, written);
      return written;
    },
  });
  return mapped.join({ join: (left: unknown, right: unknown) => `${left ?? ''}${right ?? ''}` }) as string; // joined texts
}

/** Loaded when a token occurs, once: the package that created the token must be installed. */
function awsCdk(): typeof cdk {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return loaded ??= require('aws-cdk-lib');
}

let loaded: typeof cdk | undefined;

/** The text for a token: a reference by its construct, a pseudo parameter by its name, a lazy value by what it resolves to. */
function writeToken(token: cdk.IResolvable, { owner, values, written }: TokenWriter): string {
  const { DefaultTokenResolver, Reference, Tokenization } = awsCdk();
  const references: TokenValues = new Map();
  const byDefault = new DefaultTokenResolver({ join: (left, right) => `${asText(left, references)}${asText(right, references)}` });
  const resolver: cdk.ITokenResolver = {
    resolveToken: (resolvable, context, postProcessor) =>
      isNamedHere(resolvable) ? resolvable.localText : Reference.isReference(resolvable)
        ? named(referenceName(resolvable), resolvable, references)
        : byDefault.resolveToken(resolvable, context, postProcessor),
    resolveString: (fragments, context) => byDefault.resolveString(fragments, context),
    resolveList: (list, context) => byDefault.resolveList(list, context),
  };
  try {
    const text = asText(Tokenization.resolve(token, { scope: owner, resolver }), references);
    references.forEach((value, name) => values.set(name, value));
    return text;
  } catch {
    return named(`${pathOf(owner)}#${written.size + 1}`, token, values); // a function of CloudFormation, or outside a stack: it has no name
  }
}

/** The name of a reference: for the value of an SSM parameter its name, otherwise the construct and attribute. */
function referenceName({ target, displayName }: cdk.Reference): string {
  const { CfnParameter } = awsCdk();
  const isParameter = target instanceof CfnParameter && target.type.startsWith('AWS::SSM::Parameter::Value');
  return isParameter && typeof target.default === 'string' ? `ssm:${target.default.replace(/:\d+$/, '')}` : `${pathOf(target)}.${displayName || 'Ref'}`;
}

/** The text of a token, whose value is stored under its name. */
function named(name: string, value: cdk.IResolvable, values: TokenValues): string {
  values.set(name, value);
  return tokenText(name);
}

/** The text of a resolved value, if it has one. */
function asText(value: unknown, values: TokenValues): string {
  if (value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  const name = pseudoParameter(value);
  if (name === undefined) throw new TypeError('an object is not text');
  return named(name, awsCdk().Token.asAny({ Ref: name }), values);
}

function pseudoParameter(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('Ref' in value)) return undefined;
  return typeof value.Ref === 'string' && value.Ref.startsWith('AWS::') ? value.Ref : undefined;
}

/** A construct path for use in a token: without the last part of an L1, and without braces. */
function pathOf(construct: IConstruct): string {
  return construct.node.path.replace(/\/Resource$/, '').replace(/[{}]/g, '_');
}

/** A reference in a template to something that the definition itself names, such as a stage: `localText` is that name. */
function isNamedHere(token: cdk.IResolvable): token is cdk.IResolvable & { readonly localText: string } {
  return 'localText' in token && typeof token.localText === 'string';
}
