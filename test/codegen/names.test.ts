import { camelCase, constantCase, Names, pascalCase, singular } from '../../lib/codegen/names';

test.each([
  ['list-pets', 'listPets', 'ListPets', 'LIST_PETS'], ['APIKey', 'apiKey', 'APIKey', 'APIKEY'], ['pets-GET', 'petsGet', 'PetsGet', 'PETS_GET'],
  ['GET', 'get', 'GET', 'GET'], ['2fast', 'n2fast', 'N2fast', 'N2FAST'], ['Überseehäfen', 'uberseehafen', 'Uberseehafen', 'UBERSEEHAFEN'], ['…', 'value', 'Value', 'VALUE'],
])('%s', (text, camel, pascal, constant) => {
  expect([camelCase(text), pascalCase(text), constantCase(text)]).toEqual([camel, pascal, constant]);
});

test.each([['pets', 'pet'], ['cities', 'city'], ['boxes', 'box'], ['status', undefined], ['address', undefined], ['sheep', undefined]])('one of %s is %s', (word, one) => {
  expect(singular(word)).toBe(one);
});

test('a name is taken once, and none is a reserved word', () => {
  const names = new Names();
  expect([names.take('pet', 'pets'), names.take('pet', 'pets'), names.take('pet', 'pets'), names.take('delete')]).toEqual(['pet', 'pets', 'pets2', 'delete2']);
});
