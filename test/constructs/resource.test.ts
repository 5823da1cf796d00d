import { Construct } from 'constructs';
import { MockIntegration, ProxyResource, Resource, ResourceBase } from '../../lib/constructs';
import { declare, findingsOf, newFunction, specOf, thrownBy } from '../support/declaration';

test('knows its path, its parent and its API', () => {
  const { api } = declare();
  const pet = api.root.addResource('pets').addResource('{id}');
  expect(pet.path).toBe('/pets/{id}');
  expect(pet.parentResource?.path).toBe('/pets');
  expect(pet.parentResource?.parentResource).toBe(api.root);
  expect(pet.api).toBe(api);
  expect(pet.node.path).toBe('Pets/Default/pets/{id}');
  expect(ResourceBase.isResource(pet) && ResourceBase.isResource(api.root)).toBe(true);
  expect(ResourceBase.isResource(api)).toBe(false);
});

test('has an id that depends on API and path only', () => {
  const [one, two] = [declare(), declare()].map(({ api }) => api.root.addResource('pets'));
  expect(one?.resourceId).toBe(two?.resourceId);
  expect(one?.resourceId).toMatch(/^[a-z0-9]{10}$/);
  expect(declare({ apiId: 'other' }).api.root.addResource('pets').resourceId).not.toBe(one?.resourceId);
});

test('finds what is directly below', () => {
  const { api } = declare();
  const pets = api.root.addResource('pets');
  expect(api.root.getResource('pets')).toBe(pets);
  expect(api.root.getResource('other')).toBeUndefined();
});

test('creates what is missing of a path, once', () => {
  const { api } = declare();
  const pet = api.root.resourceForPath('/pets/{id}');
  expect(pet.path).toBe('/pets/{id}');
  expect(api.root.resourceForPath('pets/{id}/')).toBe(pet);
  expect(api.root.resourceForPath('/')).toBe(api.root);
  expect(pet.resourceForPath('toys').path).toBe('/pets/{id}/toys');
  expect(findingsOf(api)).toEqual([]);
});

// aws/aws-cdk#23998
test('a path may start like the end of the path above', () => {
  const { api, fn } = declare();
  const pets = api.root.resourceForPath('/v1/pets');
  pets.resourceForPath('pets-by-name').addMethod('GET', fn);
  pets.resourceForPath('pets/pets').addMethod('GET', fn);
  expect(Object.keys(specOf(api).resources)).toEqual(['/v1', '/v1/pets', '/v1/pets/pets', '/v1/pets/pets-by-name', '/v1/pets/pets/pets']);
});

test('refuses an absolute path below the root, and empty parts', () => {
  const { api } = declare();
  const pets = api.root.addResource('pets');
  expect(thrownBy(() => pets.resourceForPath('/toys'))).toMatchObject({ code: 'PATH_NOT_RELATIVE', location: 'Pets/Default/pets' });
  pets.resourceForPath('a//b');
  expect(findingsOf(api)).toEqual(['PATH_PART_INVALID Pets/Default/pets/a/(empty)']);
});

test('passes its defaults on', () => {
  const { api, fn, root } = declare({ defaultMethodOptions: { apiKeyRequired: true } });
  const foreign = newFunction(root, 'Other');
  const pets = api.root.addResource('pets', { defaultIntegration: fn, defaultMethodOptions: { operationName: 'pets', apiKeyRequired: undefined } });
  pets.addResource('{id}').addMethod('GET');
  pets.addResource('all', { defaultIntegration: foreign }).addMethod('GET');
  const { resources } = specOf(api);
  expect(resources['/pets/{id}']?.methods.GET).toMatchObject({ apiKeyRequired: true, operationName: 'pets', integration: { function: 'Handler' } });
  expect(resources['/pets/all']?.methods.GET).toMatchObject({ integration: { function: 'Other' } });
});

test('can be declared elsewhere in the tree', () => {
  const { api, fn, root } = declare();
  const pets = new Resource(new Construct(root, 'Elsewhere'), 'Any', { parent: api.root, pathPart: 'pets' });
  pets.addMethod('GET', fn);
  expect(specOf(api).resources).toHaveProperty('/pets');
  expect(api.root.getResource('pets')).toBe(pets);
});

test('a path part may be called like a method', () => {
  const { api, fn } = declare();
  api.root.addMethod('GET', fn);
  api.root.addResource('GET').addMethod('GET', fn);
  expect(Object.keys(specOf(api).resources)).toEqual(['/', '/GET']);
});

describe('a proxy resource', () => {
  test('forwards everything below a prefix', () => {
    const { api, fn } = declare();
    const proxy = api.root.addResource('all').addProxy({ defaultIntegration: fn });
    expect(proxy).toBeInstanceOf(ProxyResource);
    expect(proxy.anyMethod?.httpMethod).toBe('ANY');
    expect(Object.keys(specOf(api).resources)).toEqual(['/all', '/all/{proxy+}']);
    expect(specOf(api).resources['/all']?.methods).toEqual({});
  });

  test('has the methods that are added, without ANY', () => {
    const { api, fn } = declare();
    const proxy = api.root.addResource('all').addProxy({ anyMethod: false });
    proxy.addMethod('POST', fn);
    expect(proxy.anyMethod).toBeUndefined();
    expect(Object.keys(specOf(api).resources['/all/{proxy+}']?.methods ?? {})).toEqual(['POST']);
  });

  test('below the root serves / as well, where the root has no such method', () => {
    const { api, fn } = declare();
    const proxy = api.root.addProxy({ defaultIntegration: fn });
    proxy.addMethod('GET', fn);
    api.root.addMethod('GET', new MockIntegration());
    const methods = specOf(api).resources['/']?.methods;
    expect(methods?.ANY?.integration.type).toBe('proxy');
    expect(methods?.GET?.integration.type).toBe('mock');
    expect(findingsOf(api)).toEqual([]);
  });
});

test('an empty root is left out of the spec', () => {
  const { api, fn } = declare();
  api.root.addResource('pets').addMethod('GET', fn);
  expect(Object.keys(specOf(api).resources)).toEqual(['/pets']);
});
