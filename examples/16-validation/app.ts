// Requests are checked before the function runs: required parameters, and the body against a model, which is written with
// Zod here. The errors of the gateway say what was wrong, and scripts of the web shop may read them.
import path from 'node:path';
import * as z from 'zod';
import { Api, App, ProxyFunction, ResponseType } from 'synthgate';

const app = new App();
const store = new ProxyFunction(app, 'Store', { entry: path.join(__dirname, 'handlers/store.ts') });

const api = new Api(app, 'CheckedApi', {
  corsOnGatewayErrors: true,
  defaultCorsPreflightOptions: { allowOrigins: ['https://shop.example.com'] },
});
const pet = api.addModel('Pet', {
  modelName: 'Pet',
  schema: z.object({ name: z.string().min(1), age: z.number().int().optional(), tags: z.array(z.string()).max(3).optional() }),
});

api.root.addResource('pets').addMethod('POST', store, {
  requestModels: { 'application/json': pet },
  requestParameters: { 'method.request.querystring.store': true },
  requestValidatorOptions: { validateRequestBody: true, validateRequestParameters: true },
});

api.addGatewayResponse('BadBody', {
  type: ResponseType.BAD_REQUEST_BODY,
  statusCode: '422',
  responseHeaders: { 'Access-Control-Allow-Origin': '\'https://shop.example.com\'', 'X-Details': 'context.error.validationErrorString' },
  templates: { 'application/json': '{"error": $context.error.messageString}' },
});

app.synth();
