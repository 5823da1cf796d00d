import { Api, App, Duration, MockIntegration, ProxyFunction } from 'synthgate';

const app = new App();

export const api = new Api(app, 'PetsApi', {
  deployOptions: {
    stageName: 'prod',
    methodOptions: { '/pets/{petId}/GET': { throttlingRateLimit: 1, throttlingBurstLimit: 2 } },
  },
});

// A Lambda handler
const pets = new ProxyFunction(app, 'Pets', { entry: 'src/pets.ts', timeout: Duration.seconds(5) });
api.root.addResource('pets').addResource('{petId}').addMethod('GET', pets);

// A response without a backend
api.root.addResource('health').addMethod('GET', new MockIntegration({
  requestTemplates: { 'application/json': '{"statusCode": 200}' },
  integrationResponses: [{ statusCode: '200', responseTemplates: { 'application/json': '{"status": "ok"}' } }],
}));
