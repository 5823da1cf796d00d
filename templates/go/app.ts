import { Api, App, Duration, FunctionRuntime, ProxyFunction } from 'synthgate';

const app = new App();

export const api = new Api(app, 'PetsApi', {
  deployOptions: {
    stageName: 'prod',
    methodOptions: { '/pets/{petId}/GET': { throttlingRateLimit: 1, throttlingBurstLimit: 2 } },
  },
});

// A Lambda handler in Go. It is built for this machine, and again after each edit; its packages: cd functions/pets && go mod tidy
const pets = new ProxyFunction(app, 'Pets', {
  runtime: FunctionRuntime.PROVIDED_AL2023,
  code: 'functions/pets',
  handler: 'bootstrap',
  timeout: Duration.seconds(5),
});
api.root.addResource('pets').addResource('{petId}').addMethod('GET', pets);
