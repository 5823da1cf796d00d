import { ApiKeySourceType, EndpointType, JsonBodyValidation, type ApiQuotas } from '../../lib/constructs';
import { ENDPOINT_TYPES, JSON_BODY_VALIDATIONS } from '../../lib/spec';
import { declare, specOf } from '../support/declaration';

test('names every endpoint type of the spec', () => {
  expect(Object.values(EndpointType).sort()).toEqual([...ENDPOINT_TYPES].sort());
});

test('names every way to validate JSON bodies', () => {
  expect(Object.values(JsonBodyValidation).sort()).toEqual([...JSON_BODY_VALIDATIONS].sort());
});

test('are in the spec', () => {
  const { api, fn } = declare({
    endpointType: EndpointType.REGIONAL,
    apiKeySourceType: ApiKeySourceType.AUTHORIZER,
    binaryMediaTypes: ['image/*'],
    quotas: { stages: 20 },
    jsonBodyValidation: JsonBodyValidation.AWS,
    vendor: { shortPrefix: 'acme', cdnName: 'Edge' },
    description: 'pets',
    apiName: 'Animals',
    apiId: 'animals1',
  });
  api.root.addMethod('GET', fn);
  expect(specOf(api).api).toEqual({
    id: 'animals1', name: 'Animals', description: 'pets', endpointType: 'REGIONAL', apiKeySource: 'AUTHORIZER', binaryMediaTypes: ['image/*'],
    quotas: { resources: 300, stages: 20 }, jsonBodyValidation: 'aws',
    vendor: { headerPrefix: 'amzn', shortPrefix: 'acme', cdnName: 'Edge', identityProviderName: 'cognito' },
  });
});

test('quotas may be an instance of a class, with getters and with members of its own', () => {
  class TeamQuotas implements ApiQuotas {
    public readonly teams = 4;

    public get stages(): number {
      return this.teams * 5;
    }
  }
  const { api, fn } = declare({ quotas: new TeamQuotas() });
  api.root.addMethod('GET', fn);
  expect(specOf(api).api.quotas).toEqual({ resources: 300, stages: 20 });
});
