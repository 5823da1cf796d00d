import { Duration } from 'aws-cdk-lib';
import * as theirs from 'aws-cdk-lib/aws-apigateway';
import { UserPool as CognitoUserPool } from 'aws-cdk-lib/aws-cognito';
import { AuthorizationType, CognitoUserPoolsAuthorizer, IdentitySource, Model, RequestAuthorizer, TokenAuthorizer } from '../../../lib';
import { newFunction } from '../../support/aws-stack';
import { lambdaIntegration, lambdaFunction, petsApi, petsRestApi, type Definition } from './definition';

const SCHEMA = { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 20 } } };
const THEIR_SCHEMA: theirs.JsonSchema = {
  type: theirs.JsonSchemaType.OBJECT, required: ['name'], properties: { name: { type: theirs.JsonSchemaType.STRING, maxLength: 20 } },
};

/** Methods: who may call them, what is checked, what they may answer. */
export const METHODS: readonly Definition[] = [
  {
    name: 'API key, name of the operation, request parameters',
    ours: (stack) => {
      petsApi(stack).root.addMethod('GET', newFunction(stack), {
        apiKeyRequired: true, operationName: 'list', requestParameters: { 'method.request.querystring.color': true, 'method.request.header.X-Kind': false },
      });
    },
    theirs: (stack) => {
      petsRestApi(stack).root.addMethod('GET', lambdaIntegration(stack), {
        apiKeyRequired: true, operationName: 'list', requestParameters: { 'method.request.querystring.color': true, 'method.request.header.X-Kind': false },
      });
    },
  },
  {
    name: 'texts for documents',
    ours: (stack) => {
      petsApi(stack).root.addMethod('GET', newFunction(stack), {
        documentation: { summary: 'Lists pets.', tags: ['pets'], deprecated: true }, methodResponses: [{ statusCode: '200', description: 'All pets.' }],
      });
    },
    theirs: (stack) => {
      const { root, restApiId } = petsRestApi(stack);
      const method = root.addMethod('GET', lambdaIntegration(stack), { methodResponses: [{ statusCode: '200' }] });
      const at = { path: '/', method: 'GET' };
      const properties = '{"summary":"Lists pets.","tags":["pets"],"deprecated":true}';
      new theirs.CfnDocumentationPart(method, 'Documentation', { restApiId, location: { type: 'METHOD', ...at }, properties });
      new theirs.CfnDocumentationPart(method, 'Documentation200', {
        restApiId, location: { type: 'RESPONSE', ...at, statusCode: '200' }, properties: '{"description":"All pets."}',
      });
    },
  },
  {
    name: 'signed requests',
    ours: (stack) => { petsApi(stack).root.addMethod('GET', newFunction(stack), { authorizationType: AuthorizationType.IAM }); },
    theirs: (stack) => { petsRestApi(stack).root.addMethod('GET', lambdaIntegration(stack), { authorizationType: theirs.AuthorizationType.IAM }); },
  },
  {
    name: 'an authorizer of tokens',
    ours: (stack) => {
      const authorizer = new TokenAuthorizer(stack, 'Auth', {
        handler: newFunction(stack, 'Check'), authorizerName: 'auth', identitySource: IdentitySource.header('X-Token'), validationRegex: 'Bearer .+',
        resultsCacheTtl: Duration.minutes(10),
      });
      petsApi(stack).root.addMethod('GET', newFunction(stack), { authorizer });
    },
    theirs: (stack) => {
      const authorizer = new theirs.TokenAuthorizer(stack, 'Auth', {
        handler: lambdaFunction(stack, 'Check'), authorizerName: 'auth', identitySource: theirs.IdentitySource.header('X-Token'), validationRegex: 'Bearer .+',
        resultsCacheTtl: Duration.minutes(10),
      });
      petsRestApi(stack).root.addMethod('GET', lambdaIntegration(stack), { authorizer });
    },
  },
  {
    name: 'an authorizer of requests',
    ours: (stack) => {
      const identitySources = [IdentitySource.header('X-Tenant'), IdentitySource.queryString('user'), IdentitySource.stageVariable('region'), IdentitySource.context('identity.sourceIp')];
      const authorizer = new RequestAuthorizer(stack, 'Auth', { handler: newFunction(stack, 'Check'), identitySources, authorizerName: 'auth', resultsCacheTtl: Duration.minutes(1) });
      petsApi(stack).root.addMethod('GET', newFunction(stack), { authorizer, authorizationType: AuthorizationType.CUSTOM });
    },
    theirs: (stack) => {
      const { IdentitySource: Source } = theirs;
      const identitySources = [Source.header('X-Tenant'), Source.queryString('user'), Source.stageVariable('region'), Source.context('identity.sourceIp')];
      const authorizer = new theirs.RequestAuthorizer(stack, 'Auth', { handler: lambdaFunction(stack, 'Check'), identitySources, authorizerName: 'auth', resultsCacheTtl: Duration.minutes(1) });
      petsRestApi(stack).root.addMethod('GET', lambdaIntegration(stack), { authorizer, authorizationType: theirs.AuthorizationType.CUSTOM });
    },
  },
  {
    name: 'an authorizer of requests that remembers nothing',
    ours: (stack) => {
      const authorizer = new RequestAuthorizer(stack, 'Auth', { handler: newFunction(stack, 'Check'), identitySources: [], authorizerName: 'auth', resultsCacheTtl: Duration.seconds(0) });
      petsApi(stack).root.addMethod('GET', newFunction(stack), { authorizer });
    },
    theirs: (stack) => {
      const authorizer = new theirs.RequestAuthorizer(stack, 'Auth', { handler: lambdaFunction(stack, 'Check'), identitySources: [], authorizerName: 'auth', resultsCacheTtl: Duration.seconds(0) });
      petsRestApi(stack).root.addMethod('GET', lambdaIntegration(stack), { authorizer });
    },
  },
  {
    name: 'an authorizer of user pools, with scopes',
    ours: (stack) => {
      const authorizer = new CognitoUserPoolsAuthorizer(stack, 'Auth', {
        cognitoUserPools: [new CognitoUserPool(stack, 'Pool')], authorizerName: 'auth', resultsCacheTtl: Duration.minutes(2), identitySource: IdentitySource.header('X-Token'),
      });
      petsApi(stack).root.addMethod('GET', newFunction(stack), { authorizer, authorizationScopes: ['pets/read'] });
    },
    theirs: (stack) => {
      const authorizer = new theirs.CognitoUserPoolsAuthorizer(stack, 'Auth', {
        cognitoUserPools: [new CognitoUserPool(stack, 'Pool')], authorizerName: 'auth', resultsCacheTtl: Duration.minutes(2), identitySource: theirs.IdentitySource.header('X-Token'),
      });
      petsRestApi(stack).root.addMethod('GET', lambdaIntegration(stack), { authorizer, authorizationScopes: ['pets/read'] });
    },
  },
  {
    name: 'an authorizer of tokens with nothing said about it',
    ours: (stack) => {
      const authorizer = new TokenAuthorizer(stack, 'Auth', { handler: newFunction(stack, 'Check') });
      petsApi(stack).root.addMethod('GET', newFunction(stack), { authorizer });
    },
    theirs: (stack) => {
      const authorizer = new theirs.TokenAuthorizer(stack, 'Auth', { handler: lambdaFunction(stack, 'Check') });
      petsRestApi(stack).root.addMethod('GET', lambdaIntegration(stack), { authorizer });
    },
  },
  {
    name: 'an authorizer of user pools with nothing said about it',
    ours: (stack) => {
      const authorizer = new CognitoUserPoolsAuthorizer(stack, 'Auth', { cognitoUserPools: [new CognitoUserPool(stack, 'Pool')] });
      petsApi(stack).root.addMethod('GET', newFunction(stack), { authorizer });
    },
    theirs: (stack) => {
      const authorizer = new theirs.CognitoUserPoolsAuthorizer(stack, 'Auth', { cognitoUserPools: [new CognitoUserPool(stack, 'Pool')] });
      petsRestApi(stack).root.addMethod('GET', lambdaIntegration(stack), { authorizer });
    },
  },
  {
    name: 'models of requests and responses, and a validator',
    ours: (stack) => {
      const api = petsApi(stack);
      const pet = api.addModel('Pet', { modelName: 'Pet', schema: SCHEMA, contentType: 'application/json', description: 'A pet' });
      const requestValidator = api.addRequestValidator('Check', { requestValidatorName: 'check', validateRequestBody: true, validateRequestParameters: true });
      api.root.addMethod('PUT', newFunction(stack), {
        requestModels: { 'application/json': pet }, requestValidator,
        methodResponses: [
          { statusCode: '200', responseModels: { 'application/json': pet }, responseParameters: { 'method.response.header.X-Kind': true } },
          { statusCode: '400', responseModels: { 'application/json': Model.ERROR_MODEL, 'text/plain': Model.EMPTY_MODEL } },
        ],
      });
    },
    theirs: (stack) => {
      const api = petsRestApi(stack);
      const pet = api.addModel('Pet', { modelName: 'Pet', schema: THEIR_SCHEMA, contentType: 'application/json', description: 'A pet' });
      const requestValidator = api.addRequestValidator('Check', { requestValidatorName: 'check', validateRequestBody: true, validateRequestParameters: true });
      api.root.addMethod('PUT', lambdaIntegration(stack), {
        requestModels: { 'application/json': pet }, requestValidator,
        methodResponses: [
          { statusCode: '200', responseModels: { 'application/json': pet }, responseParameters: { 'method.response.header.X-Kind': true } },
          { statusCode: '400', responseModels: { 'application/json': theirs.Model.ERROR_MODEL, 'text/plain': theirs.Model.EMPTY_MODEL } },
        ],
      });
    },
  },
  {
    name: 'models and validators without names',
    ours: (stack) => {
      const api = petsApi(stack);
      const pet = api.addModel('Pet', { schema: { type: 'string' } });
      api.root.addMethod('PUT', newFunction(stack), { requestModels: { 'application/json': pet }, requestValidatorOptions: { validateRequestBody: true } });
    },
    theirs: (stack) => {
      const api = petsRestApi(stack);
      const pet = new theirs.Model(api, 'Pet', { restApi: api, schema: { type: theirs.JsonSchemaType.STRING } });
      api.root.addMethod('PUT', lambdaIntegration(stack), { requestModels: { 'application/json': pet }, requestValidatorOptions: { validateRequestBody: true } });
    },
  },
  {
    name: 'a validator by its constructor',
    ours: (stack) => {
      const api = petsApi(stack);
      const requestValidator = api.addRequestValidator('Check', { requestValidatorName: 'check', validateRequestParameters: true });
      api.root.addMethod('GET', newFunction(stack), { requestValidator, requestParameters: { 'method.request.querystring.color': true } });
    },
    theirs: (stack) => {
      const api = petsRestApi(stack);
      const requestValidator = new theirs.RequestValidator(api, 'Check', { restApi: api, requestValidatorName: 'check', validateRequestParameters: true });
      api.root.addMethod('GET', lambdaIntegration(stack), { requestValidator, requestParameters: { 'method.request.querystring.color': true } });
    },
  },
  {
    name: 'the keywords of schemas',
    ours: (stack) => {
      const api = petsApi(stack);
      api.addModel('All', {
        modelName: 'All',
        schema: {
          $schema: 'http://json-schema.org/draft-04/schema#', id: 'https://pets.example/all', title: 'All', description: 'Every keyword', type: 'object',
          definitions: { pet: { type: 'object', minProperties: 1, maxProperties: 9, additionalProperties: { type: 'string' } } },
          properties: {
            name: { type: 'string', minLength: 1, maxLength: 20, pattern: '^[a-z]+$', format: 'hostname', default: 'rex' },
            age: { type: ['integer', 'null'], minimum: 0, maximum: 99, exclusiveMinimum: true, exclusiveMaximum: true, multipleOf: 1 },
            tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1, maxItems: 5, uniqueItems: true },
            pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }] },
            other: { $ref: '#/definitions/pet' },
            choice: { oneOf: [{ type: 'string' }, { type: 'number' }], not: { enum: ['c'] } },
            any: { anyOf: [{ type: 'string' }], allOf: [{ type: 'string' }] },
          },
          patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false, required: ['name'], dependencies: { name: ['age'] },
        },
      });
      api.root.addMethod('GET', newFunction(stack));
    },
    theirs: (stack) => {
      const api = petsRestApi(stack);
      const { OBJECT, STRING, INTEGER, NULL, ARRAY, NUMBER } = theirs.JsonSchemaType;
      api.addModel('All', {
        modelName: 'All',
        schema: {
          schema: theirs.JsonSchemaVersion.DRAFT4, id: 'https://pets.example/all', title: 'All', description: 'Every keyword', type: OBJECT,
          definitions: { pet: { type: OBJECT, minProperties: 1, maxProperties: 9, additionalProperties: { type: STRING } } },
          properties: {
            name: { type: STRING, minLength: 1, maxLength: 20, pattern: '^[a-z]+$', format: 'hostname', default: 'rex' },
            age: { type: [INTEGER, NULL], minimum: 0, maximum: 99, exclusiveMinimum: true, exclusiveMaximum: true, multipleOf: 1 },
            tags: { type: ARRAY, items: { type: STRING, enum: ['a', 'b'] }, minItems: 1, maxItems: 5, uniqueItems: true },
            pair: { type: ARRAY, items: [{ type: STRING }, { type: NUMBER }] },
            other: { ref: '#/definitions/pet' },
            choice: { oneOf: [{ type: STRING }, { type: NUMBER }], not: { enum: ['c'] } },
            any: { anyOf: [{ type: STRING }], allOf: [{ type: STRING }] },
          },
          patternProperties: { '^x-': { type: STRING } }, additionalProperties: false, required: ['name'], dependencies: { name: ['age'] },
        },
      });
      api.root.addMethod('GET', lambdaIntegration(stack));
    },
  },
  {
    name: 'a POST to a function',
    ours: (stack) => { petsApi(stack).root.addMethod('POST', newFunction(stack)); },
    theirs: (stack) => { petsRestApi(stack).root.addMethod('POST', lambdaIntegration(stack)); },
  },
];
