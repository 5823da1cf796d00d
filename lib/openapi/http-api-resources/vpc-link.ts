import type { PropertyReader } from './property-reader';
import { present } from './value';

const CONNECTION_TYPES = ['INTERNET', 'VPC_LINK'] as const;

/** The VPC link of an integration with an HTTP backend. */
export function vpcLinkOf(properties: PropertyReader) {
  if (!isPrivate(properties)) return {};
  const vpcLink = properties.text('ConnectionId');
  if (vpcLink === undefined) properties.refuse('ConnectionId', 'the VPC link of the backend is not named');
  return present({ vpcLink });
}

/** Whether a backend is reached through a VPC link. */
export function isPrivate(properties: PropertyReader): boolean {
  return properties.oneOf('ConnectionType', CONNECTION_TYPES) === 'VPC_LINK';
}
