import { findFunction, functionLabel } from '../../lib/spec';

const FUNCTIONS = {
  Pets118546E0: { constructPath: 'Shop/Pets' },
  Decide7A1: { constructPath: 'Shop/Auth/Decide' },
  'Other-Pets118546E0': { constructPath: 'Other/Pets', logicalId: 'PetsInOther' },
  Plain: {},
};

test.each([['Pets118546E0', 'Shop/Pets'], ['Plain', 'Plain'], ['Gone', 'Gone'], ['constructor', 'constructor']])('%s is known as %s', (name, label) => {
  expect(functionLabel(FUNCTIONS, name)).toBe(label);
});

test.each([
  ['its name', 'Pets118546E0', 'Pets118546E0'], ['its construct path', 'Shop/Pets', 'Pets118546E0'], ['the end of that path', 'Auth/Decide', 'Decide7A1'],
  ['the last part of it', 'Decide', 'Decide7A1'], ['its logical id', 'PetsInOther', 'Other-Pets118546E0'],
  ['a part that two have', 'Pets', undefined], ['a part of a name', 'cide', undefined], ['a name that no function has', 'constructor', undefined],
])('a function is found by %s', (_, given, name) => {
  expect(findFunction(FUNCTIONS, given)).toBe(name);
});
