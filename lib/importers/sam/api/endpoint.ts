import { refuseResource } from '../refuse';
import { isMap, isSet, type JsonMap } from '../value';
import type { ApiSource } from './api-source';

/** `EndpointConfiguration` as a name or with VPC endpoints. */
export function endpointConfiguration({ id, properties }: ApiSource): JsonMap {
  const endpoint = properties['EndpointConfiguration'];
  if (!isSet(endpoint)) return {};
  if (!isMap(endpoint) || !isSet(endpoint['Type'])) {
    return { EndpointConfiguration: { Types: [endpoint] }, Parameters: { endpointConfigurationTypes: endpoint } };
  }
  if (Object.hasOwn(endpoint, 'VPCEndpointIds') && Object.hasOwn(endpoint, 'VpcEndpointIds')) {
    throw refuseResource(id, "'VPCEndpointIds' and 'VpcEndpointIds' cannot be used together in EndpointConfiguration.");
  }
  const ids = isSet(endpoint['VPCEndpointIds']) ? endpoint['VPCEndpointIds'] : endpoint['VpcEndpointIds'];
  return {
    EndpointConfiguration: {
      Types: [endpoint['Type']],
      ...(ids === undefined ? {} : { VpcEndpointIds: ids }),
      ...(endpoint['IpAddressType'] === undefined ? {} : { IpAddressType: endpoint['IpAddressType'] }),
    },
    Parameters: { endpointConfigurationTypes: endpoint['Type'] },
  };
}
