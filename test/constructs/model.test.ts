import * as z from 'zod';
import { Model, MockIntegration, RequestValidator } from '../../lib/constructs';
import { declare, findingsOf, specOf } from '../support/declaration';

const MOCK = new MockIntegration();

test('models and validators are in the spec by name, and methods name them', () => {
  const { api } = declare();
  const pet = api.addModel('Pet', { schema: { type: 'object', required: ['name'] }, description: 'A pet.' });
  const validator = api.addRequestValidator('All', { validateRequestBody: true, validateRequestParameters: true });
  api.root.addMethod('POST', MOCK, {
    requestModels: { 'application/json': pet },
    requestValidator: validator,
    requestParameters: { 'method.request.querystring.q': true },
    methodResponses: [{ statusCode: '200', responseModels: { 'application/json': Model.EMPTY_MODEL } }, { statusCode: '404', responseModels: { 'a/b': Model.ERROR_MODEL } }],
  });
  const spec = specOf(api);
  expect(spec.models).toEqual({ PetsPet: { contentType: 'application/json', description: 'A pet.', schema: { type: 'object', required: ['name'] } } });
  expect(spec.requestValidators).toEqual({ 'Pets-All': { validateRequestBody: true, validateRequestParameters: true } });
  expect(spec.resources['/']?.methods.POST).toMatchObject({
    requestModels: { 'application/json': 'PetsPet' },
    requestValidator: 'Pets-All',
    methodResponses: { 200: { responseModels: { 'application/json': 'Empty' } }, 404: { responseModels: { 'a/b': 'Error' } } },
  });
});

test('a validator may be declared on the spot', () => {
  const { api } = declare();
  api.root.addMethod('GET', MOCK, { requestValidatorOptions: { validateRequestParameters: true } });
  const spec = specOf(api);
  expect(spec.requestValidators).toEqual({ 'Pets-GET-Validator': { validateRequestBody: false, validateRequestParameters: true } });
  expect(spec.resources['/']?.methods.GET?.requestValidator).toBe('Pets-GET-Validator');
});

test('a validator declared inline wins over the default one', () => {
  const { api } = declare();
  const requestValidator = api.addRequestValidator('All', { validateRequestBody: true });
  const pets = api.root.addResource('pets', { defaultMethodOptions: { requestValidator } });
  pets.addMethod('GET', MOCK, { requestValidatorOptions: { validateRequestParameters: true } });
  pets.addMethod('POST', MOCK);
  const { GET, POST } = specOf(api).resources['/pets']?.methods ?? {};
  expect([GET?.requestValidator, POST?.requestValidator]).toEqual(['Pets-pets-GET-Validator', 'Pets-All']);
});

test('REQUEST_VALIDATOR_AMBIGUOUS refuses a validator beside one declared inline', () => {
  const { api } = declare();
  const requestValidator = api.addRequestValidator('All', { validateRequestBody: true });
  api.root.addMethod('GET', MOCK, { requestValidator, requestValidatorOptions: { validateRequestParameters: true } });
  expect(findingsOf(api)).toEqual(['REQUEST_VALIDATOR_AMBIGUOUS Pets/Default/GET']);
});

test('takes an object of a library with Standard JSON Schema', () => {
  const { api } = declare();
  api.addModel('Pet', { modelName: 'Pet', schema: z.object({ age: z.number().gt(3).optional(), kind: z.literal('dog') }) });
  expect(specOf(api).models.Pet?.schema).toEqual({
    type: 'object', properties: { age: { type: 'number', minimum: 3, exclusiveMinimum: true }, kind: { type: 'string', enum: ['dog'] } }, required: ['kind'],
  });
});

test('MODEL_KEYWORDS_LOST warns of what draft 4 cannot say', () => {
  const { api } = declare();
  api.addModel('New', { modelName: 'New', schema: { type: 'object', if: {}, propertyNames: {}, properties: { if: { const: 1 } } } });
  expect(findingsOf(api)).toEqual(['warning MODEL_KEYWORDS_LOST Pets/New']);
  expect(specOf(api).models.New?.schema).toEqual({ type: 'object', properties: { if: { enum: [1] } } });
});

test('MODEL_INVALID and unresolved names are refused, all at once', () => {
  const { api, root } = declare();
  api.addModel('Bad', { modelName: 'Bad', schema: { type: 'nothing' } });
  api.addModel('Lost', { modelName: 'Lost', schema: { $ref: 'https://apigateway.amazonaws.com/restapis/{apiId}/models/None' } });
  api.root.addMethod('GET', MOCK, { requestModels: { 'a/b': { modelId: 'Missing', contentType: 'a/b' } }, requestValidator: new RequestValidator(root, 'Elsewhere') });
  expect(findingsOf(api)).toEqual([
    'MODEL_INVALID Pets/Bad', 'MODEL_INVALID Pets/Lost', 'REFERENCE_UNRESOLVED Pets/Default/GET', 'REFERENCE_UNRESOLVED Pets/Default/GET',
  ]);
});
