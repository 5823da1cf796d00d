import { Api, App, Duration, FunctionRuntime, ProxyFunction } from 'synthgate';

const app = new App();

export const api = new Api(app, 'PetsApi', {
  deployOptions: {
    stageName: 'prod',
    methodOptions: { '/pets/{petId}/GET': { throttlingRateLimit: 1, throttlingBurstLimit: 2 } },
  },
});

// A Lambda handler in Python. Its packages are those of .venv, if there is one: python3 -m venv .venv
const pets = new ProxyFunction(app, 'Pets', {
  runtime: FunctionRuntime.PYTHON_3_13,
  code: 'functions',
  handler: 'pets.handler',
  timeout: Duration.seconds(5),
});
api.root.addResource('pets').addResource('{petId}').addMethod('GET', pets);
