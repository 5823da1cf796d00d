import { Construct, RootConstruct } from 'constructs';
import { Places } from '../../lib/constructs/places';

const pets = new Construct(new RootConstruct(), 'Pets');
const places = new Places('Api');
places.add(pets, ['Api/pets'], ['resources', '/pets~', 'methods', 'GET']);

test.each([
  ['Api/pets', 'Pets'],
  ['Api#/resources/~1pets~0/methods/GET', 'Pets'],
  ['Api#/resources/~1pets~0/methods/GET/integration/uri', 'Pets#/integration/uri'],
  ['Api#/resources/~1pets~0/methods', 'Api#/resources/~1pets~0/methods'],
  ['Other/pets', 'Other/pets'],
])('%s is %s', (given, expected) => {
  expect(places.translate(given)).toBe(expected);
});
