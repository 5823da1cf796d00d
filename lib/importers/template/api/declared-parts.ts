import type { DeclaredDomain, DeclaredParts } from '../../../spec';
import { booleanOf, itemsOf, memberOf, textOf, type Members } from '../../value';
import { idOf } from '../physical-values';
import type { Resource } from '../stack';
import type { DeclaredApi } from './api-source';
import type { DeclaredMapping } from './base-path-mappings';
import { present } from './draft';

const DOMAIN = /^AWS::ApiGateway(::DomainName(V2)?|V2::DomainName)$/;

/** Properties that no caller notices. */
const TEXTS = ['Description', 'Tags', 'Name'];

/** The parts of an API that are in the resources around it. */
type Around = Required<Pick<DeclaredParts, 'domains' | 'webAcls'>>;

/** The parts of an API that a template declares, and no gateway here serves. */
export function declaredPartsOf(api: Resource, { declared = {}, closed }: Pick<DeclaredApi, 'declared' | 'closed'>, around: Around): DeclaredParts {
  const properties = api.stack.properties(api);
  const { unread = closed === undefined ? undefined : { [api.logicalId]: { closed, properties: withoutTexts(properties) } } } = declared;
  return {
    ...declared,
    ...present({ unread, defaultEndpointTls: textOf(properties.SecurityPolicy) }),
    isDefaultEndpointClosed: declared.isDefaultEndpointClosed === true || booleanOf(properties.DisableExecuteApiEndpoint) === true,
    ...around,
  };
}

function withoutTexts(properties: Members): Members {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !TEXTS.includes(name)));
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
