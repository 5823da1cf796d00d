// Answers without a backend: the request template names a status, the status selects the response.
import { Api, App, MockIntegration } from 'synthgate';

const app = new App();
const api = new Api(app, 'StatusApi', { deployOptions: { stageName: 'prod', variables: { version: '7' } } });
api.root.addResource('status').addMethod('GET', new MockIntegration({
  requestTemplates: {
    'application/json': `
      #if($input.params('maintenance') == 'yes')
        {"statusCode": 503}
      #else
        {"statusCode": 200}
      #end`,
  },
  integrationResponses: [
    {
      statusCode: '200',
      responseTemplates: { 'application/json': '{"status": "well", "version": "$stageVariables.version"}' },
    },
    {
      statusCode: '503',
      selectionPattern: '503',
      responseTemplates: { 'application/json': '{"status": "back soon"}' },
      responseParameters: { 'method.response.header.Retry-After': "'120'" },
    },
  ],
}));
app.synth();
