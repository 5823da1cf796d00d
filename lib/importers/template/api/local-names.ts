import type { DocumentPath } from '../../document/document-path';
import type { LocalName } from '../../imported-source';
import { isMembers, memberOf, membersOf, textOf } from '../../value';
import { idOf } from '../physical-values';
import type { Resource } from '../stack';
import { keyOf, type MadeUp, type Stacks } from '../stacks';
import type { ImportedFunction } from './functions';

/** The parts of a source that are served. */
export interface ServedParts {
  readonly apis: ReadonlySet<Resource>;
  readonly functions: readonly ImportedFunction[];
}

interface Use {
  readonly by: string;
  readonly resource: Resource;
  /** The path of the value in the resource's properties. */
  readonly path: DocumentPath;
}

/** A made-up value with the resource that it belongs to: several stacks may have resources of one name. */
export interface LocalNameOf extends LocalName {
  readonly of: Resource;
}

/** Made-up values in what is served: in variables of functions and stages, in integrations, authorizers and documents. */
export function localNamesOf(stacks: Stacks, { apis, functions }: ServedParts): LocalNameOf[] {
  const ids = new Set([...apis].map(({ stack, logicalId }) => idOf(stack.source.name, logicalId)));
  const isServed = (resource: Resource): boolean => {
    const { RestApiId, ApiId } = resource.stack.properties(resource);
    return ids.has(textOf(RestApiId ?? ApiId) ?? '');
  };
  const isUsed = (resource: Resource): boolean => Object.hasOwn(PROPERTIES, resource.type) && isServed(resource);
  const ofApis = stacks.resources.filter((resource) => apis.has(resource) || isUsed(resource));
  const byKey = new Map<string, MadeUp & { readonly usedBy: Set<string> }>();
  for (const { by, resource, path } of [...functions.flatMap(variablesOf), ...ofApis.flatMap(usesOf)]) {
    const value = path.reduce<unknown>((inside, name) => memberOf(inside, String(name)), resource.written);
    const { madeUp } = stacks.evaluate(resource.stack, value, [...resource.path, 'Properties', ...path]);
    for (const entry of madeUp) {
      const key = `${keyOf(entry.resource)} ${entry.token}`;
      const known = byKey.get(key) ?? { ...entry, usedBy: new Set() };
      byKey.set(key, known);
      known.usedBy.add(by);
    }
  }
  const names = [...byKey.values()].map(({ token, value, usedBy, resource: of }) => ({ token, value, usedBy: [...usedBy].sort(), of }));
  return names.sort((left, right) => (left.token < right.token ? -1 : 1));
}

/** Properties with values that requests use, by type; what they are called in a list. */
const PROPERTIES: Readonly<Record<string, { readonly what: string; readonly paths: readonly DocumentPath[] }>> = {
  'AWS::ApiGateway::RestApi': { what: 'API', paths: [['Body'], ['Policy']] },
  'AWS::ApiGateway::Stage': { what: 'stage', paths: [['Variables']] },
  'AWS::ApiGateway::Authorizer': { what: 'authorizer', paths: [['AuthorizerUri'], ['ProviderARNs']] },
  // the role of an integration is not needed here
  'AWS::ApiGateway::Method': {
    what: 'method', paths: ['Uri', 'RequestParameters', 'RequestTemplates', 'IntegrationResponses'].map((name) => ['Integration', name]),
  },
  'AWS::ApiGatewayV2::Api': { what: 'API', paths: [['Body'], ['Target'], ['CorsConfiguration']] },
  'AWS::ApiGatewayV2::Stage': { what: 'stage', paths: [['StageVariables']] },
  'AWS::ApiGatewayV2::Authorizer': { what: 'authorizer', paths: [['AuthorizerUri'], ['JwtConfiguration']] },
  'AWS::ApiGatewayV2::Integration': { what: 'integration', paths: [['IntegrationUri'], ['RequestParameters'], ['RequestTemplates'], ['ResponseParameters']] },
  'AWS::ApiGatewayV2::IntegrationResponse': { what: 'integration response', paths: [['ResponseTemplates']] },
};

function usesOf(resource: Resource): Use[] {
  const { type, logicalId } = resource;
  const { what, paths } = PROPERTIES[type] ?? { what: '', paths: [] };
  return paths.map((path) => ({ by: `${what} ${logicalId}`, resource, path }));
}

function variablesOf({ name: fn, resource }: ImportedFunction): Use[] {
  if (resource === undefined) return [];
  const variables = memberOf(resource.written.Environment, 'Variables');
  const isWritten = isMembers(variables) && !Object.keys(variables).some((name) => name.startsWith('Fn::'));
  if (!isWritten) return [{ by: `function ${fn}, environment`, resource, path: ['Environment'] }];
  return Object.keys(membersOf(variables)).map((name) => ({ by: `function ${fn}, environment ${name}`, resource, path: ['Environment', 'Variables', name] }));
}
