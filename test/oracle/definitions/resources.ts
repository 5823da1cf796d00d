import { Duration } from 'aws-cdk-lib';
import * as theirs from 'aws-cdk-lib/aws-apigateway';
import { HttpProxyIntegration, Method, MockIntegration, ProxyIntegration, ProxyResource, Resource } from '../../../lib';
import { PermissionScope } from '../../../lib/aws';
import { newFunction } from '../../support/aws-stack';
import { lambdaIntegration, lambdaFunction, petsApi, petsRestApi, type Definition } from './definition';

/** The tree of paths, methods on it, and who may invoke what is behind them. */
export const RESOURCES: readonly Definition[] = [
  {
    name: 'one method of one function',
    ours: (stack) => { petsApi(stack).root.addResource('pets').addMethod('GET', newFunction(stack)); },
    theirs: (stack) => { petsRestApi(stack).root.addResource('pets').addMethod('GET', lambdaIntegration(stack)); },
  },
  {
    name: 'all methods',
    ours: (stack) => {
      const { root } = petsApi(stack);
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'ANY']) root.addMethod(method, new HttpProxyIntegration('https://backend.example', { httpMethod: 'GET' }));
    },
    theirs: (stack) => {
      const { root } = petsRestApi(stack);
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'ANY']) root.addMethod(method, new theirs.HttpIntegration('https://backend.example'));
    },
  },
  {
    name: 'a tree of path parts, variables and paths made at once',
    ours: (stack) => {
      const { root } = petsApi(stack);
      const fn = newFunction(stack);
      root.resourceForPath('pets/{petId}/photos/{photoId}').addMethod('GET', fn);
      root.resourceForPath('pets/{petId}').addMethod('DELETE', fn);
      root.addResource('shops').addResource('{shopId}').addMethod('GET', fn);
    },
    theirs: (stack) => {
      const { root } = petsRestApi(stack);
      const backend = lambdaIntegration(stack);
      root.resourceForPath('pets/{petId}/photos/{photoId}').addMethod('GET', backend);
      root.resourceForPath('pets/{petId}').addMethod('DELETE', backend);
      root.addResource('shops').addResource('{shopId}').addMethod('GET', backend);
    },
  },
  {
    name: 'a proxy resource below a path',
    ours: (stack) => {
      petsApi(stack).root.addResource('files').addProxy({ defaultIntegration: new HttpProxyIntegration('https://backend.example', { httpMethod: 'ANY' }) });
    },
    theirs: (stack) => {
      petsRestApi(stack).root.addResource('files').addProxy({ defaultIntegration: new theirs.HttpIntegration('https://backend.example', { httpMethod: 'ANY' }) });
    },
  },
  {
    name: 'a proxy resource at the root, which serves the root as well',
    ours: (stack) => { petsApi(stack).root.addProxy({ anyMethod: false }).addMethod('GET', newFunction(stack)); },
    theirs: (stack) => { petsRestApi(stack).root.addProxy({ anyMethod: false }).addMethod('GET', lambdaIntegration(stack)); },
  },
  {
    name: 'a greedy part with methods of its own',
    ours: (stack) => { petsApi(stack).root.addResource('files').addResource('{name+}').addMethod('GET', newFunction(stack)); },
    theirs: (stack) => { petsRestApi(stack).root.addResource('files').addResource('{name+}').addMethod('GET', lambdaIntegration(stack)); },
  },
  {
    name: 'defaults of integration and method for what is below',
    ours: (stack) => {
      const api = petsApi(stack, { defaultIntegration: newFunction(stack), defaultMethodOptions: { apiKeyRequired: true, operationName: 'ask' } });
      api.root.addMethod('GET');
      const pets = api.root.addResource('pets', { defaultMethodOptions: { apiKeyRequired: false, operationName: 'ask' } });
      pets.addMethod('GET');
      pets.addMethod('DELETE', undefined, { apiKeyRequired: true });
    },
    theirs: (stack) => {
      const api = petsRestApi(stack, { defaultIntegration: lambdaIntegration(stack), defaultMethodOptions: { apiKeyRequired: true, operationName: 'ask' } });
      api.root.addMethod('GET');
      const pets = api.root.addResource('pets', { defaultMethodOptions: { apiKeyRequired: false, operationName: 'ask' } });
      pets.addMethod('GET');
      pets.addMethod('DELETE', undefined, { apiKeyRequired: true });
    },
  },
  {
    name: 'resources and methods by their constructors',
    ours: (stack) => {
      const { root } = petsApi(stack);
      new ProxyResource(stack, 'Files', { parent: root.addResource('files'), anyMethod: false }).addMethod('GET', new MockIntegration());
      const pets = new Resource(stack, 'PetsResource', { parent: root, pathPart: 'pets' });
      new Method(stack, 'GetPets', { resource: pets, httpMethod: 'get', integration: newFunction(stack), options: { operationName: 'list' } });
    },
    theirs: (stack) => {
      const { root } = petsRestApi(stack);
      new theirs.ProxyResource(stack, 'Files', { parent: root.addResource('files'), anyMethod: false }).addMethod('GET');
      const pets = new theirs.Resource(stack, 'PetsResource', { parent: root, pathPart: 'pets' });
      new theirs.Method(stack, 'GetPets', { resource: pets, httpMethod: 'get', integration: lambdaIntegration(stack), options: { operationName: 'list' } });
    },
  },
  {
    name: 'a permission for each method',
    ours: (stack) => {
      const fn = newFunction(stack);
      const { root } = petsApi(stack);
      root.resourceForPath('pets/{petId}').addMethod('GET', fn);
    },
    theirs: (stack) => {
      const backend = new theirs.LambdaIntegration(lambdaFunction(stack));
      petsRestApi(stack).root.resourceForPath('pets/{petId}').addMethod('GET', backend);
    },
  },
  {
    name: 'a permission for the whole API',
    ours: (stack) => {
      const fn = newFunction(stack);
      const { root } = petsApi(stack, { scopePermissions: PermissionScope.API });
      root.addResource('pets').addMethod('GET', fn);
      root.addMethod('GET', fn);
    },
    theirs: (stack) => {
      const backend = lambdaIntegration(stack, { scopePermissionToMethod: false });
      const { root } = petsRestApi(stack);
      root.addResource('pets').addMethod('GET', backend);
      root.addMethod('GET', backend);
    },
  },
  {
    name: 'a permission for each method, but for the test of the console',
    ours: (stack) => {
      const fn = newFunction(stack);
      petsApi(stack).root.addResource('pets').addMethod('ANY', new ProxyIntegration(fn));
    },
    theirs: (stack) => {
      const backend = new theirs.LambdaIntegration(lambdaFunction(stack), { allowTestInvoke: false });
      petsRestApi(stack).root.addResource('pets').addMethod('ANY', backend);
    },
  },
  {
    name: 'an API of one function',
    ours: (stack) => {
      const api = petsApi(stack, { defaultIntegration: new ProxyIntegration(newFunction(stack), { timeout: Duration.seconds(10) }) });
      api.root.addProxy();
    },
    theirs: (stack) => {
      new theirs.LambdaRestApi(stack, 'Pets', {
        handler: lambdaFunction(stack), proxy: true, integrationOptions: { timeout: Duration.seconds(10) },
      });
    },
  },
  {
    name: 'a method without anything behind it',
    ours: (stack) => { petsApi(stack).root.addMethod('GET', new MockIntegration()); },
    theirs: (stack) => { petsRestApi(stack).root.addMethod('GET'); },
  },
];
