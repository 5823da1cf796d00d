// A mapped method: the configuration turns the function's result, or its error, into the response, and adds CORS.
import path from 'node:path';
import { Api, App, MappedIntegration, ProxyFunction } from 'synthgate';

const app = new App();
const convert = new ProxyFunction(app, 'Convert', { entry: path.join(__dirname, 'handlers/convert.ts') });

const api = new Api(app, 'ConvertApi');
const convertTo = api.root.addResource('convert').addResource('{unit}');
convertTo.addMethod('POST', new MappedIntegration(convert, {
  requestTemplates: {
    'application/json': '{"metres": $input.json(\'$.metres\'), "unit": "$input.params(\'unit\')"}',
  },
  integrationResponses: [
    {
      statusCode: '200',
      responseTemplates: { 'application/json': '{"result": "$input.path(\'$.amount\') $input.path(\'$.unit\')"}' },
      responseParameters: { 'method.response.header.Cache-Control': "'max-age=3600'" },
    },
    {
      statusCode: '422',
      selectionPattern: 'unknown unit.*',
      responseTemplates: { 'application/json': '{"problem": "$input.path(\'$.errorMessage\')"}' },
    },
  ],
}), {
  cors: { allowOrigins: ['https://app.example.com'] },
});
app.synth();
