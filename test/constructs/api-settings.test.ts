import { ApiKeySourceType, EndpointType } from '../../lib/constructs';
import { ENDPOINT_TYPES } from '../../lib/spec';
import { declare, specOf } from '../support/declaration';

test('names every endpoint type of the spec', () => {
  expect(Object.values(EndpointType).sort()).toEqual([...ENDPOINT_TYPES].sort());
});

test('stand in the spec', () => {
  const { api, fn } = declare({
    endpointType: EndpointType.REGIONAL,
    apiKeySourceType: ApiKeySourceType.AUTHORIZER,
    binaryMediaTypes: ['image/*'],
    quotas: { stages: 20 },
    vendor: { shortPrefix: 'acme', cdnName: 'Edge' },
    description: 'pets',
    apiName: 'Animals',
    apiId: 'animals1',
  });
  api.root.addMethod('GET', fn);
  expect(specOf(api).api).toEqual({
    id: 'animals1', name: 'Animals', description: 'pets', endpointType: 'REGIONAL', apiKeySource: 'AUTHORIZER', binaryMediaTypes: ['image/*'],
    quotas: { resources: 300, stages: 20 },
    vendor: { headerPrefix: 'amzn', shortPrefix: 'acme', cdnName: 'Edge', identityProviderName: 'cognito' },
  });
});
