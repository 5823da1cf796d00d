import { keyNameOf } from '../../../lib/runtime/throttling/key-name';

const names = ['PetsApi-Partner', 'PetsApi-Student', 'OrdersApiPartnerKey1A2B3C4D'];

test.each([
  ['PetsApi-Partner', 'PetsApi-Partner'],
  ['Student', 'PetsApi-Student'],
  ['PartnerKey', 'OrdersApiPartnerKey1A2B3C4D'],
  ['OrdersApiPartnerKey1A2B3C4D', 'OrdersApiPartnerKey1A2B3C4D'],
])('%s is %s', (given, name) => {
  expect(keyNameOf(given, names)).toBe(name);
});

test('no key is chosen if none or several have the short name', () => {
  expect(['Nobody', '', 't'].map((given) => keyNameOf(given, names))).toEqual([undefined, undefined, undefined]);
});
