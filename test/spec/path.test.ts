import { parentPath, pathParts, readPathPart, withParents } from '../../lib/spec';

test('a path has parts and parents', () => {
  expect(pathParts('/')).toEqual([]);
  expect(pathParts('/pets/{id}')).toEqual(['pets', '{id}']);
  expect(['/pets/{id}', '/pets', '/'].map(parentPath)).toEqual(['/pets', '/', undefined]);
  expect([...withParents(['/a/b/c', '/a/d'])].sort()).toEqual(['/', '/a', '/a/b', '/a/b/c', '/a/d']);
});

test.each([
  ['pets', { type: 'literal', text: 'pets' }],
  ['a.b-c_d:e,f', { type: 'literal', text: 'a.b-c_d:e,f' }],
  ['$metadata', { type: 'literal', text: '$metadata' }], ['a$1', { type: 'literal', text: 'a$1' }],
  ['{id}', { type: 'parameter', name: 'id' }],
  ['{proxy+}', { type: 'greedy', name: 'proxy' }],
  ['', undefined], ['a/b', undefined], ['{}', undefined], ['{a}b', undefined], ['a b', undefined],
])('"%s" is %j', (part, expected) => {
  expect(readPathPart(part)).toEqual(expected);
});
