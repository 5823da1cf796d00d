import { aws_apigateway as apigateway, aws_cognito as cognito, aws_lambda as lambda, Duration, type Stack } from 'aws-cdk-lib';
import type { IApiKey } from '../../../lib';
import type { GatewaySpec } from '../../../lib/spec';
import { Api } from '../../../lib/aws';
import { newFunction, newStack, resourcesOfType } from '../../support/aws-stack';

/* Authorizers, models, validators and keys of aws-cdk-lib in an Api of ours: they render themselves, and the spec has what they say. */

function declare(use: (api: Api, stack: Stack) => void): { readonly stack: Stack; readonly spec: GatewaySpec } {
  const stack = newStack();
  const api = new Api(stack, 'Pets');
  use(api, stack);
  return { stack, spec: api._readSpec() };
}

const handlerIn = (stack: Stack) => new lambda.Function(stack, 'Check', {
  runtime: lambda.Runtime.NODEJS_22_X, handler: 'index.handler', code: lambda.Code.fromInline('exports.handler = async () => ({})'),
});

describe('an authorizer', () => {
  test.each<[string, (stack: Stack) => apigateway.IAuthorizer, object]>([
    ['of tokens', (stack) => new apigateway.TokenAuthorizer(stack, 'Auth', {
      handler: handlerIn(stack), identitySource: apigateway.IdentitySource.header('X-Token'), validationRegex: 'Bearer .+', resultsCacheTtl: Duration.minutes(1),
    }), { type: 'token', identitySource: 'method.request.header.X-Token', identityValidationExpression: 'Bearer .+', resultsCacheTtlSeconds: 60 }],
    ['of requests', (stack) => new apigateway.RequestAuthorizer(stack, 'Auth', {
      handler: handlerIn(stack), identitySources: [apigateway.IdentitySource.header('X-Token'), apigateway.IdentitySource.queryString('q')],
    }), { type: 'request', identitySources: ['method.request.header.X-Token', 'method.request.querystring.q'], resultsCacheTtlSeconds: 300 }],
    ['of requests that remembers nothing', (stack) => new apigateway.RequestAuthorizer(stack, 'Auth', {
      handler: handlerIn(stack), identitySources: [], resultsCacheTtl: Duration.seconds(0),
    }), { type: 'request', identitySources: [], resultsCacheTtlSeconds: 0 }],
    ['of user pools', (stack) => new apigateway.CognitoUserPoolsAuthorizer(stack, 'Auth', { cognitoUserPools: [new cognito.UserPool(stack, 'Users')] }),
      { type: 'cognito-user-pools', userPools: [{ arn: expect.stringMatching(/^\$\{token:/) as string }], resultsCacheTtlSeconds: 300 }],
  ])('%s', (_, authorizerIn, expected) => {
    const { stack, spec } = declare((api, scope) => {
      const authorizer = authorizerIn(scope);
      api.root.addMethod('GET', newFunction(scope), { authorizer });
      api.root.addMethod('PUT', newFunction(scope, 'Other'), { authorizer });
    });
    expect(Object.values(spec.authorizers)).toEqual([expect.objectContaining(expected)]);
    const { GET, PUT } = spec.resources['/']?.methods ?? {};
    expect(GET?.authorization).toMatchObject({ authorizer: Object.keys(spec.authorizers)[0] });
    expect(PUT?.authorization).toEqual(GET?.authorization);
    expect(resourcesOfType(stack, 'Authorizer')).toHaveLength(1);
    const [ref] = resourcesOfType(stack, 'Method').map(({ Properties }) => Properties.AuthorizerId);
    expect(ref).toEqual({ Ref: expect.stringMatching(/^Auth/) as string });
  });

  test('as a resource, with the function in its address', () => {
    const { spec } = declare((api, stack) => {
      const check = handlerIn(stack);
      const { ref: authorizerId } = new apigateway.CfnAuthorizer(stack, 'Auth', {
        name: 'By hand', type: 'TOKEN', restApiId: api.restApiId, identitySource: 'method.request.header.Authorization',
        authorizerUri: `arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/${check.functionArn}/invocations`,
      });
      api.root.addMethod('GET', newFunction(stack), { authorizer: { authorizerId, authorizationType: apigateway.AuthorizationType.CUSTOM } });
    });
    const [authorizer] = Object.values(spec.authorizers);
    expect(authorizer).toMatchObject({ type: 'token', identitySource: 'method.request.header.Authorization' });
    expect(Object.keys(spec.functions)).toContain(authorizer && 'function' in authorizer ? authorizer.function : '');
  });
});

test('models and validators keep the names that they were given, or get those of their constructs', () => {
  const { stack, spec } = declare((api, scope) => {
    const restApi = api.restApi;
    const named = new apigateway.Model(scope, 'Named', {
      restApi, modelName: 'Cat', description: 'A cat', contentType: 'application/vnd.cat+json', schema: { type: apigateway.JsonSchemaType.OBJECT, required: ['name'] },
    });
    const unnamed = new apigateway.Model(scope, 'Unnamed', { restApi, schema: { type: apigateway.JsonSchemaType.STRING } });
    const requestValidator = new apigateway.RequestValidator(scope, 'Validator', { restApi, validateRequestBody: true });
    const other = new apigateway.RequestValidator(scope, 'Other', { restApi, requestValidatorName: 'parameters', validateRequestParameters: true });
    const models = { requestModels: { 'application/json': named, 'text/plain': unnamed } };
    api.root.addMethod('PUT', newFunction(scope), { ...models, requestValidator });
    api.root.addMethod('POST', newFunction(scope, 'Second'), { ...models, requestValidator: other });
  });
  const { PUT, POST } = spec.resources['/']?.methods ?? {};
  const { 'application/json': cat = '', 'text/plain': text = '' } = PUT?.requestModels ?? {};
  expect(cat).toBe('Cat');
  expect(spec.models).toEqual({
    Cat: { contentType: 'application/vnd.cat+json', description: 'A cat', schema: { type: 'object', required: ['name'] } },
    [text]: { contentType: 'application/json', schema: { type: 'string' } },
  });
  expect(spec.requestValidators).toEqual({
    [PUT?.requestValidator ?? '']: { validateRequestBody: true, validateRequestParameters: false },
    parameters: { validateRequestBody: false, validateRequestParameters: true },
  });
  expect(POST?.requestValidator).toBe('parameters');
  expect(resourcesOfType(stack, 'Model')).toHaveLength(2);
  expect(resourcesOfType(stack, 'RequestValidator')).toHaveLength(2);
});

test('keys: name, description, value, and whether they are enabled', () => {
  const { stack, spec } = declare((api, scope) => {
    api.root.addMethod('GET', newFunction(scope), { apiKeyRequired: true });
    const plan = api.addUsagePlan('Plan', { apiStages: [{ stage: api.deploymentStage }] });
    const add = (key: apigateway.IApiKey): void => plan.addApiKey(key as unknown as IApiKey); // which the types do not say
    add(new apigateway.ApiKey(scope, 'Partner', { apiKeyName: 'partner', description: 'Of a partner', value: 'a-key-of-twenty-characters' }));
    add(new apigateway.ApiKey(scope, 'Off', { enabled: false }));
  });
  expect(spec.apiKeys).toMatchObject({ partner: { description: 'Of a partner', enabled: true, value: 'a-key-of-twenty-characters' } });
  expect(Object.values(spec.apiKeys).map(({ enabled }) => enabled).sort()).toEqual([false, true]);
  expect(Object.values(spec.usagePlans)[0]?.keys).toHaveLength(2);
  expect(resourcesOfType(stack, 'ApiKey')).toHaveLength(2);
});
