import { expectList, expectMap, expectPresent, expectText, refuseResource } from '../refuse';
import { hashedId } from '../logical-id';
import { derived, type Made, type SamResource } from '../translation';
import { isSet, printedList, type JsonMap } from '../value';

const ENDPOINTS = ['EDGE', 'REGIONAL', 'PRIVATE'];

/** Returns a custom domain and its base paths. Records of Route 53 have no part in an API. */
export function domainResources(resource: SamResource, properties: JsonMap): readonly Made[] {
  const { Domain: declared } = properties;
  if (declared === undefined || declared === null) return [];
  const refuse = (reason: string) => refuseResource(resource.id, reason);
  const domain = expectMap(declared, 'Domain', refuse);
  expectPresent(domain['DomainName'], 'Domain.DomainName', refuse);
  expectPresent(domain['CertificateArn'], 'Domain.CertificateArn', refuse);
  const endpoint = domain['EndpointConfiguration'] ?? 'REGIONAL';
  if (typeof endpoint !== 'string' || !ENDPOINTS.includes(endpoint)) {
    throw refuse(`EndpointConfiguration for Custom Domains must be one of ${printedList(ENDPOINTS)}.`);
  }
  const version = endpoint === 'PRIVATE' ? 'V2' : '';
  const id = hashedId(`ApiGatewayDomainName${version}`, domain['DomainName']);
  const mappings = basePathMappings(resource, domain, { id, version });
  const { MutualTlsAuthentication: tls, SecurityPolicy: policy } = domain;
  const certificate = endpoint === 'REGIONAL' ? 'RegionalCertificateArn' : 'CertificateArn';
  return [
    derived(resource)(id, `AWS::ApiGateway::DomainName${version}`, {
      DomainName: domain['DomainName'], EndpointConfiguration: { Types: [endpoint] }, [certificate]: domain['CertificateArn'],
      ...(isSet(tls) ? { MutualTlsAuthentication: tls } : {}), ...(isSet(policy) ? { SecurityPolicy: policy } : {}),
    }),
    ...mappings,
  ];
}

function basePathMappings(
  resource: SamResource, domain: JsonMap, { id, version }: { readonly id: string; readonly version: string },
): readonly Made[] {
  const refuse = (reason: string) => refuseResource(resource.id, reason);
  const { BasePath: basePaths } = domain;
  const listed = typeof basePaths === 'string' ? [basePaths] : basePaths;
  const paths = isSet(basePaths) && Array.isArray(listed) ? expectList(listed, 'Domain.BasePath', refuse) : [undefined];
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
