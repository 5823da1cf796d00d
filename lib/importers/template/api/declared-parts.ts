import type { DeclaredDomain, DeclaredParts } from '../../../spec';
import { booleanOf, itemsOf, memberOf, textOf, membersOf, type Members } from '../../value';
import { idOf } from '../physical-values';
import type { Resource } from '../stack';
import type { DeclaredApi } from './api-source';
import { present } from './draft';
import { loss, warning } from '../../../errors';
import type { BasePathMapping } from '../../imported-source';
import type { ResourceIssue } from './other-resources';
import { servedHttpStageName } from '../http-api/stages';

const DOMAIN = /^AWS::ApiGateway(::DomainName(V2)?|V2::DomainName)$/;

/** Properties that no caller notices. */
const TEXTS = ['Description', 'Tags', 'Name'];

/** The parts of an API that are in the resources around it. */
type Around = Required<Pick<DeclaredParts, 'domains' | 'webAcls'>>;

/** The parts of an API that a template declares, and no gateway here serves. */
export function declaredPartsOf(api: Resource, { declared = {}, closed }: Pick<DeclaredApi, 'declared' | 'closed'>, around: Around): DeclaredParts {
  const properties = api.stack.properties(api);
  const noticed = Object.fromEntries(Object.entries(properties).filter(([name]) => !TEXTS.includes(name)));
  const { unread = closed === undefined ? undefined : { [api.logicalId]: { closed, properties: noticed } } } = declared;
  return {
    ...declared,
    ...present({ unread, defaultEndpointTls: textOf(properties.SecurityPolicy) }),
    isDefaultEndpointClosed: declared.isDefaultEndpointClosed === true || booleanOf(properties.DisableExecuteApiEndpoint) === true,
    ...around,
  };
}

type Domains = Record<string, DeclaredDomain>;

/** The domains that lead to each API, by the name of the API. */
export function domainsByApi(mappings: readonly DeclaredMapping[], resources: readonly Resource[]): ReadonlyMap<string, Domains> {
  const declared = resources.filter(({ type }) => DOMAIN.test(type));
  const settings = new Map(declared.flatMap((resource) => namesOf(resource).map((name) => [name, settingsOf(resource)] as const)));
  const byApi = new Map<string, Domains>();
  for (const { apiName, api, domain, path } of mappings) {
    const domains = byApi.get(apiName) ?? {};
    domains[domain] = { ...settings.get(domain), basePaths: { ...domains[domain]?.basePaths, [path]: api.slice(apiName.length + 1) } };
    byApi.set(apiName, domains);
  }
  return byApi;
}

/** A mapping has the name of its domain, or what stands for a name that is known only after deployment. */
function namesOf(resource: Resource): string[] {
  const { DomainName } = resource.stack.properties(resource);
  return [textOf(DomainName) ?? [], idOf(resource.stack.source.name, resource.logicalId)].flat();
}

function settingsOf(resource: Resource): Omit<DeclaredDomain, 'basePaths'> {
  const { SecurityPolicy, DomainNameConfigurations, MutualTlsAuthentication } = resource.stack.properties(resource);
  // HTTP and WebSocket APIs have one policy only
  const implied = resource.type === 'AWS::ApiGatewayV2::DomainName' ? 'TLS_1_2' : undefined;
  const [policy = implied] = [SecurityPolicy, ...itemsOf(DomainNameConfigurations).map((configuration) => memberOf(configuration, 'SecurityPolicy'))].flatMap((text) => textOf(text) ?? []);
  return present({ tls: policy, isMutual: textOf(memberOf(MutualTlsAuthentication, 'TruststoreUri')) === undefined ? undefined : true });
}

const MAPPING = /^AWS::ApiGateway::BasePathMapping(V2)?$/;
/** The only one whose base path may have several parts. */
const API_MAPPING = 'AWS::ApiGatewayV2::ApiMapping';
const ROUTING_RULE = 'AWS::ApiGatewayV2::RoutingRule';

interface DeclaredMapping extends BasePathMapping {
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
    // a domain may be named by its ARN
    const name = textOf(domain)?.replace(/^arn:.*:\/domainnames\//, '') ?? '';
    return [{ resource, apiName, api, domain: name, path: textOf(path) || '(none)' }];
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
