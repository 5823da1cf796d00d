import { RUNTIME_FAMILIES, RUNTIMES, nodeRuntime, runsHere, runtimeFamily, runtimeNamesHere, whyNotHere } from '../../lib/spec/runtimes';

test.each([
  ['nodejs22.x', 'nodejs'], ['python3.12', 'python'], ['ruby3.4', 'ruby'], ['java8.al2', 'java'], ['dotnet8', 'dotnet'], ['provided', 'provided'],
  ['provided.al2023', 'provided'], ['go1.x', undefined], ['cobol', undefined], [undefined, undefined],
])('%s is of the family %s', (name, family) => {
  expect(runtimeFamily(name)).toBe(family);
});

test.each(['nodejs20.x', 'nodejs24.x', 'python3.8', 'python3.16', 'ruby2.7', 'ruby4.1', 'java8.al2', 'java21', 'java26', 'dotnet8', 'dotnet12', 'provided', 'provided.al2', 'provided.al2023', 'provided.al2027'])('%s runs here', (name) => {
  expect(runsHere(name)).toBe(true);
});

test.each([
  ['dotnetcore3.1', 'runs on dotnetcore3.1, and this version of .NET is not supported'],
  ['python2.7', 'runs on python2.7, and this version of Python is not supported'],
  ['nodejs16.x', 'runs on nodejs16.x, and this version of Node.js is not supported'],
  ['go1.x', 'runs on go1.x, which Lambda has retired: build it for provided.al2023'],
  ['cobol', 'runs on cobol, which is not known'],
])('%s does not run here: %s', (name, reason) => {
  expect(runsHere(name)).toBe(false);
  expect(whyNotHere(name)).toBe(reason);
});

test('every name of a family is one of that family, and one that is accepted', () => {
  for (const family of RUNTIME_FAMILIES) {
    const { names, accepted } = RUNTIMES[family];
    for (const name of names) expect([name, runtimeFamily(name), accepted.test(name)]).toEqual([name, family, true]);
  }
});

test('names of runtimes here are those of families that run here', () => {
  expect(runtimeNamesHere().filter((name) => !runsHere(name))).toEqual([]);
  expect(runtimeNamesHere()).toEqual(expect.arrayContaining(['nodejs24.x', 'python3.14', 'ruby3.4', 'java21', 'provided.al2023']));
});

test('a runtime of Node.js is one whose rules are known', () => {
  expect([nodeRuntime('nodejs20.x'), nodeRuntime('nodejs18.x'), nodeRuntime('python3.12'), nodeRuntime(undefined)]).toEqual(['nodejs20.x', undefined, undefined, undefined]);
});
