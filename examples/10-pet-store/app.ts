// A pet store: one function for the pets, one greedy function with its own routing for the blog, a mapped method with
// CORS for orders from the web shop, and a health check without a backend; on two stages.
import path from 'node:path';
import { Api, App, Duration, MappedIntegration, MockIntegration, ProxyFunction } from 'synthgate';

const app = new App();
const source = (name: string) => path.join(__dirname, 'handlers', name);

const api = new Api(app, 'PetStoreApi', {
  description: 'Everything that the pet store offers over HTTP',
  deployOptions: { stageName: 'prod', variables: { storeName: 'Paws', currency: 'EUR' } },
});
api.addStage('dev', { variables: { storeName: 'Paws-test', currency: 'XTS' } });

// Pets: one function, four methods; they share its memory and its time limit.
const pets = new ProxyFunction(app, 'Pets', { entry: source('pets.ts'), memorySize: 256, timeout: Duration.seconds(5) });
const allPets = api.root.addResource('pets');
allPets.addMethod('GET', pets);
allPets.addMethod('POST', pets);
const onePet = allPets.addResource('{petId}');
onePet.addMethod('GET', pets);
onePet.addMethod('DELETE', pets);

// Blog: everything below /blog goes to one function, which routes by itself.
const blog = new ProxyFunction(app, 'Blog', { entry: source('blog.ts') });
api.root.addResource('blog').addProxy({ defaultIntegration: blog });

// Orders: the gateway maps request and result, and lets the web shop call from its own origin.
const order = new ProxyFunction(app, 'Order', { entry: source('order.ts'), deadLetter: { retryAttempts: 1 } });
api.root.addResource('orders').addMethod('POST', new MappedIntegration(order, {
  requestTemplates: {
    'application/json': '{"petId": $input.json(\'$.petId\'), "count": $input.json(\'$.count\'), "currency": "$stageVariables.currency"}',
  },
  integrationResponses: [
    { statusCode: '201', responseParameters: { 'method.response.header.Location': 'integration.response.body.url' } },
    { statusCode: '404', selectionPattern: 'no pet .*', responseTemplates: { 'application/json': '{"message": $input.json(\'$.errorMessage\')}' } },
  ],
}), { cors: { allowOrigins: ['https://shop.example.com'] } });

// Health: no backend at all.
api.root.addResource('health').addMethod('GET', new MockIntegration({
  integrationResponses: [{ statusCode: '200', responseTemplates: { 'application/json': '{"store": "$stageVariables.storeName", "status": "open"}' } }],
}));

app.synth();
