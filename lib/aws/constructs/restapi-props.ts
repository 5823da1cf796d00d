import { EndpointType, type ApiProps as DeclaredApiProps } from '../../constructs';
import { issue, type Issue } from '../../errors';
import type { AwsTargetOptions, RestApiNames } from './api-options';

type OwnNames = Pick<DeclaredApiProps, 'apiName' | 'endpointType'> & Pick<AwsTargetOptions, 'vpcEndpoints'>;

/** The settings by their own names; undefined ones are not there. */
export function ownNames({ restApiName, endpointTypes, endpointConfiguration }: RestApiNames): OwnNames {
  const [type] = endpointConfiguration?.types ?? endpointTypes ?? [];
  const endpointType = Object.values(EndpointType).find((one) => one === type?.valueOf());
  const named = { apiName: restApiName, endpointType, vpcEndpoints: endpointConfiguration?.vpcEndpoints };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

/** A setting under two names, several endpoint types, and what cannot be carried. */
export function nameIssues(props: RestApiNames & OwnNames, location: string): Issue[] {
  const { restApiName, endpointTypes, endpointConfiguration, apiName, endpointType, vpcEndpoints } = props;
  const pairs: readonly (readonly [readonly [string, unknown], readonly [string, unknown]])[] = [
    [['restApiName', restApiName], ['apiName', apiName]],
    [['endpointTypes', endpointTypes], ['endpointType', endpointType]],
    [['endpointConfiguration', endpointConfiguration], ['endpointType', endpointType]],
    [['endpointConfiguration', endpointConfiguration], ['endpointTypes', endpointTypes]],
    [['endpointConfiguration', endpointConfiguration?.vpcEndpoints], ['vpcEndpoints', vpcEndpoints]],
  ];
  const repeated = pairs.filter((pair) => pair.every(([, value]) => value !== undefined));
  const types = endpointConfiguration?.types ?? endpointTypes ?? ['one'];
  return [
    ...repeated.map(([[property], [other]]) => issue('PROPERTY_REPEATED', location, { property, other })),
    ...(types.length === 1 ? [] : [issue('PROPERTY_TYPE_INVALID', location, { property: 'endpointTypes', given: `an array of ${types.length}`, expected: 'one endpoint type' })]),
    ...(endpointConfiguration?.ipAddressType === undefined ? [] : [issue('PROPERTY_UNKNOWN', location, {
      property: 'ipAddressType', owner: ' of endpointConfiguration', hint: ': set it on the CfnRestApi with an Aspect',
    })]),
  ];
}
