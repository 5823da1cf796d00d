import { Construct, RootConstruct } from 'constructs';
import { Locations } from '../../lib/constructs/locations';

const pets = new Construct(new RootConstruct(), 'Pets');
const locations = new Locations('Api');
locations.add(pets, ['Api/pets'], ['resources', '/pets~', 'methods', 'GET']);

test.each([
  ['Api/pets', 'Pets'],
  ['Api#/resources/~1pets~0/methods/GET', 'Pets'],
  ['Api#/resources/~1pets~0/methods/GET/integration/uri', 'Pets#/integration/uri'],
  ['Api#/resources/~1pets~0/methods', 'Api#/resources/~1pets~0/methods'],
  ['Other/pets', 'Other/pets'],
])('%s is %s', (given, expected) => {
  expect(locations.translate(given)).toBe(expected);
});
