import { aws_apigateway as apigateway, aws_ec2 as ec2, type Stack } from 'aws-cdk-lib';
import { EndpointType, MockIntegration } from '../../../lib';
import { Api, type ApiProps } from '../../../lib/aws';
import { newStack, resourcesOfType } from '../../support/aws-stack';

const { PRIVATE, REGIONAL } = apigateway.EndpointType;

function declare(props: (endpoint: ec2.IVpcEndpoint) => ApiProps): { readonly stack: Stack; readonly api: Api } {
  const stack = newStack();
  const endpoint = ec2.InterfaceVpcEndpoint.fromInterfaceVpcEndpointAttributes(stack, 'Endpoint', { vpcEndpointId: 'vpce-1', port: 443 });
  const api = new Api(stack, 'Pets', props(endpoint));
  api.root.addMethod('GET', new MockIntegration());
  return { stack, api };
}

test.each<[string, (endpoint: ec2.IVpcEndpoint) => ApiProps, object]>([
  ['restApiName is apiName', () => ({ restApiName: 'Shop' }), { Name: 'Shop' }],
  ['endpointTypes is endpointType', () => ({ endpointTypes: [REGIONAL] }), { Name: 'Pets', EndpointConfiguration: { Types: ['REGIONAL'] } }],
  ['endpointConfiguration is both', (endpoint) => ({ endpointConfiguration: { types: [PRIVATE], vpcEndpoints: [endpoint] } }), {
    EndpointConfiguration: { Types: ['PRIVATE'], VpcEndpointIds: ['vpce-1'] },
  }],
])('%s', (_, props, expected) => {
  const [{ Properties }] = resourcesOfType(declare(props).stack, 'RestApi');
  expect(Properties).toMatchObject(expected);
});

test.each<[string, ApiProps, string[]]>([
  ['two names', { restApiName: 'a', apiName: 'b' }, ['PROPERTY_REPEATED: restApiName and apiName are the same setting']],
  ['two types', { endpointTypes: [PRIVATE, REGIONAL] }, ['PROPERTY_TYPE_INVALID: endpointTypes is an array of 2; expected one endpoint type']],
  ['a type twice', { endpointTypes: [REGIONAL], endpointType: EndpointType.REGIONAL }, ['PROPERTY_REPEATED: endpointTypes and endpointType are the same setting']],
  ['types twice', { endpointTypes: [REGIONAL], endpointConfiguration: { types: [REGIONAL] } }, ['PROPERTY_REPEATED: endpointConfiguration and endpointTypes are the same setting']],
  ['the address type', { endpointConfiguration: { types: [REGIONAL], ipAddressType: apigateway.IpAddressType.IPV4 } }, [
    'PROPERTY_UNKNOWN: unknown property "ipAddressType" of endpointConfiguration: set it on the CfnRestApi with an Aspect',
  ]],
])('%s: refused', (_, props, messages) => {
  expect(declare(() => props).api._collect().issues.map(({ code, message }) => `${code}: ${message}`)).toEqual(messages);
});
