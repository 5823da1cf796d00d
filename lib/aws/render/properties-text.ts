import type * as cdk from 'aws-cdk-lib';
import { awsCdk } from '../aws-cdk';
import { textBehind } from './shared-text';

/** Properties that do not affect responses. */
const COSMETIC = ['Description', 'FailOnWarnings', 'Name', 'Tags'];

/**
 * A resource as in the template, including overrides, without properties that do not affect responses. References are written as
 * the construct they refer to: how CloudFormation passes them between stacks does not matter and is known only at the end.
 */
export function propertiesText(resource: cdk.CfnResource): string {
  const { Tokenization } = awsCdk();
  const resolved: unknown = Tokenization.resolve(resource._toCloudFormation(), { scope: resource, resolver: namingResolver() });
  const { Resources = {} } = resolved as { Resources?: Record<string, { Properties?: Record<string, unknown> }> }; // a part of a template
  const [definition] = Object.values(Resources);
  return textOf(definition?.Properties ?? {});
}

/** The same of an API by its properties alone; they have the names that the template has, but for the case of their first letters. */
export function restApiText(
  { endpointConfiguration, ...others }: cdk.aws_apigateway.CfnRestApiProps, scope: cdk.CfnResource,
): string {
  const properties = capitalized({ ...others, endpointConfiguration: endpointConfiguration && capitalized(endpointConfiguration) });
  const resolved: unknown = awsCdk().Tokenization.resolve(properties, { scope, resolver: namingResolver() });
  return textOf(resolved as Record<string, unknown>); // of an object
}

function capitalized(properties: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [`${name.charAt(0).toUpperCase()}${name.slice(1)}`, value]));
}

function textOf(properties: Readonly<Record<string, unknown>>): string {
  const significant = Object.entries(properties).filter(([name]) => !COSMETIC.includes(name));
  return JSON.stringify(Object.fromEntries(significant.sort(([left], [right]) => (left < right ? -1 : 1))));
}

function namingResolver(): cdk.ITokenResolver {
  const { DefaultTokenResolver, Reference } = awsCdk();
  const byDefault = new DefaultTokenResolver({ join: (left, right) => `${asText(left)}${asText(right)}` });
  return {
    resolveToken: (token, context, postProcessor) => {
      const text = textBehind(token);
      if (text !== undefined) return named(token, () => context.resolve(text));
      if (Reference.isReference(token)) return { Ref: `${token.target.node.path}.${token.displayName}` };
      return byDefault.resolveToken(token, context, postProcessor);
    },
    resolveString: (fragments, context) => byDefault.resolveString(fragments, context),
    resolveList: (list, context) => byDefault.resolveList(list, context),
  };
}

/** Shared texts, as they are written here. */
const NAMED = new WeakMap<cdk.IResolvable, unknown>();

function named(token: cdk.IResolvable, resolve: () => unknown): unknown {
  if (!NAMED.has(token)) NAMED.set(token, resolve());
  return NAMED.get(token);
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value) ?? '';
}
