import type { GatewaySpecInput } from '../../../lib/spec';

export const PROXY = (name: string) => ({ type: 'proxy', function: name }) as const;
export const MAPPED = (name: string) => ({ type: 'mapped' as const, function: name, responses: [{ statusCode: '200' }] });

const fn = { code: 'code', handler: 'index.handler' };
const cors = { allowOrigins: ['*'], methods: ['GET'], allowHeaders: [], allowMethods: ['GET'] } satisfies NonNullable<NonNullable<GatewaySpecInput['resources']>[string]>['cors'];
const byToken = { type: 'CUSTOM', authorizer: 'Tokens' } as const;

/** An API with every kind of part that a diagram draws. */
export function spec(change: Partial<GatewaySpecInput> = {}): GatewaySpecInput {
  return {
    format: 'synthgate/1',
    api: { id: 'shop', name: 'Shop' },
    functions: { Pets: fn, Orders: fn, Decide: fn, Image: { ...fn, constructPath: 'Shop/Image', unavailable: 'it is a container image' } },
    authorizers: {
      Tokens: { type: 'token', function: 'Decide', identitySource: 'method.request.header.Authorization' },
      Requests: { type: 'request', function: 'Decide', identitySources: ['method.request.header.X-Tenant'] },
      Users: { type: 'cognito-user-pools', userPools: [{ arn: 'arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_abc' }] },
    },
    resources: {
      '/pets': { id: 'a', cors, methods: {
        GET: { integration: PROXY('Pets') },
        POST: { authorization: byToken, integration: PROXY('Pets') },
      } },
      '/pets/{petId}': { id: 'b', cors, methods: {
        GET: { integration: PROXY('Pets') },
        DELETE: { authorization: { type: 'COGNITO_USER_POOLS', authorizer: 'Users', scopes: ['pets/write', 'pets/admin'] }, integration: { ...PROXY('Pets'), responseTransferMode: 'STREAM' } },
      } },
      '/orders': { id: 'c', methods: {
        GET: { authorization: { type: 'AWS_IAM' }, integration: PROXY('Orders') },
        PUT: { apiKeyRequired: true, authorization: byToken, integration: PROXY('${stageVariables.orders}') },
      } },
      '/images': { id: 'd', methods: { GET: { authorization: { type: 'CUSTOM', authorizer: 'Requests' }, integration: PROXY('Image') } } },
      '/health': { id: 'e', methods: { GET: { integration: { type: 'mock', responses: [{ statusCode: '200' }] } } } },
      '/legacy': { id: 'f', methods: { ANY: { integration: { type: 'http-proxy', uri: 'https://legacy.example.com/shop', vpcLink: 'abc123' } } } },
      '/rates': { id: 'g', methods: { GET: { integration: { type: 'http', uri: 'https://rates.example.com', responses: [{ statusCode: '200' }] } } } },
      '/events': { id: 'h', methods: { POST: { integration: { type: 'service', service: 'sqs', path: '123456789012/events', responses: [{ statusCode: '200' }] } } } },
      '/old': { id: 'i', methods: { GET: { integration: { type: 'unavailable', awsType: 'HTTP', target: 'https://old.example.com', reason: 'its certificate is on AWS only' } } } },
      '/tags': { id: 'j', methods: { GET: { integration: MAPPED('Pets') } } },
    },
    stages: { prod: { variables: { orders: 'Orders' } }, dev: { variables: { orders: 'Orders' } } },
    ...change,
  };
}
