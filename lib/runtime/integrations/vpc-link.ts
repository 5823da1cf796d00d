import { GatewayError } from '../../errors';
import { describeIntegration, type IntegrationSpec } from '../../spec';
import { readEndpoint, type Endpoint } from '../http/endpoint-address';
import type { ServedStage } from '../plan/exchange';
import type { BackendRequest } from '../ports';
import { withStageVariables } from './stage-function';

/** The local addresses of VPC links, by their names. */
export type VpcLinks = Readonly<Record<string, string>>;

/** A backend's way through a VPC link: undefined without one. @throws VPC_LINK_ADDRESS_MISSING, by each request */
export function vpcLinkOf(spec: IntegrationSpec, stage: ServedStage, links: VpcLinks): VpcLink | undefined {
  const { vpcLink } = describeIntegration(spec);
  if (vpcLink === undefined) return undefined;
  const name = withStageVariables(vpcLink, stage.variables);
  const address = Object.hasOwn(links, name) ? links[name]?.replace(/\/$/, '') : undefined;
  const checkReachable = (): string => {
    if (address === undefined) throw new GatewayError('VPC_LINK_ADDRESS_MISSING', { link: name });
    return address;
  };
  return { checkReachable };
}

export interface VpcLink {
  /** The local address behind the link, without a path. @throws VPC_LINK_ADDRESS_MISSING */
  readonly checkReachable: () => string;
}

/**
 * The request of a REST API at the local address behind a link: the backend is told the host of its own address, which its certificate
 * is for, too.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-private-integration.html
 */
export function throughLink(request: BackendRequest, link: VpcLink | undefined): BackendRequest {
  if (link === undefined) return request;
  const { authority, host, path } = readEndpoint(request.url);
  return { ...request, url: `${link.checkReachable()}${path}`, ...namedHost(request.headers, { authority, host }) };
}

/** The host that a backend is told, unless a mapping names one, and that its certificate is for. */
export function namedHost(headers: BackendRequest['headers'], { authority, host }: Pick<Endpoint, 'authority' | 'host'>) {
  const isNamed = headers.some(({ name }) => name.toLowerCase() === 'host');
  return { serverName: host, headers: isNamed ? headers : [...headers, { name: 'Host', value: authority }] };
}
