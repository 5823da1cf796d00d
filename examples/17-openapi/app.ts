// One definition, and two documents beside its spec: OpenAPI 3.1 for the documentation and the clients of the pet store, and
// 3.0 with the extensions that API Gateway imports.
import * as z from 'zod';
import { Api, App, MockIntegration, OpenApiVersion } from 'synthgate';

const app = new App({
  openApi: [
    { version: OpenApiVersion.V3_1, servers: ['https://pets.example.com/{stage}'], documentVersion: '2.0' },
    { version: OpenApiVersion.V3_0, region: 'eu-west-1', accountId: '123456789012' },
  ],
});

const api = new Api(app, 'PetsApi', {
  description: 'Pets that look for a home',
  defaultCorsPreflightOptions: { allowOrigins: ['https://shop.example.com'] },
});
const pet = api.addModel('Pet', {
  modelName: 'Pet',
  schema: z.object({ name: z.string().min(1), born: z.iso.date().nullable(), tags: z.array(z.string()).optional() }),
});
const pets = api.addModel('Pets', {
  modelName: 'Pets',
  schema: { type: 'array', items: { $ref: 'https://apigateway.amazonaws.com/restapis/{apiId}/models/Pet' } },
});

const answering = (status: string, body: string) => new MockIntegration({
  requestTemplates: { 'application/json': `{"statusCode": ${status}}` },
  integrationResponses: [{ statusCode: status, responseTemplates: { 'application/json': body } }],
});

const all = api.root.addResource('pets');
all.addMethod('GET', answering('200', '[{"name": "Bo", "born": null}]'), {
  operationName: 'listPets',
  requestParameters: { 'method.request.querystring.tag': false },
  methodResponses: [{ statusCode: '200', responseModels: { 'application/json': pets } }],
});
all.addMethod('POST', answering('201', '{"name": "Bo", "born": null}'), {
  operationName: 'addPet',
  apiKeyRequired: true,
  requestModels: { 'application/json': pet },
  requestValidatorOptions: { validateRequestBody: true },
  methodResponses: [{ statusCode: '201', responseModels: { 'application/json': pet } }],
});
all.addResource('{name}').addMethod('GET', answering('200', '{"name": "$input.params(\'name\')", "born": null}'), {
  methodResponses: [{ statusCode: '200', responseModels: { 'application/json': pet } }],
});

app.synth();
