import { expectBoolean, expectList, expectMap, expectPresent, expectText, refuseResource } from '../refuse';
import { hashedId } from '../logical-id';
import { derived, type Made, type SamResource } from '../translation';
import { isMap, isSet, member, printedList, type JsonMap } from '../value';

const ENDPOINTS = ['EDGE', 'REGIONAL', 'PRIVATE'];
const TLS_MEMBERS = ['TruststoreUri', 'TruststoreVersion'];

/** A custom domain and its base paths. Records of Route 53 are checked, not made: they have no part in an API. */
export function domainResources(resource: SamResource, properties: JsonMap): readonly Made[] {
  const given = properties['Domain'];
  if (given === undefined || given === null) return [];
  const refuse = (reason: string) => refuseResource(resource.id, reason);
  const domain = expectMap(given, 'Domain', refuse);
  expectPresent(domain['DomainName'], 'Domain.DomainName', refuse);
  expectPresent(domain['CertificateArn'], 'Domain.CertificateArn', refuse);
  const endpoint = domain['EndpointConfiguration'] ?? 'REGIONAL';
  if (typeof endpoint !== 'string' || !ENDPOINTS.includes(endpoint)) {
    throw refuse(`EndpointConfiguration for Custom Domains must be one of ${printedList(ENDPOINTS)}.`);
  }
  checkMutualTls(resource.id, domain['MutualTlsAuthentication']);
  const version = endpoint === 'PRIVATE' ? 'V2' : '';
  const id = hashedId(`ApiGatewayDomainName${version}`, domain['DomainName']);
  const mappings = basePathMappings(resource, domain, { id, version });
  checkRoute53(resource.id, domain['Route53']);
  const certificate = endpoint === 'REGIONAL' ? 'RegionalCertificateArn' : 'CertificateArn';
  return [
    derived(resource)(id, `AWS::ApiGateway::DomainName${version}`, {
      DomainName: domain['DomainName'], EndpointConfiguration: { Types: [endpoint] }, [certificate]: domain['CertificateArn'],
    }),
    ...mappings,
  ];
}

function basePathMappings(
  resource: SamResource, domain: JsonMap, { id, version }: { readonly id: string; readonly version: string },
): readonly Made[] {
  const refuse = (reason: string) => refuseResource(resource.id, reason);
  const given = domain['BasePath'];
  const listed = typeof given === 'string' ? [given] : given;
  const paths = isSet(given) && Array.isArray(listed) ? expectList(listed, 'Domain.BasePath', refuse) : [undefined];
  const mapped = version === '' ? { DomainName: { Ref: id } } : { DomainNameArn: { Ref: id } };
  return paths.map((path, index) => {
    const text = path === undefined ? undefined : expectText(path, `Domain.BasePath[${index}]`, refuse);
    const letters = text?.replaceAll(/[^\p{L}\p{N}]/gu, '') ?? '';
    const basePath = domain['NormalizeBasePath'] === undefined || isSet(domain['NormalizeBasePath']) ? letters : text;
    return derived(resource)(`${resource.id}${letters}BasePathMapping`, `AWS::ApiGateway::BasePathMapping${version}`, {
      ...mapped, RestApiId: { Ref: resource.id }, Stage: { Ref: `${resource.id}.Stage` }, ...(text === undefined ? {} : { BasePath: basePath }),
    });
  });
}

function checkMutualTls(id: string, tls: unknown): void {
  if (!isSet(tls)) return;
  const given = expectMap(tls, 'Domain.MutualTlsAuthentication', (reason) => refuseResource(id, reason));
  if (Object.keys(given).every((key) => TLS_MEMBERS.includes(key))) return;
  throw refuseResource(id, `Available Domain.MutualTlsAuthentication fields are ${printedList(TLS_MEMBERS)}.`);
}

function checkRoute53(id: string, route53: unknown): void {
  if (route53 === undefined || route53 === null) return;
  const refuse = (reason: string) => refuseResource(id, reason);
  expectMap(route53, 'Domain.Route53', refuse);
  if (member(route53, 'HostedZoneId') === undefined && member(route53, 'HostedZoneName') === undefined) {
    throw refuse('HostedZoneId or HostedZoneName is required to enable Route53 support on Custom Domains.');
  }
  const separate = isMap(route53) ? route53['SeparateRecordSetGroup'] : undefined;
  if (isSet(separate)) expectBoolean(separate, 'Domain.Route53.SeparateRecordSetGroup', refuse);
}
