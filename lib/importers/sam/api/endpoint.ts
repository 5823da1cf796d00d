import { refuseResource } from '../refuse';
import { isMap, isSet, type JsonMap } from '../value';
import type { ApiSource } from './api-source';

/** `EndpointConfiguration` as a name or with VPC endpoints. */
export function endpointConfiguration({ id, properties }: ApiSource): JsonMap {
  const given = properties['EndpointConfiguration'];
  if (!isSet(given)) return {};
  if (!isMap(given) || !isSet(given['Type'])) {
    return { EndpointConfiguration: { Types: [given] }, Parameters: { endpointConfigurationTypes: given } };
  }
  if (Object.hasOwn(given, 'VPCEndpointIds') && Object.hasOwn(given, 'VpcEndpointIds')) {
    throw refuseResource(id, "'VPCEndpointIds' and 'VpcEndpointIds' cannot be used together in EndpointConfiguration.");
  }
  const ids = isSet(given['VPCEndpointIds']) ? given['VPCEndpointIds'] : given['VpcEndpointIds'];
  return {
    EndpointConfiguration: {
      Types: [given['Type']],
      ...(ids === undefined ? {} : { VpcEndpointIds: ids }),
      ...(given['IpAddressType'] === undefined ? {} : { IpAddressType: given['IpAddressType'] }),
    },
    Parameters: { endpointConfigurationTypes: given['Type'] },
  };
}
