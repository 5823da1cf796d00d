import { declare, findingsOf } from '../support/declaration';

test.each(['pets', 'a-b', 'a.b', 'a_b', 'a,b', 'a:b', '{id}', '{rest+}', '{a.b}'])('takes %s', (part) => {
  const { api, fn } = declare();
  api.root.addResource(part).addMethod('GET', fn);
  expect(findingsOf(api)).toEqual([]);
});

test.each(['', 'a b', 'a/b', '/a', '{id', 'id}', 'x{id}', '{a}{b}', '{}', '{+}', '{a++}', 'ä', '%41', '~'])('refuses "%s"', (part) => {
  const { api, fn } = declare();
  api.root.addResource(part).addMethod('GET', fn);
  expect(findingsOf(api)).toEqual([expect.stringContaining('PATH_PART_INVALID Pets/Default/')]);
});

test('refuses what is below a greedy part', () => {
  const { api, fn } = declare();
  api.root.addResource('{rest+}').addResource('more').addMethod('GET', fn);
  expect(findingsOf(api)).toEqual(['GREEDY_PART_NOT_LAST Pets/Default/{rest+}/more']);
});

test('refuses a parameter that the path has already', () => {
  const { api } = declare();
  const pet = api.root.addResource('{id}').addResource('pets');
  pet.addResource('{id+}');
  expect(findingsOf(api)).toEqual(['PATH_PARAMETER_REPEATED Pets/Default/{id}/pets/{id+}']);
});

test('refuses a second variable part, greedy or not', () => {
  const { api } = declare();
  for (const part of ['{a}', '{b}', '{c+}', 'literal']) api.root.addResource(part);
  expect(findingsOf(api)).toEqual(['VARIABLE_SIBLINGS Pets/Default/{b}', 'VARIABLE_SIBLINGS Pets/Default/{c+}']);
});

test('refuses a second resource of one part, and still checks what is below it', () => {
  const { api } = declare();
  api.root.addResource('pets');
  api.root.addResource('pets').addResource('a b').addMethod('GET');
  expect(findingsOf(api)).toEqual([
    'RESOURCE_DUPLICATE Pets/Default/pets#2',
    'PATH_PART_INVALID Pets/Default/pets#2/a b',
    'INTEGRATION_MISSING Pets/Default/pets#2/a b/GET',
  ]);
});
