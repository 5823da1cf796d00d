import { loss, warning } from '../../../errors';
import type { BasePathMapping } from '../../imported-source';
import { booleanOf, itemsOf, memberOf, membersOf, textOf, type Members } from '../../value';
import type { Resource } from '../stack';
import type { ResourceIssue } from './other-resources';
import { servedHttpStageName } from '../http-api/stages';

const MAPPING = /^AWS::ApiGateway::BasePathMapping(V2)?$/;
/** The only one whose base path may have several parts. */
const API_MAPPING = 'AWS::ApiGatewayV2::ApiMapping';
const ROUTING_RULE = 'AWS::ApiGatewayV2::RoutingRule';

/** A mapping, and what declares it. */
export interface DeclaredMapping extends BasePathMapping {
  readonly resource: Resource;
  readonly apiName: string;
}

/** The base paths that custom domains have for APIs. @param names - of APIs, by id */
export function basePathMappings(resources: readonly Resource[], names: ReadonlyMap<string, string>): DeclaredMapping[] {
  return resources.flatMap((resource) => mappingsOf(resource).flatMap(({ id, stage: stageName, path, domain }) => {
    const apiName = names.get(textOf(id) ?? '');
    if (apiName === undefined) return [];
    const stage = textOf(stageName);
    const api = stage === undefined ? apiName : `${apiName}/${servedHttpStageName(stage)}`;
    return [{ resource, apiName, api, domain: domainOf(domain), path: textOf(path) || '(none)' }];
  }));
}

type Mapping = Readonly<Record<'id' | 'stage' | 'path' | 'domain', unknown>>;

function mappingsOf(resource: Resource): readonly Mapping[] {
  const { type } = resource;
  if (type === ROUTING_RULE) return mappingsOfRule(resource.stack.properties(resource));
  if (type !== API_MAPPING && !MAPPING.test(type)) return [];
  const { ApiId, RestApiId, Stage: stage, ApiMappingKey, BasePath, DomainName, DomainNameArn } = resource.stack.properties(resource);
  const domain = DomainName ?? DomainNameArn;
  return [type === API_MAPPING ? { id: ApiId, stage, path: ApiMappingKey, domain } : { id: RestApiId, stage, path: BasePath, domain }];
}

/** A rule maps base paths if it looks at nothing else and removes them from the path. */
function mappingsOfRule({ Actions, Conditions, DomainNameArn: domain }: Members): readonly Mapping[] {
  const [invoked] = itemsOf(Actions).map((action) => membersOf(memberOf(action, 'InvokeApi')));
  const [condition, ...more] = itemsOf(Conditions).map(membersOf);
  const { ApiId: id, Stage: stage, StripBasePath } = { ApiId: undefined, Stage: undefined, StripBasePath: undefined, ...invoked };
  if (condition === undefined) return [{ id, stage, path: '', domain }];
  const isBasePath = more.length === 0 && Object.keys(condition).join() === 'MatchBasePaths' && booleanOf(StripBasePath) === true;
  return isBasePath ? itemsOf(memberOf(condition.MatchBasePaths, 'AnyOf')).map((path) => ({ id, stage, path, domain })) : [];
}

/** The name of a domain, which may be given as an ARN. */
function domainOf(domain: unknown): string {
  return textOf(domain)?.replace(/^arn:.*:\/domainnames\//, '') ?? '';
}

/** Rules that are not mappings: a local gateway has one API for a base path, whatever the headers. */
export function routingRuleIssues(resources: readonly Resource[]): ResourceIssue[] {
  const rules = resources.filter((resource) => resource.type === ROUTING_RULE && mappingsOf(resource).length === 0);
  return rules.map((resource) => (
    { resource, found: loss('IMPORT_PART_REFUSED', resource.logicalId, { what: 'the routing rule', reason: 'it is not a base path that is removed from the path' }) }
  ));
}

/** The report has the option that serves a base path here. */
export function basePathIssues(mappings: readonly DeclaredMapping[]): ResourceIssue[] {
  return mappings.map(({ resource, apiName, api, path }) => (
    { resource, found: warning('IMPORT_BASE_PATH_NOTED', resource.logicalId, { api: apiName, mapping: `${api}=${path}` }) }
  ));
}
